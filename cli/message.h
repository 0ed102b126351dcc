/* Messages to the user outside the report: "gpulint: …" on standard error. */
#ifndef GPULINT_CLI_MESSAGE_H
#define GPULINT_CLI_MESSAGE_H

void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
