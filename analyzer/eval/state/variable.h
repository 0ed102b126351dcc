/* Local variables of scalar type: a number for each lane, written under a mask. */
#ifndef GPULINT_EVAL_STATE_VARIABLE_H
#define GPULINT_EVAL_STATE_VARIABLE_H

#include "domain/mask.h"
#include "domain/value.h"
#include "ir/ir.h"

struct machine;

/* A local variable of scalar type, or one scalar cell of a local object: a number for each lane. */
struct variable {
	union lane *lane;  /* room for all lanes; only [0] counts while uniform */
	symbol_id *symbol; /* room for all lanes, or NULL */
	bool uniform, real, has_symbols;
	bool defined;      /* written since its declaration */
	uint32_t stamp;    /* machine.clock of the last write */
	uint32_t born;     /* machine.clock at the start of its lifetime */
	uint32_t saved_by; /* serial of the undo log that holds its former state */
	struct mask scope; /* lanes active at its declaration */
};

/* Of a defined variable. It is valid until the variable is written. */
static inline struct value
variable_value(const struct variable *v)
{
	return (struct value){v->lane, v->has_symbols ? v->symbol : NULL, .uniform = v->uniform, .real = v->real};
}

/* Starts its lifetime in the active lanes, without a value. */
void variable_declare(struct machine *m, struct variable *v);
/* Returns its arrays to the free lists. */
void variable_release(struct machine *m, struct variable *v);
/* Whether it is a floating-point number that is unknown in every lane separately, as all results computed from it
 * are. */
bool variable_is_lost(const struct machine *m, const struct variable *v);
struct value variable_read(struct machine *m, struct variable *v, const struct ir_type *type, struct ir_loc loc,
                           const char *name);
/* Writes the lanes that may be active. */
void variable_write(struct machine *m, struct variable *v, struct value value);
/* Its value becomes unknown; it stays defined if it was. */
void variable_forget(struct machine *m, struct variable *v, uint32_t reason);
void variable_copy(struct machine *m, struct variable *to, const struct variable *from);

#endif
