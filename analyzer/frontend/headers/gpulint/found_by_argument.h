/* What a program finds through its arguments' types alone: the front end writes it, once it knows what the program lacks. */
