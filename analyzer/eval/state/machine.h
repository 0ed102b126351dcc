/* The state of one abstract machine. It executes host code with one lane, or device code with all threads of a
 * block. */
#ifndef GPULINT_EVAL_STATE_MACHINE_H
#define GPULINT_EVAL_STATE_MACHINE_H

#include "code/known_code.h"
#include "data/mask.h"
#include "data/memory.h"
#include "data/symbol.h"
#include "eval/state/compute.h"
#include "eval/state/options.h"
#include "ir/ir.h"
#include "model/aggregator.h"
#include "support/arena.h"
#include "support/pointer_set.h"

struct aggregator;
struct program;
struct undo_log;
struct assigned;

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

/* Properties of a loop, computed once. */
enum { LOOP_ENTRIES = 64 };
struct loop_entry {
	const struct ir_stmt *loop;
	struct assigned *assigned;                                 /* NULL: not computed yet */
	const struct retry_loop *retry;                            /* the same */
	enum { ORDER_NOT_ASKED, MAY_ORDER, ORDERS_NOTHING } order; /* whether its body may order threads */
};

struct slot {
	struct variable variable; /* a scalar whose address is not taken */
	struct object *object;    /* any other variable */
	/* of a pointer: whether the function writes through it */
	enum { TARGET_NOT_ASKED, TARGET_READ, TARGET_WRITTEN } target;
};

struct loop_context {
	const struct ir_stmt *loop; /* NULL: a switch, which `break` leaves too */
	struct active broken, continued;
	struct loop_context *outer;
};

/* A call of the program that led into the built-in headers. Their accesses are reported at this call. */
struct library_entry {
	const struct ir_expr *call;
	const struct ir_func *func; /* the function that contains the call */
	bool result_unused;
};

struct frame {
	const struct ir_func *func;
	struct frame *caller;
	const struct ir_expr *call; /* in the caller; NULL: no call in the source */
	struct library_entry entry; /* for frames of the built-in headers; call NULL: the program's own code */
	struct slot *slots;
	struct loop_context *loop;
	struct active returned;
	struct variable result;       /* for scalar results */
	struct object *result_object; /* for records: the caller's temporary */
	unsigned depth;
	uint64_t begun;         /* machine.steps at the call */
	uint64_t launches_made; /* program.launches_made at the call */
};

/* Whether the function is recursive on this call stack, also indirectly: the compiler turns it into a loop or clones
 * it. */
static inline bool
frame_is_called_by_itself(const struct frame *frame)
{
	for (const struct frame *caller = frame->caller; caller; caller = caller->caller)
		if (caller->func == frame->func)
			return true;
	return false;
}

/* The innermost running loop of the frame's function; NULL: none. */
const struct ir_stmt *frame_loop(const struct frame *frame);
/* The innermost caller of the frame that is in a loop; NULL: none. */
const struct frame *frame_calling_in_loop(const struct frame *frame);

/* Cached effects of statements (code/effects.h). */
enum { EFFECT_ENTRIES = 64 };
struct effect_entry {
	const struct ir_stmt *stmt;
	bool clobbers, shows_stores;
};

/* The running compare-and-swap loop, see eval/language/retry.h. */
struct retry {
	const struct ir_stmt *loop; /* NULL: not in such a loop, or before its swap */
	const struct retry_loop *shape;
	unsigned tries;     /* so far */
	struct mask losers; /* lanes that lost the latest try */
};

struct machine {
	struct program *program;
	struct symbols *symbols;
	struct memory *memory;
	struct arena scratch; /* values; released after each statement */
	struct arena frames;  /* slots of frames; released when a function returns */
	struct arena pool;    /* arrays of variables, recycled through the free lists */
	void *free_lanes, *free_symbols;
	unsigned lanes, warps; /* lanes: a multiple of 32 on the device, 1 on the host */
	bool on_device;

	struct active active;   /* lanes that execute now; empty: this path has ended */
	unsigned block_threads; /* threads of the running block */
	struct mask exited;     /* lanes that ended the thread or the process on every path */
	/* lanes under an unknown condition since the innermost loop body began */
	struct mask maybe_active;
	uint32_t maybe_active_reason; /* why the latest such condition is unknown */
	/* lanes that may have left that body by break or continue: their writes are weak */
	struct mask may_have_left;
	/* machine.clock when may_have_left became non-empty; writes to younger variables are not weak */
	uint32_t weak_since;
	uint32_t weak_reason; /* why it is unknown whether they left */
	bool one_lane;        /* device: at most one lane of a warp executes, and it is unknown which */
	struct frame *frame;
	struct object **temporaries;
	size_t temporary_count, temporary_capacity;
	struct undo_log *undo_log; /* innermost branch of unknown condition, or NULL */
	uint32_t undo_log_serial;  /* serial of the newest undo log */
	uint32_t clock;            /* counts writes */

