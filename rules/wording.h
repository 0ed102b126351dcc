/* Texts that the rules share. They are in the facts' arena or constant. */
#ifndef GPULINT_RULES_WORDING_H
#define GPULINT_RULES_WORDING_H

#include "rules/draft.h"

/* Formatted text in the facts' arena. */
const char *text(struct rule_context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The index of a thread or a block, "(3, 0)" or "3", with as many dimensions as the launch has. */
const char *index_text(struct rule_context *context, const uint32_t at[3], const uint32_t of[3]);

/* The array that the site accesses, as the source names it there: `length` bytes; 0: it has no name. */
struct name {
	const char *start;
	int length;
};
struct name array_name(const struct site *site);
/* "load of 'in'", "store", "load of 'p' ('in' of the kernel)", … */
const char *access_text(struct rule_context *context, const struct site *site);

/* "7.5x slower", "not worth fixing, 1.00x"; "" if the penalty is unknown. */
const char *headline_cost(struct draft *draft);
/* "2.9x slower than with its lanes side by side (2.0x to 4.2x likely): 43.1 us of the launch's 66.0 us, bound by
 * memory; 12% of the program"; "" if the penalty is unknown. ideal: the form with which the penalty compares. */
const char *penalty_text(struct draft *draft, const char *ideal);
/* The ideal form of accesses at this many places. */
const char *ideal_text(enum site_space space, size_t places);
/* The basis of the figures about the launch's instructions. */
const char *machine_basis_text(const struct machine_lines *machine);
/* The excessive traffic of an access at this many places, and its share of the launch's. */
const char *traffic_text(struct draft *draft, size_t places);

#endif
