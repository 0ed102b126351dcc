/* What NVRTC's log says: located errors, and ptxas' account of each kernel's resources. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILER_LOG_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILER_LOG_H

#include <stdint.h>

#include "support/arena.h"

struct log_error {
	const char *file; /* "" if the error has no place */
	uint32_t line;
	uint32_t column;        /* in bytes, from 1 on; 0: not known */
	const char *inner_file; /* where the code itself stands, which may have been inlined there; NULL: not known */
	uint32_t inner_line;
	const char *message;
	const char *excerpt;  /* the line of source that the log shows below it, without leading blanks; "" if none */
	const char *rest;     /* of that line, from the error's column on; "" */
	uint32_t ptx_line;    /* ptxas gives its errors a line of the PTX, 0: none, ... */
	const char *ptx_name; /* ... or speaks of a function by its mangled name, NULL: of none */
};

/* Bytes; -1: the log does not say. */
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

/* NULL: there is none of that name, nor one that another compiler would give it. */
const struct log_resources *compiler_log_find(const struct compiler_log *log, const char *function);

/* The header that an error says it cannot open; NULL if it is about something else. */
const char *log_error_missing_header(const struct log_error *error, struct arena *arena);

#endif
