/* The state of one abstract machine: what runs host code with one lane, or device code with all threads of a block. */
#ifndef GPULINT_EVAL_STATE_MACHINE_H
#define GPULINT_EVAL_STATE_MACHINE_H

#include "code/known_code.h"
#include "data/mask.h"
#include "data/memory.h"
#include "data/symbol.h"
#include "eval/state/compute.h"
#include "eval/state/options.h"
#include "ir/ir.h"
#include "model/fold.h"
#include "support/arena.h"
#include "support/pointer_set.h"

struct fold;
struct program;
struct undo_log;
struct assigned;

/* A local variable of scalar type, or one scalar cell of a local object: a number for each lane. */
struct variable {
	union lane *lane;           /* room for all lanes; only [0] counts while uniform */
	symbol_id *symbol;          /* room for all lanes, or NULL */
	bool uniform, real, has_symbols;
	bool defined;               /* has been written since it was declared */
	uint32_t stamp;             /* machine.clock of the last write */
	uint32_t born;              /* machine.clock when it began to live */
	uint32_t saved_by;          /* serial of the journal that holds its former state */
	struct mask scope;          /* the lanes that were active when it was declared */
};

/* What is to be known of a loop, found out once. */
enum { LOOP_ENTRIES = 64 };
struct loop_entry {
	const struct ir_stmt *loop;
	struct assigned *assigned;  /* NULL: not asked for so far */
	const struct retry_loop *retry;   /* the same */
	enum { ORDER_NOT_ASKED, MAY_ORDER, ORDERS_NOTHING } order;   /* of threads, by what stands in it */
};

struct slot {
	struct variable variable;   /* a scalar whose address is not taken */
	struct object *object;      /* anything else */
	enum { TARGET_NOT_ASKED, TARGET_READ, TARGET_WRITTEN } target;   /* of a pointer: what the function does with it */
};

struct loop_context {
	const struct ir_stmt *loop;     /* NULL: a switch, which `break` leaves as well */
	struct active broken, continued;
	struct loop_context *outer;
};

/* A call of the program's that led into the built-in headers: what they do is reported as done by it. */
struct library_entry {
	const struct ir_expr *call;
	const struct ir_func *func;     /* in which it stands */
	bool result_unused;
};

struct frame {
	const struct ir_func *func;
	struct frame *caller;
	const struct ir_expr *call;     /* in the caller; NULL: nothing in the source calls it */
	struct library_entry entry;     /* of a frame of the built-in headers; call NULL: the program's own code */
	struct slot *slots;
	struct loop_context *loop;
	struct active returned;
	struct variable result;         /* scalar results */
	struct object *result_object;   /* records: the caller's temporary */
	unsigned depth;
	uint64_t begun;                 /* machine.steps when it was called, */
	uint64_t launches_made;         /* and program.launches_made */
};

/* Whether its function was called by itself, maybe by others: the compiler makes a loop of that, or copies. */
static inline bool
frame_is_called_by_itself(const struct frame *frame)
{
	for (const struct frame *caller = frame->caller; caller; caller = caller->caller)
		if (caller->func == frame->func)
			return true;
	return false;
}

/* The innermost around what runs, in the frame's function; NULL: none. */
const struct ir_stmt *frame_loop(const struct frame *frame);
/* The innermost of the frame's callers that is in a loop; NULL: none is. */
const struct frame *frame_calling_in_loop(const struct frame *frame);

/* What has been found out of statements, as of code/effects.h. */
enum { EFFECT_ENTRIES = 64 };
struct effect_entry {
	const struct ir_stmt *stmt;
	bool clobbers, shows_stores;
};

/* The running loop that tries a compare-and-swap until it gets through, see eval/language/retry.h. */
struct retry {
	const struct ir_stmt *loop;     /* NULL: what runs is in none, or has not come to the swap */
	const struct retry_loop *shape;
	unsigned tries;                 /* so far */
	struct mask losers;             /* of the latest */
};

struct machine {
	struct program *program;
	struct symbols *symbols;
	struct memory *memory;
	struct arena scratch;           /* values: released at the end of each statement */
	struct arena frames;            /* frames' slots: released when a function returns */
	struct arena pool;              /* backs the arrays of variables, which go round through the free lists */
	void *free_lanes, *free_symbols;
	unsigned lanes, warps;          /* lanes is a multiple of 32 on the device, 1 on the host */
	bool on_device;

