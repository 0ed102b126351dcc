/* The names that a program finds by argument-dependent lookup only. The front end writes this file once it knows them. */