	uint64_t steps, step_limit; /* expressions and statements executed, expensive ones count more; the budget */
	/* budget of the loops of a kernel's block: beyond it each loop executes one iteration */
	uint64_t loop_limit;
	/* Limits in steps and symbols. Beyond them unknown integers are no longer distinguished, to save time. */
	uint64_t coarse_from;
	size_t most_symbols;
	bool stopped;    /* the budget is used up: everything returns at once */
	bool by_example; /* unknown device memory is read as examples, see example.h */
	/* reason of the first loop left early: it had no pattern for too long, or was stopped to keep budget for later
	 * code; on the host also the loop in which the budget ended; 0: none */
	uint32_t cut_short;
	const struct ir_stmt *left_out; /* the first unsupported statement that was executed; NULL: none */
	uint32_t left_out_line;         /* its line in the program, or the line of the call that led to it */
	double weight;                  /* how many blocks, iterations etc. the running code stands for */
	double block_weight;            /* the blocks among them */
	struct work work;               /* device: work of all warps */
	struct work idle_work;          /* work of the warps that access no memory */
	double longest_block;           /* cycles of the longest block */
	struct work guard;              /* work of the running block before its first access */
	bool has_accessed;              /* whether the running block has accessed memory */
	struct retry retry;             /* device */
	uint32_t unbounded_time;        /* device: reason of the first construct of unknown duration; 0: none */
	uint32_t cut_call;              /* reason of the first call not followed because of its depth; 0: none */
	bool extrapolating;
	const struct ir_stmt *sampled_loop; /* the innermost sampled loop; NULL: none */
	uint32_t open_loop;                 /* reason of the innermost running loop with unknown trip count; 0: none */
	unsigned loop_depth;
	uint64_t full_loop_steps;     /* loops of at most so many steps run in full */
	struct arena snapshots;       /* a stack of snapshots of the variables of nested loops */
	bool thrown;                  /* host: an exception is in flight */
	struct pointer_set expensive; /* host: loops that were abandoned for their cost */

	/* device */
	struct value special[IR_WARP_SIZE + 1];
	struct aggregator *aggregator;
	struct trace *trace;               /* of the launch (support/trace.h); NULL: no site is traced */
	struct shared_races *shared_races; /* see shared_race.h; NULL: on the host */
	struct barrier_uses *barrier_uses; /* see barrier_use.h; NULL: on the host, and in kernels without barriers */
	struct barrier_counts *barrier_counts; /* see barrier_counts.h; NULL: no barrier has been met */
	uint64_t l1_room;                      /* see aggregator_set_l1_room */
	struct pointer_set *reach;             /* of the running kernel; NULL on the host */
	bool data_alike;                       /* the program's: loaded values are not distinguished */
	/* the branch at which a warp diverged and has not reconverged; NULL: none */
	const struct ir_stmt *diverging_branch;
	struct effect_entry effects[EFFECT_ENTRIES];
	struct loop_entry loops[LOOP_ENTRIES];
	struct known_code *code;         /* owned by the program */
	const char *assumption;          /* assumption that current accesses depend on; NULL: none */
	const struct ir_expr *statement; /* the running expression statement, whose result is unused */
	/* device, kernels of the built-in headers: the call that led to the launch */
	struct library_entry launched_by;
	struct object *dynamic_shared;
	bool syncs_grid; /* device: a grid-wide barrier was executed */
};

/* expr.c */
struct value eval_expr(struct machine *m, const struct ir_expr *expr);

/* one_lane.c */
/* Whether an unknown condition holds (negated: fails) in at most one of the given lanes of each warp. */
bool comes_out_in_one_lane(struct machine *m, const struct ir_expr *condition, bool negated, const struct mask *lanes);
/* The active lanes as reported to the aggregator. */
struct active lanes_to_report(const struct machine *m);

/* access.c: memory accesses. With a site, device accesses are reported to the aggregator; without one they are internal to
 * the evaluator. */
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
/* The load and the store of an asynchronous copy of `width` bytes a lane. call: the builtin, with destination and
 * source as its first arguments. assumption: for the store's wavefronts; NULL: none. */
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

/* object.c: the objects of variables, created on first use. */
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

/* stmt.c */
/* Reports a branch. While a warp is diverged, its diverging branch accounts for everything that runs. */
void report_branch(struct machine *m, const struct ir_stmt *stmt, const struct value *condition,
                   const struct split *split);
