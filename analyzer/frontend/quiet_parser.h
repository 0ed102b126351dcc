/* libclang writes to standard error by itself: its input after a crash, and the output of pragmas for its developers.
 * The user of a lint does not need that text, and it may be the project's. */
#ifndef GPULINT_FRONTEND_QUIET_PARSER_H
#define GPULINT_FRONTEND_QUIET_PARSER_H

/* Between the two calls nothing that this thread writes to standard error appears. */
void quiet_parser_begin(void);
void quiet_parser_end(void);

#endif
