/* The objects of variables, created on first use, and objects at addresses. */
#ifndef GPULINT_EVAL_STATE_OBJECT_H
#define GPULINT_EVAL_STATE_OBJECT_H

#include "eval/state/machine.h"

struct object *object_of_variable(struct machine *m, const struct ir_var *var);
/* The object's name in the code of the access: for a buffer passed to a kernel, the parameter's name. */
const char *object_name_at(const struct machine *m, const struct object *object, const struct ir_expr *access);
/* The object of a local or parameter of the running function. */
struct object *object_for_local(struct machine *m, const struct ir_var *var);
/* The variable is declared again: its contents are lost. */
void object_redeclare_local(struct machine *m, struct object *object);
void object_release_local(struct machine *m, struct object *object);
/* Records a store to the object; on the device also that the kernel wrote it. */
void object_note_store(struct machine *m, struct object *object);
struct value value_address(struct machine *m, const struct object *object, int64_t offset);
/* A scalar whose address is not taken: it is in the frame's slot, not in an object. */
bool is_register(const struct ir_var *var);
/* An object for a record-valued expression; it lives until the end of the statement. */
struct object *temporary_object(struct machine *m, const struct ir_type *type, struct ir_loc loc);
/* Frees all temporaries but the first `count`. */
void temporary_release(struct machine *m, size_t count);

/* The object that an address points into, and the offset; NULL: unknown. */
struct object *object_of_address(struct machine *m, const struct value *address, int64_t *offset);

#endif
