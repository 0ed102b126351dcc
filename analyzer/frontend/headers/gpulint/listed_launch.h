/* What stands in braces for the shape of a launch, under names: the front end writes it. */
