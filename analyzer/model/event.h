/* Events: what the evaluator reports of device code while it executes a block, and the sink that takes them.
 *
 * An event covers all threads of the running block. Pointers in it are valid during the call alone, except IR nodes,
 * which outlive the launch. Counts stand for `weight` blocks and iterations. */
#ifndef GPULINT_MODEL_EVENT_H
#define GPULINT_MODEL_EVENT_H

#include "domain/mask.h"
#include "domain/memory.h"
#include "domain/value.h"
#include "model/facts.h"

/* An asynchronous copy from global to shared memory. */
struct copy_event {
	const struct value *from, *to;
	const struct mask *empty; /* lanes that read nothing from global memory */
	bool bypass, fills;       /* see struct async_copy */
};

struct access_event {
	const struct ir_expr *site;     /* what makes the access */
	const struct ir_expr *reported; /* what is reported: the site, or the call of a built-in header that holds it */
	const struct ir_loc *loc;       /* where `reported` is */
	const struct ir_line_info *line_info; /* where the compiler's line table has it; NULL: at `reported` */
	const struct ir_func *func;           /* the function that contains `reported` */
	enum site_kind kind;
	unsigned width; /* bytes per lane */
	const struct value *address;
	int64_t offset; /* added to each lane's address */
	const struct active *active;
	bool one_lane; /* at most one of the lanes of a warp that may be active executes it, and any may be the one */
	const struct ir_stmt *diverging_branch; /* the branch at which the missing lanes of some warp left, or NULL */
	double weight;                          /* blocks and iterations that this execution stands for */
	double block_weight;                    /* blocks among them */
	bool extrapolated;
	const struct ir_stmt *sampled_loop; /* the innermost surrounding sampled loop; NULL: none */
	bool result_unused;                 /* atomics: the old value is not used */
	bool uniform_operand;               /* atomics: the operand does not depend on the thread */
	/* atomics: the loop that repeats it until it succeeds, for the first try; NULL otherwise */
	const struct retry_loop *first_try;
	const struct ir_stmt *loop; /* the innermost surrounding loop of its function, or NULL */
	/* then the innermost loop that contains the call, also indirectly; or NULL */
	const struct ir_stmt *calling_loop;
	uint32_t open_loop;            /* reason of the innermost surrounding loop of unknown trip count; 0: none */
	const char *assumption;        /* an assumption that the addresses depend on; NULL: none */
	bool spins;                    /* in an iteration of the loop that an atomic is compiled to */
	const struct copy_event *copy; /* the copy whose load or store this is; NULL: none */
};

struct branch_event {
	const struct ir_stmt *site;
	const struct ir_func *func;
	const struct split *split;
	const struct mask *paths; /* switches: the lanes that enter at each label with statements */
	unsigned path_count;
	const struct ir_stmt *diverging_branch; /* as of an access */
	const struct value *condition;
	const struct active *active;
	double weight, block_weight;
	bool extrapolated;
	uint32_t open_loop; /* as of an access */
	bool ends_loop;     /* an if that leaves the surrounding loop (analysis/loop_test.h) */
};

/* A barrier of the block that the thread `came` certainly reaches, and `missing` certainly does not, although it has
 * not ended. */
struct barrier_event {
	const struct ir_expr *site;
	const struct ir_func *func;
	unsigned came, missing; /* thread indices in the block */
	bool missing_end;       /* all missing threads end without reaching another barrier instead */
};

/* A fence of system scope. */
struct fence_event {
	const struct ir_expr *reported;
	const struct ir_func *func;
	double warps; /* that execute it, weighted */
};

/* Two unordered accesses to the same word of shared memory by two threads of a block, at least one of them a store. */
struct race_event {
	struct race_event_end {
		const struct ir_expr *site;
		const struct ir_func *func;
		enum site_kind kind;
		unsigned thread; /* index in the block */
	} first, second;         /* in the order of the lock-step execution */
	const char *array;
	bool in_warp;      /* both threads are in one warp: __syncwarp() would order them */
	uint32_t interval; /* between barriers, numbered through the launch: races of one interval have one cause */
	uint32_t block[3];
	const char *assumption; /* an assumption that it depends on; NULL: none */
};

/* A barrier in the program's own code: whether the accesses before and after it need it, and whether there are any. */
struct barrier_use_event {
	const struct ir_expr *site;
	const struct ir_func *func;
	double warps; /* executions by warps in the launch */
	bool is_needed, has_before, has_after;
};

struct event_sink;

struct event_sink_ops {
	/* A negative weight takes back an access that was reported with the same addresses. */
	void (*access)(struct event_sink *sink, const struct access_event *access);
	/* An access to a variable of the thread. element_known: the compiler can resolve the element. */
	void (*own)(struct event_sink *sink, const struct object *variable, const struct access_event *access,
	            bool element_known);
	/* An access to a texture or surface, at unknown addresses. */
	void (*texture)(struct event_sink *sink, const struct access_event *access);
	/* An unknown number of accesses, for the symbol's reason. They count as one. */
	void (*unknown)(struct event_sink *sink, const struct access_event *access, symbol_id symbol);
	void (*branch)(struct event_sink *sink, const struct branch_event *branch);
	/* The work of a branch's arms, after they have run; NULL: not known. An arm that only jumps leaves the code after
	 * the branch as the other arm; a branch that ends a loop has the rest of the loop. */
	void (*branch_work)(struct event_sink *sink, const struct ir_stmt *branch, const struct work *work);
	/* Executed iterations of a loop that events name as their open_loop. */
	void (*iterations)(struct event_sink *sink, uint32_t open_loop, uint64_t iterations);
	/* The launch accesses shared memory of other blocks of its cluster; the running block's own memory
	 * represents it. */
	void (*cluster)(struct event_sink *sink);
	void (*divergent_barrier)(struct event_sink *sink, const struct barrier_event *barrier);
	void (*system_fence)(struct event_sink *sink, const struct fence_event *fence);
	void (*shared_race)(struct event_sink *sink, const struct race_event *race);
	void (*barrier_use)(struct event_sink *sink, const struct barrier_use_event *use);
};

/* First member of every receiver of events. A NULL sink ignores events: of host code, and of code that is only
 * evaluated on trial. */
struct event_sink {
	const struct event_sink_ops *ops;
};

#endif
