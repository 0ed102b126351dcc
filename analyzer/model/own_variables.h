/* Variables of a thread's own that do not lie in registers. An array of which the compiler does not know at each access which
 * element it is lies in local memory, whole; that has the words of a warp's lanes side by side. */
#ifndef GPULINT_MODEL_OWN_VARIABLES_H
#define GPULINT_MODEL_OWN_VARIABLES_H

#include "data/value.h"
#include "model/request.h"

struct own_variable;
struct own_variables {
	struct own_variable *items;
	size_t count, capacity;
};

void own_variables_free(struct own_variables *own);
struct own_access {
	enum site_kind kind;
	const struct ir_func *func;
	const struct ir_expr *site;                /* what makes it, */
	const struct ir_loc *loc;                  /* and where */
	struct term place;                         /* the first lane's */
	double weight;                             /* how often it counts */
	unsigned warp;                             /* whose request it is */
	enum { PLACE_KNOWN, PLACE_UNKNOWN } knows; /* whether the compiler knows which element it is, of all lanes */
};
/* A request to the variable; its addresses are not read where the place is known. What has just been there is in a register. */
void own_variables_add(struct own_variables *own, const struct object *variable, const struct request *r,
                       const struct own_access *access);
/* Where in the code it is accessed. */
struct own_place {
	const struct ir_func *func;
	const struct ir_loc *loc;
	enum site_kind kind;
	/* what makes the first access there to an element that the compiler does not know; NULL: none does */
	const struct ir_expr *unknown;
};
/* An array, a record that has one, or what is indexed like one: its requests of 128 bytes each, and what they would move. */
struct own_array {
	const struct ir_var *var;
	bool is_indexed; /* by what the compiler does not know, so that it lies in local memory */
	double requests;
	struct array_traffic traffic;
	const struct own_place *places;
	size_t place_count;
};
/* The next of them from *at on, which moves behind it; var NULL: there are no more. */
struct own_array own_variables_next(const struct own_variables *own, size_t *at);

#endif
