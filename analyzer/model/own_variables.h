/* Variables of a thread that are not in registers. If the compiler does not know at each access which element it is,
 * the whole array is in local memory, which interleaves the words of a warp's lanes. */
#ifndef GPULINT_MODEL_OWN_VARIABLES_H
#define GPULINT_MODEL_OWN_VARIABLES_H

#include "domain/value.h"
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
	const struct ir_expr *site; /* the accessing expression, */
	const struct ir_loc *loc;   /* and its location */
	struct term address;        /* of the first lane */
	double weight;              /* how often it counts */
	unsigned warp;              /* the warp of the request */
	enum {
		ELEMENT_KNOWN,
		ELEMENT_UNKNOWN
	} knows; /* whether the compiler knows the accessed element, for all lanes */
};
/* Adds a request to the variable. Its addresses are not read if the element is known. An immediate repetition is
 * served by a register. */
void own_variables_add(struct own_variables *own, const struct object *variable, const struct request *r,
                       const struct own_access *access);
/* A location in the code that accesses the variable. */
struct own_place {
	const struct ir_func *func;
	const struct ir_loc *loc;
	enum site_kind kind;
	/* the expression of the first access there to an unknown element; NULL: none */
	const struct ir_expr *unknown;
};
/* An array, a record that contains one, or a variable that is indexed like one: its requests of 128 bytes each, and
 * their traffic. */
struct own_array {
	const struct ir_var *var;
	bool is_indexed; /* by an index that the compiler does not know, so that it is in local memory */
	double requests;
	struct array_traffic traffic;
	const struct own_place *places;
	size_t place_count;
};
/* The next array from *at on, which is advanced past it; var NULL: none. */
struct own_array own_variables_next(const struct own_variables *own, size_t *at);

#endif
