/* Builtins: the functions of ir/builtins.def, each executed by one handler. A handler serves several builtins if
 * they do not differ here. */
#ifndef GPULINT_EVAL_BUILTIN_BUILTIN_H
#define GPULINT_EVAL_BUILTIN_BUILTIN_H

#include "eval/state/builtin_call.h"
#include "eval/state/environment.h"
#include "eval/state/machine.h"

typedef struct value (*builtin_handler)(struct machine *m, const struct builtin_call *call);

/* For functions that return results through pointers. If argument i is a pointer, its target gets the value, or an
 * unknown one. */
void builtin_output(struct machine *m, const struct builtin_call *call, uint32_t i, const struct ir_type *type,
                    struct value v);
void builtin_forget_output(struct machine *m, const struct builtin_call *call, uint32_t i);
/* The result of a call that only a run determines: an assumed number, which launches report as an assumption. All
 * assumed numbers of handlers are made here. */
struct value builtin_taken(struct machine *m, const struct builtin_call *call, const struct ir_type *type,
                           struct taken_number number);

builtin_handler builtin_handler_of(enum ir_builtin id);
/* The reason why the call's result is unknown. It names the function that the program calls, not one inside the
 * built-in headers. */
uint32_t builtin_reason(struct machine *m, const struct builtin_call *call, enum reason_kind kind);
/* The reason of a number that the call reads from the program's input. */
uint32_t builtin_reads_input(struct machine *m, const struct builtin_call *call);
/* Why the text at the first argument, and therefore the call's result, is unknown. */
uint32_t builtin_text_reason(struct machine *m, const struct builtin_call *call);
struct value builtin_unknown(struct machine *m, const struct builtin_call *call, enum reason_kind kind);
/* Whether it reads or writes memory at its first argument. */
bool builtin_is_access(enum ir_builtin id);
/* One byte, 0 to 255; false: it is unknown. */
bool builtin_byte(struct machine *m, struct object *object, int64_t offset, int64_t *byte);
/* A NUL-terminated string; false: part of it is unknown. */
bool builtin_string(struct machine *m, const struct value *address, char *text, size_t size);
/* Writes bytes to host memory. */
void builtin_write_bytes(struct machine *m, struct object *object, int64_t offset, const char *bytes, size_t count);

/* builtin_warp.c */
struct value builtin_sync(struct machine *m, const struct builtin_call *call);
struct value builtin_sync_vote(struct machine *m, const struct builtin_call *call);
struct value builtin_shuffle(struct machine *m, const struct builtin_call *call);
struct value builtin_vote(struct machine *m, const struct builtin_call *call);
struct value builtin_activemask(struct machine *m, const struct builtin_call *call);
struct value builtin_lane_id(struct machine *m, const struct builtin_call *call);
struct value builtin_reduce(struct machine *m, const struct builtin_call *call);
struct value builtin_match_any(struct machine *m, const struct builtin_call *call);
struct value builtin_data_dependent(struct machine *m, const struct builtin_call *call);
struct value builtin_nothing(struct machine *m, const struct builtin_call *call);
struct value builtin_random(struct machine *m, const struct builtin_call *call);

/* builtin_table.c */
struct value builtin_sine(struct machine *m, const struct builtin_call *call);

/* builtin_memory.c */
struct value builtin_load(struct machine *m, const struct builtin_call *call);
struct value builtin_store(struct machine *m, const struct builtin_call *call);
struct value builtin_atomic(struct machine *m, const struct builtin_call *call);
struct value builtin_address_space(struct machine *m, const struct builtin_call *call);
struct value builtin_same_address(struct machine *m, const struct builtin_call *call);
struct value builtin_shared_number(struct machine *m, const struct builtin_call *call);
/* Records that the pointer leads to another block's memory. */
struct value builtin_enters_cluster(struct machine *m, const struct builtin_call *call);
struct value builtin_texture(struct machine *m, const struct builtin_call *call);
struct value builtin_forget_input(struct machine *m, const struct builtin_call *call);
struct value builtin_forget(struct machine *m, const struct builtin_call *call);
struct value builtin_reorder(struct machine *m, const struct builtin_call *call);
struct value builtin_may_change(struct machine *m, const struct builtin_call *call);
struct value builtin_likely(struct machine *m, const struct builtin_call *call);
struct value builtin_is_known(struct machine *m, const struct builtin_call *call);
struct value builtin_is_walked(struct machine *m, const struct builtin_call *call);

/* builtin_async.c */
struct value builtin_async_copy(struct machine *m, const struct builtin_call *call);
struct value builtin_async_wait(struct machine *m, const struct builtin_call *call);

