/* The state of one abstract machine. It executes host code with one lane, or device code with all threads of a
 * block. */
#ifndef GPULINT_EVAL_STATE_MACHINE_H
#define GPULINT_EVAL_STATE_MACHINE_H

#include "analysis/known_code.h"
#include "domain/mask.h"
#include "domain/memory.h"
#include "domain/symbol.h"
#include "eval/state/compute.h"
#include "eval/state/options.h"
#include "eval/state/variable.h"
#include "ir/ir.h"
#include "model/event.h"
#include "support/arena.h"
#include "support/pointer_set.h"

struct program;
struct undo_log;
struct assigned;

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
	uint64_t begun;         /* machine.budget.steps at the call */
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

/* Cached effects of statements (analysis/effects.h). */
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

/* The budget of the running code. Unit: steps, which are expressions and statements executed; expensive ones count
 * more. */
struct budget {
	uint64_t steps; /* so far */
	uint64_t limit;
	/* of the loops of a kernel's block: beyond it each loop executes one iteration */
	uint64_t loop_limit;
	uint64_t full_loop_steps; /* loops of at most so many steps run in full */
	/* Beyond so many steps or symbols unknown integers are no longer distinguished, to save time. */
	uint64_t coarse_from;
	size_t most_symbols;
	bool stopped; /* the limit is reached: everything returns at once */
};

/* Uncertainty about the active lanes and, on the device, the branch at which their warps have diverged. */
struct divergence {
	/* lanes under an unknown condition since the innermost loop body began */
	struct mask maybe_active;
	uint32_t maybe_active_reason; /* why the latest such condition is unknown */
	/* lanes that may have left that body by break or continue: their writes are weak */
	struct mask may_have_left;
	/* machine.clock when may_have_left became non-empty; writes to younger variables are not weak */
	uint32_t weak_since;
	uint32_t weak_reason; /* why it is unknown whether they left */
	bool one_lane;        /* device: at most one lane of a warp executes, and it is unknown which */
	/* device: the branch at which a warp diverged and has not reconverged; NULL: none */
	const struct ir_stmt *branch;
};

/* The blocks and iterations that the running code represents, and the loops around it. */
struct sampling {
	double weight;       /* how many blocks, iterations etc. */
	double block_weight; /* the blocks among them */
	bool extrapolating;
	const struct ir_stmt *loop; /* the innermost sampled loop; NULL: none */
	uint32_t open_loop;         /* reason of the innermost running loop with unknown trip count; 0: none */
	unsigned loop_depth;
};

/* The quantities that determine the duration of a launch. */
struct duration {
	struct work work;      /* of all warps */
	struct work idle_work; /* of the warps that access no memory */
	double longest_block;  /* cycles of the longest block */
	struct work guard;     /* work of the running block before its first access */
	bool has_accessed;     /* whether the running block has accessed memory */
	uint32_t unbounded;    /* reason of the first construct of unknown duration; 0: none */
};

/* The order between the threads of a block, as order/ records it. */
struct ordering {
	struct shared_races *races;    /* see shared_race.h; NULL: on the host */
	struct barrier_uses *barriers; /* see barrier_use.h; NULL: on the host, and in kernels without barriers */
	struct barrier_counts *counts; /* see barrier_counts.h; NULL: no barrier has been met */
};

/* The block that device code runs in. */
struct running_block {
	unsigned threads;
	struct value special[IR_WARP_SIZE + 1]; /* by enum ir_special */
	struct object *dynamic_shared;
};

/* Code that was not run, or not to its end. */
struct omitted {
	/* reason of the first loop left early: it had no pattern for too long, or was stopped to keep budget for later
	 * code; on the host also the loop in which the budget ended; 0: none */
	uint32_t loop;
	uint32_t call;              /* reason of the first call not followed because of its depth; 0: none */
	const struct ir_stmt *stmt; /* the first unsupported statement that was executed; NULL: none */
	uint32_t line;              /* its line in the program, or the line of the call that led to it */
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