	struct active active;           /* lanes that run now; empty: this path has ended */
	unsigned block_threads;         /* of the block that runs */
	struct mask exited;             /* lanes that ended the thread or the process, on every way that they may have gone */
	struct mask maybe_active;              /* lanes here, since the innermost loop's body began, by an unknown condition */
	uint32_t maybe_active_reason;          /* why the latest of these is not known */
	struct mask may_have_left;               /* lanes that may have left that body by a break or continue: writes are weak */
	uint32_t weak_since;            /* machine.clock when that stopped being empty; what was born later is not weak */
	uint32_t weak_reason;           /* why it is not known whether they have */
	bool one_lane;                  /* device: one lane of a warp runs at most, and nobody knows which */
	struct frame *frame;
	struct object **temporaries;
	size_t temporary_count, temporary_capacity;
	struct undo_log *undo_log;        /* innermost branch of which it is not known whether it is taken, or NULL */
	uint32_t undo_log_serial;        /* of the newest journal */
	uint32_t clock;                 /* counts writes */

	uint64_t steps, step_limit;     /* expressions and statements run, dear ones more; the budget, */
	uint64_t loop_limit;            /* and of a kernel's block what its loops have of it: behind that each goes round once */
	/* Steps and symbols after which unknown integers are no longer told apart, which is dear. */
	uint64_t coarse_from;
	size_t most_symbols;
	bool stopped;                   /* the budget is used up: everything returns at once */
	bool by_example;                /* device memory that is not known is read as examples say, see example.h */
	uint32_t cut_short;             /* the first loop that was left before its end, as a reason: without a pattern for too long,
	                                   or to keep the budget for what comes behind it; of host code also the one in which
	                                   the budget ended; 0: none */
	const struct ir_stmt *left_out; /* the first statement that was met and is not modelled; NULL: none */
	uint32_t left_out_line;         /* where the program has it, or the call that led to it */
	double weight;                  /* how many like it the code now running stands for */
	double block_weight;            /* of that, how many blocks */
	struct work work;               /* device: what its warps have done, */
	struct work idle_work;          /* those of them that access no memory, */
	double longest_block;           /* cycles of the block that has most to do, */
	struct work guard;              /* and those of the running block before the first of them did, */
	bool has_accessed;              /* if one has */
	struct retry retry;             /* device */
	uint32_t unbounded_time;             /* device: the first thing that was met and takes nobody knows how long, as a reason; 0: none */
	uint32_t cut_call;              /* the first call that was not followed for being nested too deep, as a reason; 0: none */
	bool extrapolating;
	const struct ir_stmt *sampled_loop;   /* the innermost of those of which some iterations are not run; NULL: none */
	uint32_t open_loop;             /* the innermost loop now running of which it is not known when it ends, as a reason; 0: none */
	unsigned loop_depth;
	uint64_t full_loop_steps;       /* a loop of no more steps than this is run whole */
	struct arena snapshots;         /* of loops' variables; loops nest, so it is a stack */
	bool thrown;                    /* host: an exception is on its way to a handler */
	struct pointer_set expensive;        /* host: loops that were given up for what they cost */

	/* device */
	struct value special[IR_WARP_SIZE + 1];
	struct fold *fold;
	struct shared_races *shared_races;    /* see shared_race.h; NULL: on the host */
	struct barrier_uses *barrier_uses;     /* see barrier_use.h; NULL: on the host, and in kernels without barriers */
	struct barrier_counts *barrier_counts;   /* see barrier_counts.h; NULL: no barrier has been met */
	uint64_t l1_room;                     /* as of fold_set_l1_room */
	struct pointer_set *reach;            /* of the kernel that runs; NULL on the host */
	bool data_alike;                /* of the program: what lanes load is not told apart */
	const struct ir_stmt *diverging_branch;  /* the branch that parted the lanes of some warp and has not got them back, or NULL */
	struct effect_entry effects[EFFECT_ENTRIES];
	struct loop_entry loops[LOOP_ENTRIES];
	struct known_code *code;        /* the program's */
	const char *assumption;            /* that whatever is accessed now rests on; NULL: none */
	const struct ir_expr *statement;   /* the expression statement that runs now: nobody uses its result */
	struct library_entry launched_by;  /* device: of a kernel of the built-in headers, the call that led to its launch */
	struct object *dynamic_shared;
	bool syncs_grid;                   /* device: some barrier of the whole grid was met */
};

/* expr.c */
struct value eval_expr(struct machine *m, const struct ir_expr *expr);

