/* What stands in for a value that nothing in sight binds; each such value is told in the launch's assumptions. */
#ifndef GPULINT_EVAL_LAUNCH_ASSUME_H
#define GPULINT_EVAL_LAUNCH_ASSUME_H

#include "eval/state/machine.h"
#include "ir/leaves.h"

/* Bytes; the numbers that are assumed leave room for why they are. */
enum { LONGEST_ASSUMPTION = 400, ROOM_FOR_WHY = 64 };

/* Numbers that arguments are given, none larger than `largest`, and why the first of them has none. */
struct assumed_arguments {
	int64_t largest;
	char text[LONGEST_ASSUMPTION];
	struct reason reason;          /* REASON_NONE: there are none */
};

/* A value for a parameter of a function that nobody calls, a number being no larger than `largest`; what is assumed is
 * appended to `text` ("n = 1024"). */
struct value assume_parameter(struct machine *m, const struct ir_var *param, int64_t largest, char *text, size_t size);

/* What a kernel's parameter is given: a number in place of an extent that the program's input, or code that is not in sight,
 * settles; told like the above. Other values are returned as they are. */
struct value assume_argument(struct machine *m, const struct ir_var *param, struct value v, struct assumed_arguments *assumed);

/* Of a record with more members nothing is assumed, nor settled. */
enum { ASSUMED_MEMBERS = 256 };

/* Some memory for a pointer that nobody is seen to have allocated: it begins where cudaMalloc's would. */
struct object *assume_object(struct machine *m, const struct ir_var *param, const char *name);
/* Whether it may point to an array: what lies over other members of a union may as well be a number. */
bool assume_is_of_data(const struct ir_leaf *leaf);

/* An `unsigned long long` may as well be the handle of a texture or a graph's node, for which no number can stand. */
bool assume_allows(const struct ir_type *type);

/* Whether a parameter's name says that it is how long something is: any number that stands for it is at least a likely one. */
bool assume_tells_extent(const char *name);

/* A number that a parameter or member of that name may well have, no larger than `largest`. */
int64_t assume_number(const char *name, const struct ir_type *type, int64_t largest);

#endif
