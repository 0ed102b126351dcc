/* Assumed values of arguments that nothing visible binds. The launch's assumptions report each of them. */
#ifndef GPULINT_EVAL_LAUNCH_ASSUME_H
#define GPULINT_EVAL_LAUNCH_ASSUME_H

#include "eval/state/launch_request.h"
#include "ir/leaves.h"

/* A value for a parameter of a function without callers; numbers are at most `largest`. Appends the assumption to
 * `text` ("n = 1024"). */
struct value assume_parameter(struct machine *m, const struct ir_var *param, int64_t largest, char *text, size_t size);

/* A kernel argument: an extent that the program's input or unseen code determines is replaced by an assumed number,
 * which is recorded. Other values are returned unchanged. */
struct value assume_argument(struct machine *m, const struct ir_var *param, struct value v,
                             struct assumed_arguments *assumed);

/* Nothing is assumed or bound in records with more members. */
enum { MOST_ASSUMED_MEMBERS = 256 };

/* Memory for a pointer without visible allocation. It begins at an address that cudaMalloc could return. */
struct object *assume_object(struct machine *m, const struct ir_var *param, const char *name);
/* Whether the member may point to an array. In a union it may as well be a number. */
bool assume_is_of_data(const struct ir_leaf *leaf);

/* Whether a number can be assumed for the type. An `unsigned long long` may be a texture or graph handle, for which
 * no number is plausible. */
bool assume_allows(const struct ir_type *type);

/* Whether the parameter's name indicates an extent: then any assumed number is a plausible lower bound. */
bool assume_names_extent(const char *name);

/* A likely number for a parameter or member of that name, at most `largest`. */
int64_t assume_number(const char *name, const struct ir_type *type, int64_t largest);

#endif