	struct active active; /* lanes that execute now; empty: this path has ended */
	struct mask exited;   /* lanes that ended the thread or the process on every path */
	struct divergence divergence;
	struct frame *frame;
	struct object **temporaries;
	size_t temporary_count, temporary_capacity;
	struct undo_log *undo_log; /* innermost branch of unknown condition, or NULL */
	uint32_t undo_log_serial;  /* serial of the newest undo log */
	uint32_t clock;            /* counts writes */

	struct budget budget;
	bool by_example; /* unknown device memory is read as examples, see example.h */
	struct omitted omitted;
	struct sampling sampling;
	struct duration duration;     /* device */
	struct retry retry;           /* device */
	struct arena snapshots;       /* a stack of snapshots of the variables of nested loops */
	bool thrown;                  /* host: an exception is in flight */
	struct pointer_set expensive; /* host: loops that were abandoned for their cost */

	/* device */
	struct running_block block;
	struct event_sink *sink; /* receives accesses and branches; NULL: muted, or the host */
	struct trace *trace;     /* of the launch (support/trace.h); NULL: no site is traced */
	struct ordering ordering;
	struct pointer_set *reach; /* of the running kernel; NULL on the host */
	bool data_alike;           /* the program's: loaded values are not distinguished */
	struct effect_entry effects[EFFECT_ENTRIES];
	struct loop_entry loops[LOOP_ENTRIES];
	struct known_code *code;         /* owned by the program */
	const char *assumption;          /* assumption that current accesses depend on; NULL: none */
	const struct ir_expr *statement; /* the running expression statement, whose result is unused */
	/* device, kernels of the built-in headers: the call that led to the launch */
	struct library_entry launched_by;
	bool syncs_grid; /* device: a grid-wide barrier was executed */
};

/* Later writes are weak for these lanes: it is unknown, for this reason, whether they are still active. */
void machine_weaken(struct machine *m, const struct mask *lanes, uint32_t reason);

/* ended.c: lanes that end the thread, the kernel or the process. */
#define PROGRAM_WORKS "no assertion fails and no trap executes: either stops the kernel"
/* Ends the active lanes. assumption: for all later accesses, if it is uncertain that these lanes reach this place. */
void machine_end_lanes(struct machine *m, const char *assumption);
/* After a join: lanes alive on some path have not ended. */
void machine_spare(struct machine *m, const struct mask *alive);
/* After a part that some lanes skipped: all lanes are active again, except those that ended. */
void machine_resume(struct machine *m, const struct active *all);

/* The budget is used up: everything stops. Host code that has made no launch yet gets a reserve once and continues. */
void machine_run_out(struct machine *m);

static inline void
machine_count_step(struct machine *m)
{
	if (++m->budget.steps > m->budget.limit)
		machine_run_out(m);
}

static inline uint64_t
machine_steps_left(const struct machine *m)
{
	return m->budget.limit > m->budget.steps ? m->budget.limit - m->budget.steps : 0;
}

/* Adds work once for each active warp. */
static inline void
machine_count_work(struct machine *m, const struct work *of_warp)
{
	unsigned warps = 0;
	for (unsigned w = 0; m->on_device && w < m->warps; w++)
		warps += m->active.may.warp[w] != 0;
	work_add(&m->duration.work, of_warp, m->sampling.weight * warps);
}

/* The launch's duration becomes unknown, for this reason. */
static inline void
machine_forget_time(struct machine *m, uint32_t reason)
{
	if (m->sink && !m->duration.unbounded)
		m->duration.unbounded = reason;
}

/* Charges work done lane by lane to the budget. */
static inline void
machine_count_lanes(struct machine *m)
{
	m->budget.steps += m->lanes / 4;
	m->symbols->coarse = m->budget.steps > m->budget.coarse_from || m->symbols->count > m->budget.most_symbols;
}

/* How often the running host code executes: the number of iterations that it represents. */
uint64_t machine_times(const struct machine *m);
/* The cache entry of a loop; valid until another loop is looked up. */
struct loop_entry *loop_entry(struct machine *m, const struct ir_stmt *loop);
/* The reason for unknown results of the loop. inputs_before: program.inputs_read at its start. */
uint32_t loop_reason(struct machine *m, const struct ir_stmt *loop, uint64_t inputs_before);

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
