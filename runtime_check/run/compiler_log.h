/* Parses NVRTC's log: errors with their places, and ptxas' report of each kernel's resources. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILER_LOG_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILER_LOG_H

#include <stdint.h>

#include "support/arena.h"

struct log_error {
	const char *file; /* "" if the error has no place */
	uint32_t line;
	uint32_t column;        /* in bytes, from 1; 0: unknown */
	const char *inner_file; /* the place of the code itself, if it was inlined at `line`; NULL: unknown */
	uint32_t inner_line;
	const char *message;
	const char *excerpt;  /* the source line that the log shows below the error, without leading blanks; "": none */
	const char *rest;     /* the part of that line from the error's column on; "": none */
	uint32_t ptx_line;    /* ptxas gives a line of the PTX (0: none) ... */
	const char *ptx_name; /* ... or the mangled name of a function (NULL: none) */
};

/* In bytes where sizes; -1: the log does not contain it. */
struct log_resources {
	const char *function; /* mangled */
	int64_t registers, stack, spill_stores, spill_loads, static_shared, constant, barriers;
};

struct compiler_log {
	struct log_error *errors;
	size_t error_count, error_capacity;
	struct log_resources *functions; /* the entry functions */
	size_t function_count, function_capacity;
};

/* Strings are taken from the arena; the arrays are freed by compiler_log_free. */
void compiler_log_read(struct compiler_log *log, const char *text, struct arena *arena);
void compiler_log_free(struct compiler_log *log);

/* NULL: there is no function of this name, nor of the name that another compiler would give it. */
const struct log_resources *compiler_log_find(const struct compiler_log *log, const char *function);

/* The header that could not be opened; NULL: the error is about something else. */
const char *log_error_missing_header(const struct log_error *error, struct arena *arena);

#endif