/* The same for a switch. paths: the lanes that enter at each label. */
void report_paths(struct machine *m, const struct ir_stmt *stmt, const struct value *condition,
                  const struct split *split, const struct mask *paths, unsigned path_count);
/* Call after both sides of a branch. before: the work done before them. */
void report_work(struct machine *m, const struct ir_stmt *stmt, const struct work *before);
/* Call after a branch or loop: restores diverging_branch if all lanes of `before` are active again. */
void rejoin(struct machine *m, const struct ir_stmt *diverging_branch, const struct mask *before);
void eval_stmt(struct machine *m, const struct ir_stmt *stmt);
/* Later writes are weak for these lanes: it is unknown, for this reason, whether they are still active. */
void machine_weaken(struct machine *m, const struct mask *lanes, uint32_t reason);
/* switch.c */
void eval_switch(struct machine *m, const struct ir_stmt *stmt);
/* exception.c */
void eval_try(struct machine *m, const struct ir_stmt *stmt);
/* loop.c */
void eval_loop(struct machine *m, const struct ir_stmt *stmt);

/* call.c */
/* Starts the lifetime of a parameter, or of a handler's exception variable, with this value. */
void bind_variable(struct machine *m, const struct ir_var *var, const struct value *value);
struct value eval_call(struct machine *m, const struct ir_expr *call, const struct ir_func *func,
                       const struct value *args, size_t arg_count);
/* The same for an unknown callee. */
struct value eval_call_unknown(struct machine *m, const struct ir_expr *call, const struct value *args);
/* Runs func in a new frame without a call in the source. A record result goes to result_object. */
struct value call_function(struct machine *m, const struct ir_func *func, const struct value *args, size_t arg_count,
                           struct object *result_object);

/* call_pointer.c: the function at an address; NULL: unknown. */
const struct ir_func *function_at(const struct machine *m, struct term at);
/* An IR_CALL_POINTER. */
struct value eval_call_pointer(struct machine *m, const struct ir_expr *call);

/* builtin.c: an IR_BUILTIN, by the handlers in builtin.h. */
struct value eval_builtin(struct machine *m, const struct ir_expr *expr);

/* variable.c */
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

/* ended.c: lanes that end the thread, the kernel or the process. */
#define PROGRAM_WORKS "no assertion is taken to fail, and no trap to be met: either stops the kernel"
/* Ends the active lanes. assumption: for all later accesses, if it is uncertain that these lanes reach this place. */
void machine_end_lanes(struct machine *m, const char *assumption);
/* After a join: lanes alive on some path have not ended. */
void machine_spare(struct machine *m, const struct mask *alive);
/* After a part that some lanes skipped: all lanes are active again, except those that ended. */
void machine_resume(struct machine *m, const struct active *all);

/* The budget is used up: everything stops. Host code that has made no launch yet gets a reserve once and goes on. */
void machine_run_out(struct machine *m);

static inline void
machine_count_step(struct machine *m)
{
	if (++m->steps > m->step_limit)
		machine_run_out(m);
}

static inline uint64_t
machine_steps_left(const struct machine *m)
{
	return m->step_limit > m->steps ? m->step_limit - m->steps : 0;
}

/* Adds work once for each active warp. */
static inline void
machine_count_work(struct machine *m, const struct work *of_warp)
{
	unsigned warps = 0;
	for (unsigned w = 0; m->on_device && w < m->warps; w++)
		warps += m->active.may.warp[w] != 0;
	work_add(&m->work, of_warp, m->weight * warps);
}

/* The launch's duration becomes unknown, for this reason. */
static inline void
machine_forget_time(struct machine *m, uint32_t reason)
{
	if (m->aggregator && !m->unbounded_time)
		m->unbounded_time = reason;
}

/* Charges work done lane by lane to the budget. */
static inline void
machine_count_lanes(struct machine *m)
{
	m->steps += m->lanes / 4;
	m->symbols->coarse = m->steps > m->coarse_from || m->symbols->count > m->most_symbols;
}

/* Creates a reason at loc in the running function. In a built-in header the place is the program's call. `name` may
 * be NULL. */
uint32_t machine_reason(struct machine *m, enum reason_kind kind, struct ir_loc loc, const char *name);
void machine_init(struct machine *m, struct program *program, unsigned lanes, bool on_device);
void machine_free(struct machine *m);
/* Prepares to run host code that has no caller: it runs in any case. */
void machine_begin_host(struct machine *m);
/* Runs the initialiser of a static variable on the host's machine. */
void machine_initialise(struct machine *m, const struct ir_expr *init);

#endif