/* one_lane.c */
/* Of a condition that is not known in these lanes, whether it holds (negated: fails) in one of each warp's at most. */
bool comes_out_in_one_lane(struct machine *m, const struct ir_expr *condition, bool negated, const struct mask *lanes);
/* The lanes that run, as far as the fold is told of them. */
struct active lanes_to_report(const struct machine *m);

/* access.c: memory as programs use it. With a site, device accesses are reported to the fold; without one, they are the
 * evaluator's own business. */
struct value access_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address);
void access_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address,
                  struct value v);
/* What lies at the address is unknown from now on. */
void access_forget(struct machine *m, struct value address, uint64_t bytes, uint32_t reason);
/* A scalar, whole, at a known offset of an object: parameters, statics, results. */
struct value access_read_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset);
void access_write_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                         struct value v);
/* Whether what lies there is a register: a variable of each lane's own, or a part of one that the compiler knows. */
bool access_is_in_registers(const struct machine *m, const struct value *address);
/* Reports an atomic without making one. uniform_operand: what is added, say, does not depend on the thread. */
void access_report_atomic(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address,
                          bool uniform_operand);
/* Both sides of an asynchronous copy of `width` bytes a lane. call: of the builtin, whose first arguments are where to and
 * where from. assumption: that the wavefronts rest on; NULL: none. */
void access_report_copy(struct machine *m, const struct ir_expr *call, unsigned width, const struct fold_copy *copy,
                        const char *assumption);
/* Of a texture or surface: where its elements lie is not known. */
void access_report_texture(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width);
/* Of an access whose addresses rest on what is said nowhere; the assumption outlives the launch. */
void access_report_assumed(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
                           const struct value *address, const char *assumption);
/* Of several accesses of which it is not known how many they are, at loc. */
void access_report_unknown(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                           const struct value *address, uint32_t reason);
/* Of an access without making it. loc: where, if not at the site itself. */
void access_report_at(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                      unsigned width, const struct value *address, int64_t offset, const char *assumption);

/* record.c: records and arrays, by their scalar members. A copy of one that has more than MOST_LEAVES is not known. */
enum { MOST_LEAVES = 4096 };
void access_copy(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value to,
                 struct value from);
/* Reports the loads of a record that goes to a variable. */
void access_report_record(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *from);
void access_zero(struct machine *m, const struct ir_type *type, struct value address);
/* A record from one object to another. */
void access_copy_object(struct machine *m, struct object *to, int64_t to_offset, const struct ir_type *type,
                        struct object *from, int64_t from_offset);

/* object.c: the objects behind variables. What is asked for the first time is made. */
struct object *object_of_variable(struct machine *m, const struct ir_var *var);
/* What the code of the access calls the object that it goes to: of what a kernel is given, its parameter. */
const char *object_name_at(const struct machine *m, const struct object *object, const struct ir_expr *access);
/* Of a local or parameter of the function that runs now. */
struct object *object_for_local(struct machine *m, const struct ir_var *var);
/* The variable is declared again: it holds nothing. */
void object_redeclare_local(struct machine *m, struct object *object);
void object_release_local(struct machine *m, struct object *object);
/* It is written to now; on the device, by the kernel. */
void object_note_store(struct machine *m, struct object *object);
struct value value_address(struct machine *m, const struct object *object, int64_t offset);
/* A scalar whose address nobody takes: it lies in the frame's slot, not in an object. */
bool is_register(const struct ir_var *var);
/* An object for a record that an expression yields; it lives to the end of the statement. */
struct object *temporary_object(struct machine *m, const struct ir_type *type, struct ir_loc loc);
/* Ends the temporaries made since there were `count`. */
void temporary_release(struct machine *m, size_t count);

/* stmt.c */
/* A branch where lanes of one warp part answers for all that runs until they are back. */
void report_branch(struct machine *m, const struct ir_stmt *stmt, const struct value *condition,
                   const struct split *split);
/* The same of a switch, with the lanes that enter at each of its labels. */
void report_paths(struct machine *m, const struct ir_stmt *stmt, const struct value *condition, const struct split *split,
                  const struct mask *paths, unsigned path_count);
