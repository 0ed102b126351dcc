#include "compiler_log.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"
#include "support/kernel_symbol.h"

static const char *
line_end(const char *text)
{
	const char *end = strchr(text, '\n');
	return end ? end : text + strlen(text);
}

/* The position after `part` if `part` occurs in [text, end); otherwise NULL. */
static const char *
after(const char *text, const char *end, const char *part)
{
	const size_t length = strlen(part);
	for (; text + length <= end; text++) {
		if (memcmp(text, part, length) == 0)
			return text + length;
	}
	return NULL;
}

/* The number before `unit` in [text, end), such as the 24 of "24 bytes smem"; -1 if there is none. */
static int64_t
number_before(const char *text, const char *end, const char *unit)
{
	const char *digit = after(text, end, unit);
	if (!digit)
		return -1;
	digit -= strlen(unit);
	int64_t value = 0, digit_value = 1;
	const char *const last = digit;
	while (digit > text && digit[-1] >= '0' && digit[-1] <= '9') {
		value += digit_value * (*--digit - '0');
		digit_value *= 10;
	}
	return digit == last ? -1 : value;
}

/* The column, in bytes from 1, to which the caret below an excerpt points; 0: there is no caret. Both lines are
 * indented by two blanks, and each character of the excerpt has one character below it. */
static uint32_t
caret_column(const char *excerpt)
{
	enum { SET_IN = 2 };
	const char *end = line_end(excerpt), *caret = *end ? end + 1 : end;
	const size_t blanks = strspn(caret, " \t");
	if (caret[blanks] != '^' || blanks < SET_IN)
		return 0;
	const char *at = excerpt + SET_IN;
	for (size_t left = blanks - SET_IN; left > 0 && at < end; left--)
		do
			at++;
		while (at < end && ((unsigned char)*at & 0xc0) == 0x80);
	return (uint32_t)(at - excerpt) - SET_IN + 1;
}

/* "k.cu(12): error: message", "k.cu(3): catastrophic error: message", "k.cu(7): error #20: message". */
/* NVRTC reports a name with non-ASCII letters as an unrecognized token; nvcc accepts it. */
static const char *
explained(const char *message, const char *excerpt, struct arena *arena)
{
	bool is_ascii = true;
	for (const char *at = excerpt; *at; at++)
		is_ascii &= (unsigned char)*at < 0x80;
	return is_ascii || strcmp(message, "unrecognized token") != 0
	               ? message
	               : arena_printf(arena, "%s: NVRTC, unlike nvcc, only allows names of ASCII letters", message);
}

static void
read_error(struct compiler_log *log, const char *text, const char *end, struct arena *arena)
{
	const char *message = after(text, end, "): error");
	if (!message)
		message = after(text, end, "): catastrophic error");
	if (!message) {
		/* An error without a place, of the compiler as a whole. */
		if (strncmp(text, "nvrtc: error: ", 14) == 0)
			memory_push(log->errors, log->error_count, log->error_capacity,
			            ((struct log_error){
					    .file = "",
					    .excerpt = "",
					    .rest = "",
					    .message = arena_strndup(arena, text + 14, (size_t)(end - text - 14))}));
		return;
	}
	const char *open = message;
	while (open > text && *open != '(')
		open--;
	const char *colon = memchr(message, ':', (size_t)(end - message));
	if (open == text || !colon)
		return;
	colon += colon + 1 < end ? 2 : 1;
	struct log_error error = {
		.file = arena_strndup(arena, text, (size_t)(open - text)),
		.line = (uint32_t)strtoul(open + 1, NULL, 10),
		.message = arena_strndup(arena, colon, (size_t)(end - colon)),
		.excerpt = "",
		.rest = "",
	};
	if (*end == '\n' && end[1] == ' ') {
		const char *excerpt = end + 1 + strspn(end + 1, " \t");
		error.column = caret_column(end + 1);
		if (error.column > 0 && end + 2 + error.column <= line_end(excerpt))
			error.rest = arena_strndup(arena, end + 2 + error.column,
			                           (size_t)(line_end(excerpt) - end) - 2 - error.column);
		error.excerpt = arena_strndup(arena, excerpt, (size_t)(line_end(excerpt) - excerpt));
		error.message = explained(error.message, error.excerpt, arena);
	}
	memory_push(log->errors, log->error_count, log->error_capacity, error);
}

