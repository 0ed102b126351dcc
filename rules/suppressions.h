/* Comments in the source that accept findings:
 *
 *     out[32 * i] = 1; // gpulint: allow(strided-access) the layout is the caller's
 *     out[32 * i] = 1; // NOLINT(gpulint-strided-access)
 *
 * allow names one rule or several, and gives the reason. Beside code it is about its line. On a line of its own it is about
 * the statement that follows, about the whole function if that is a function's definition, and about the whole file
 * if no code stands before it. NOLINT and NOLINTNEXTLINE are clang-tidy's: they are about one line, and need no reason. */
#ifndef GPULINT_RULES_SUPPRESSIONS_H
#define GPULINT_RULES_SUPPRESSIONS_H

#include <stddef.h>
#include <stdint.h>

#include "model/facts.h"
#include "support/arena.h"

struct suppressions {
	struct suppression *items; /* one for each rule that a comment names, in the order of the text */
	size_t count, capacity;
	struct file_problem *problems; /* comments that cannot be read: an unknown rule, or a word other than allow */
	size_t problem_count, problem_capacity;
};

/* Adds the comments of a file. Texts are in the arena; the caller frees items and problems with suppressions_free. */
void suppressions_read(struct suppressions *suppressions, struct arena *arena, const char *path, const char *text,
                       size_t length);
/* The comment that accepts the rule's findings at the place; NULL: there is none. suppressions may be NULL. */
struct suppression *suppressions_find(const struct suppressions *suppressions, const char *rule,
                                      const struct place *place);
/* Moves the findings that a comment accepts to facts->suppressed. suppressions may be NULL. */
void suppressions_apply(const struct suppressions *suppressions, struct facts *facts);
void suppressions_free(struct suppressions *suppressions);

#endif
