/* libclang writes to standard error of its own accord: what it was given when it crashed, and what pragmas for its developers ask
 * for. None of that is for whoever lints, and its text is the project's. */
#ifndef GPULINT_FRONTEND_QUIET_PARSER_H
#define GPULINT_FRONTEND_QUIET_PARSER_H

/* In between nothing that this thread writes to standard error appears. */
void quiet_parser_begin(void);
void quiet_parser_end(void);

#endif
