/* Accesses to memory by the active lanes. With a site, device accesses are reported to the aggregator; without one they
 * are internal to the evaluator. */
#ifndef GPULINT_EVAL_LANGUAGE_ACCESS_H
#define GPULINT_EVAL_LANGUAGE_ACCESS_H

#include "eval/state/machine.h"

struct value access_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                         struct value address);
void access_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address,
                  struct value v);
/* The bytes at the address become unknown. */
void access_forget(struct machine *m, struct value address, uint64_t bytes, uint32_t reason);
/* A whole scalar at a known offset of an object: parameters, statics, results. */
struct value access_read_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset);
void access_write_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                         struct value v);
/* Whether the address is in a register: a lane's own variable, or a part of one that the compiler can resolve. */
bool access_is_in_registers(const struct machine *m, const struct value *address);
/* Reports an atomic without executing it. uniform_operand: the operand is the same in all threads. */
void access_report_atomic(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address,
                          bool uniform_operand);
/* The load and the store of an asynchronous copy of `width` bytes for each lane. call: the builtin, with destination
 * and source as its first arguments. assumption: for the store's wavefronts; NULL: none. */
void access_report_copy(struct machine *m, const struct ir_expr *call, unsigned width, const struct copy_event *copy,
                        const char *assumption);
/* A texture or surface access: the addresses of its elements are unknown. */
void access_report_texture(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width);
/* An access whose addresses depend on an undocumented layout. The assumption must outlive the launch. */
void access_report_assumed(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
                           const struct value *address, const char *assumption);
/* An unknown number of accesses, at loc. */
void access_report_unknown(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                           const struct value *address, uint32_t reason);
/* Reports an access without executing it. loc: its place; NULL: the site's. */
void access_report_at(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                      unsigned width, const struct value *address, int64_t offset, const char *assumption);

/* record.c: records and arrays, as their scalar members. Copies of more than MOST_LEAVES members are unknown. */
enum { MOST_LEAVES = 4096 };
void access_copy(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value to,
                 struct value from);
/* Reports the loads of a record that is copied to a variable. */
void access_report_record(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                          const struct value *from);
void access_zero(struct machine *m, const struct ir_type *type, struct value address);
/* Copies a record between objects. */
void access_copy_object(struct machine *m, struct object *to, int64_t to_offset, const struct ir_type *type,
                        struct object *from, int64_t from_offset);

#endif