/* builtin_matrix.c */
struct value builtin_matrix(struct machine *m, const struct builtin_call *call);

/* builtin_math.c */
/* One lane of a function of known numbers; false: the function is not modelled. Of call->args, only `real` is read. */
typedef bool (*builtin_function)(enum ir_builtin id, const union lane *x, const struct builtin_call *call,
                                 union lane *r);
/* The function that a handler applies to each lane; NULL: the handler does more. */
builtin_function builtin_function_of(builtin_handler handler);
/* The same, with the result rounded or wrapped to its type. */
bool builtin_apply(builtin_function function, const struct builtin_call *call, const union lane *x, union lane *r);
struct value builtin_number(struct machine *m, const struct builtin_call *call);
struct value builtin_multiply_24(struct machine *m, const struct builtin_call *call);

/* builtin_heap.c */
/* Sets an object's place to the call; for a call in a built-in header, to the program's own call. */
void builtin_place(const struct machine *m, struct object *object, const struct ir_expr *call);
/* The object of an allocation; 0 bytes: the size is unknown. */
struct object *builtin_allocate(struct machine *m, const struct ir_expr *call, enum object_kind kind, uint64_t bytes);
struct value builtin_malloc(struct machine *m, const struct builtin_call *call);
struct value builtin_free(struct machine *m, const struct builtin_call *call);
struct value builtin_allocated(struct machine *m, const struct builtin_call *call);

/* builtin_bytes.c: what a memcpy, memmove or memset of device code loads and stores. */
void builtin_report_bytes(struct machine *m, const struct builtin_call *call);

/* builtin_exit.c */
struct value builtin_throw(struct machine *m, const struct builtin_call *call);
struct value builtin_at_exit(struct machine *m, const struct builtin_call *call);
/* Runs the exit calls, after main. */
void builtin_run_exit_calls(struct machine *m);

/* builtin_libc.c */
struct value builtin_memset(struct machine *m, const struct builtin_call *call);
struct value builtin_memcpy(struct machine *m, const struct builtin_call *call);
struct value builtin_memory_compare(struct machine *m, const struct builtin_call *call);
struct value builtin_string_compare(struct machine *m, const struct builtin_call *call);
struct value builtin_getenv(struct machine *m, const struct builtin_call *call);
struct value builtin_string_length(struct machine *m, const struct builtin_call *call);
struct value builtin_string_search(struct machine *m, const struct builtin_call *call);
struct value builtin_string_copy(struct machine *m, const struct builtin_call *call);
struct value builtin_parse_number(struct machine *m, const struct builtin_call *call);
struct value builtin_exit(struct machine *m, const struct builtin_call *call);
struct value builtin_open(struct machine *m, const struct builtin_call *call);
/* Moves bytes between two known objects of any kind. */
void builtin_move(struct machine *m, struct object *to, int64_t to_offset, struct object *from, int64_t from_offset,
                  uint64_t bytes);

/* builtin_format.c */
struct value builtin_print(struct machine *m, const struct builtin_call *call);
struct value builtin_print_text(struct machine *m, const struct builtin_call *call);
struct value builtin_input_number(struct machine *m, const struct builtin_call *call);
struct value builtin_input(struct machine *m, const struct builtin_call *call);

/* builtin_random.c */
struct value builtin_rand(struct machine *m, const struct builtin_call *call);
struct value builtin_seed(struct machine *m, const struct builtin_call *call);
struct value builtin_rand48(struct machine *m, const struct builtin_call *call);

/* builtin_copy.c */
struct value builtin_cuda_copy(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_copy_rows(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_copy_symbol(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_fill(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_fill_rows(struct machine *m, const struct builtin_call *call);

/* builtin_cuda.c */
struct value builtin_cuda_allocate(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_free(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_pitch(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_register(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_output(struct machine *m, const struct builtin_call *call);
/* A stream is a new byte of the heap: not null, and equal to no other. */
struct value builtin_cuda_stream(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_set_device(struct machine *m, const struct builtin_call *call);
struct value builtin_share_devices(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_address(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_launch(struct machine *m, const struct builtin_call *call);

/* builtin_device.c */
struct value builtin_cuda_properties(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_function_attributes(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_attribute(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_device(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_device_count(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_version(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_memory_info(struct machine *m, const struct builtin_call *call);

/* builtin_occupancy.c */
struct value builtin_cuda_resident_blocks(struct machine *m, const struct builtin_call *call);
struct value builtin_cuda_best_block(struct machine *m, const struct builtin_call *call);

#endif
