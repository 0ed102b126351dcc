/* The walk that finds which bits of each number a function needs: first of its variables, as long as a round finds more; then what
 * of these is in doubt; then it tells loads. */
#ifndef GPULINT_CODE_NARROW_INTERNAL_H
#define GPULINT_CODE_NARROW_INTERNAL_H

#include "code/narrow/narrow.h"
#include "code/narrow/narrow_bits.h"
#include "code/narrow/narrow_place.h"
#include "ir/walk.h"

/* What a function needs of what its variables hold, when so many bits of its result are needed. */
struct narrow_needs {
	const struct ir_func *func;
	uint64_t result;
	struct narrow_need *vars;      /* by slot */
	bool being_read, is_lost, is_told;
};

struct narrow_reader {
	struct narrow_loads *narrow;
	struct narrow_needs *needs;
	const struct possible_values *values;
	bool knows;                    /* the bits of all variables are known: what is in doubt follows from them */
	bool tells;                    /* that is known, too: loads are told */
	const struct ir_var *target;   /* what is being stored to; NULL: none of the function's numbers */
	uint64_t reused;               /* bits of that, for what is stored */
	bool changed, lost;            /* lost: not all of the function could be read */
	unsigned depth;
};

/* All of it. */
extern const struct narrow_need NARROW_WHOLE;

/* narrow_var.c: what is needed of variables, and what is in doubt of them. */
struct narrow_need *narrow_need_of(struct narrow_reader *r, const struct ir_var *var);
void narrow_need_bits(struct narrow_reader *r, const struct ir_var *var, uint64_t bits);
/* The place is needed as a variable of that type is. */
void narrow_need_as(struct narrow_reader *r, const struct narrow_place *place, const struct ir_type *type,
                    const struct narrow_need *other);
/* Something needs a number of that type there. */
void narrow_need_at(struct narrow_reader *r, const struct narrow_place *place, const struct ir_type *type, uint64_t bits);
/* Something is stored where the parameter leads. */
void narrow_fill(struct narrow_reader *r, const struct ir_var *pointer);
/* It is not told for what it is needed, or only a part of one of its members is. */
void narrow_doubt_var(struct narrow_reader *r, const struct ir_var *var);
/* All loads of an expression whose value is needed in part, and what is kept in variables for it. */
void narrow_doubt_all(struct narrow_reader *r, const struct ir_expr *e);
/* Tells all of the node. */
void narrow_add_all(struct pointer_set *loads, struct ir_node node, unsigned depth);

/* narrow_access.c */
void narrow_read_address(struct narrow_reader *r, const struct ir_expr *address);
void narrow_read_load(struct narrow_reader *r, const struct ir_expr *e, const struct ir_expr *address, uint64_t bits);
/* bits: of the value, beyond the place. */
void narrow_read_store(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits);
void narrow_read_copy(struct narrow_reader *r, const struct ir_expr *e);

/* narrow_call.c */
void narrow_read_call(struct narrow_reader *r, const struct ir_expr *call, uint64_t bits);
/* Something that is not seen gets the argument. */
void narrow_read_given(struct narrow_reader *r, const struct ir_expr *arg);
void narrow_read_builtin(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits);
/* Those of a function's result by which what it needs is told apart. */
uint64_t narrow_result_bits(const struct ir_func *func, uint64_t bits);

/* narrow_expr.c */
void narrow_read_expr(struct narrow_reader *r, const struct ir_expr *e, uint64_t bits);
void narrow_read_parts(struct narrow_reader *r, struct ir_node whole);

/* narrow.c. NULL: they are being found out, for a function that calls itself, or too many others are. */
struct narrow_needs *narrow_needs_of(struct narrow_loads *narrow, const struct ir_func *func, uint64_t result);
/* Adds the loads of the function when so many bits of its result are needed. */
void narrow_tell(struct narrow_loads *narrow, const struct ir_func *func, uint64_t result);

#endif