/* "ptxas application ptx input, line 56; error   : message", "ptxas fatal   : message". */
static void
read_assembler_error(struct compiler_log *log, const char *text, const char *end, struct arena *arena)
{
	const char *message = after(text, end, "error   : ");
	if (!message)
		message = after(text, end, "fatal   : ");
	/* The summary adds nothing to the errors before it. */
	if (!message || after(message, end, "Ptx assembly aborted due to errors"))
		return;
	const char *line = after(text, message, ", line ");
	const char *name = after(message, end, "unction '");
	const char *quote = name ? memchr(name, '\'', (size_t)(end - name)) : NULL;
	struct log_error error = {
		.file = "",
		.message = arena_strndup(arena, message, (size_t)(end - message)),
		.excerpt = "",
		.rest = "",
		.ptx_line = line ? (uint32_t)strtoul(line, NULL, 10) : 0,
		.ptx_name = quote ? arena_strndup(arena, name, (size_t)(quote - name)) : NULL,
	};
	memory_push(log->errors, log->error_count, log->error_capacity, error);
}

static void
read_resources(struct compiler_log *log, const char *text, const char *end, struct arena *arena, bool *in_entry)
{
	const char *name = after(text, end, "Compiling entry function '");
	if (name) {
		const char *quote = memchr(name, '\'', (size_t)(end - name));
		struct log_resources resources = {
			.function = arena_strndup(arena, name, (size_t)((quote ? quote : end) - name)),
			.registers = -1,
			.stack = -1,
			.spill_stores = -1,
			.spill_loads = -1,
			.static_shared = -1,
			.constant = -1,
			.barriers = -1,
		};
		memory_push(log->functions, log->function_count, log->function_capacity, resources);
		return;
	}
	if (log->function_count == 0)
		return;
	struct log_resources *resources = &log->functions[log->function_count - 1];
	if ((name = after(text, end, "Function properties for "))) {
		/* Functions that were not inlined have a report too. It does not belong to a kernel. */
		*in_entry = strlen(resources->function) == (size_t)(end - name) &&
		            memcmp(resources->function, name, (size_t)(end - name)) == 0;
	} else if (*in_entry && after(text, end, " bytes stack frame")) {
		resources->stack = number_before(text, end, " bytes stack frame");
		resources->spill_stores = number_before(text, end, " bytes spill stores");
		resources->spill_loads = number_before(text, end, " bytes spill loads");
	} else if (after(text, end, "Used ") && after(text, end, " registers")) {
		/* ptxas omits figures that are zero. */
		const int64_t shared = number_before(text, end, " bytes smem");
		resources->registers = number_before(text, end, " registers");
		resources->barriers = number_before(text, end, " barriers");
		resources->static_shared = shared < 0 ? 0 : shared;
		resources->constant = number_before(text, end, " bytes cmem[0]");
	}
}

void
compiler_log_read(struct compiler_log *log, const char *text, struct arena *arena)
{
	*log = (struct compiler_log){0};
	bool in_entry = false;
	while (*text) {
		const char *end = line_end(text);
		if (strncmp(text, "ptxas", 5) == 0) {
			read_resources(log, text, end, arena, &in_entry);
			read_assembler_error(log, text, end, arena);
		} else {
			read_error(log, text, end, arena);
		}
		text = *end ? end + 1 : end;
	}
}

void
compiler_log_free(struct compiler_log *log)
{
	free(log->errors);
	free(log->functions);
}

const struct log_resources *
compiler_log_find(const struct compiler_log *log, const char *function)
{
	for (size_t i = 0; i < log->function_count; i++) {
		if (strcmp(log->functions[i].function, function) == 0)
			return &log->functions[i];
	}
	for (size_t i = 0; i < log->function_count; i++) {
		if (kernel_symbols_match(log->functions[i].function, function))
			return &log->functions[i];
	}
	return NULL;
}

const char *
log_error_missing_header(const struct log_error *error, struct arena *arena)
{
	const char *name = strstr(error->message, "open source file \"");
	if (!name)
		return NULL;
	name += strlen("open source file \"");
	const char *quote = strchr(name, '"');
	return quote ? arena_strndup(arena, name, (size_t)(quote - name)) : NULL;
}