/* Behind what stands on the sides of a branch, before which there was so much work. */
void report_work(struct machine *m, const struct ir_stmt *stmt, const struct work *before);
/* Behind a branch or loop that `before` came to while `divider` was the divider. */
void rejoin(struct machine *m, const struct ir_stmt *diverging_branch, const struct mask *before);
void eval_stmt(struct machine *m, const struct ir_stmt *stmt);
/* What is written from here on is weak for these lanes: it is not known, for that reason, whether they are still here. */
void machine_weaken(struct machine *m, const struct mask *lanes, uint32_t reason);
/* switch.c */
void eval_switch(struct machine *m, const struct ir_stmt *stmt);
/* exception.c */
void eval_try(struct machine *m, const struct ir_stmt *stmt);
/* loop.c */
void eval_loop(struct machine *m, const struct ir_stmt *stmt);

/* call.c */
/* A parameter, or what a handler of exceptions names, begins to live and holds that value. */
void bind_variable(struct machine *m, const struct ir_var *var, const struct value *value);
struct value eval_call(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args,
                       size_t arg_count);
/* The same where it is not known which function is called. */
struct value eval_call_unknown(struct machine *m, const struct ir_expr *call, const struct value *args);
/* Runs func, which nothing in the source calls, in a new frame; a record's result goes to result_object. */
struct value call_function(struct machine *m, const struct ir_func *func, const struct value *args, size_t arg_count,
                           struct object *result_object);

/* call_pointer.c: the function at an address; NULL: it is not known which. */
const struct ir_func *function_at(const struct machine *m, struct term at);
/* An IR_CALL_POINTER. */
struct value eval_call_pointer(struct machine *m, const struct ir_expr *call);

/* builtin.c: an IR_BUILTIN, by the handlers of builtin.h. */
struct value eval_builtin(struct machine *m, const struct ir_expr *expr);

/* variable.c */
/* It begins to live, in the active lanes, and holds nothing. */
void variable_declare(struct machine *m, struct variable *v);
/* Gives its arrays back. */
void variable_release(struct machine *m, struct variable *v);
/* Whether it is a number of floating point that is known in no lane, nor will be after whatever computes with it. */
bool variable_is_lost(const struct machine *m, const struct variable *v);
struct value variable_read(struct machine *m, struct variable *v, const struct ir_type *type, struct ir_loc loc,
                           const char *name);
/* Writes the lanes that may be active. */
void variable_write(struct machine *m, struct variable *v, struct value value);
/* What it holds is not known any more; it is there when it was. */
void variable_lose(struct machine *m, struct variable *v, uint32_t reason);
void variable_copy(struct machine *m, struct variable *to, const struct variable *from);

/* ended.c: lanes that end the thread, the kernel or the process. */
#define PROGRAM_WORKS "no assertion is taken to fail, and no trap to be met: either stops the kernel"
/* The active lanes do. assumption: what all accesses behind rest on where it is not certain that they come here. */
void machine_end_lanes(struct machine *m, const char *assumption);
/* Behind a place where ways join: those who came there alive on some way have not ended. */
void machine_spare(struct machine *m, const struct mask *alive);
/* Behind a part that only some of them ran: all lanes again but those that ended meanwhile. */
void machine_resume(struct machine *m, const struct active *all);

/* Where the budget is used up: all ends, but that main goes on which has come to no launch, with what is kept for that. */
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

/* Counts what a warp does, for each warp that is active. */
static inline void
machine_count_work(struct machine *m, const struct work *of_warp)
{
	unsigned warps = 0;
	for (unsigned w = 0; m->on_device && w < m->warps; w++)
		warps += m->active.may.warp[w] != 0;
	work_add(&m->work, of_warp, m->weight * warps);
}

/* From here on it is not known how long the launch takes, for that reason. */
static inline void
machine_lose_time(struct machine *m, uint32_t reason)
{
	if (m->fold && !m->unbounded_time)
		m->unbounded_time = reason;
}

/* Counts work that goes lane by lane, so that the budget knows of it. */
static inline void
machine_count_lanes(struct machine *m)
{
	m->steps += m->lanes / 4;
	m->symbols->coarse = m->steps > m->coarse_from || m->symbols->count > m->most_symbols;
}

/* The number of a reason in the function that runs now; of a built-in header's, at the program's call. `name` may be
 * NULL. */
uint32_t machine_reason(struct machine *m, enum reason_kind kind, struct ir_loc loc, const char *name);
void machine_init(struct machine *m, struct program *program, unsigned lanes, bool on_device);
void machine_free(struct machine *m);
/* Host code is about to be run that nothing calls: it runs in any case. */
void machine_begin_host(struct machine *m);
/* Runs the initialiser of a static variable (on the host's machine). */
void machine_initialise(struct machine *m, const struct ir_expr *init);

#endif
