/* The command line's commands: one table, from which main and --help are derived. Each command gets its operands
 * without its own name, and returns an exit code. */
#ifndef GPULINT_CLI_COMMANDS_H
#define GPULINT_CLI_COMMANDS_H

#include <stddef.h>

#include "cli/exit_code.h"
#include "cli/options.h"

struct command {
	const char *name;
	const char *operands;
	const char *summary;
	enum command_set set; /* determines which options it accepts */
	const char *details;  /* the text of its --help after the summary */
	enum exit_code (*run)(const struct options *options, const char *const *operands, size_t count);
};

/* Terminated by a NULL name. The first is the default if no command is named. */
extern const struct command commands[];

struct rule;
/* The rule of that name; NULL after a message that begins with `context`. */
const struct rule *require_rule(const char *context, const char *name);

enum exit_code lint_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code verify_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code job_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code merge_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code attach_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code calibrate_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code rules_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code explain_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code gpus_command(const struct options *options, const char *const *operands, size_t count);
enum exit_code dump_command(const struct options *options, const char *const *operands, size_t count);

#endif
