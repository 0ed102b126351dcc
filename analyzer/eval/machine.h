/* The state of one abstract machine: what runs host code with one lane, or device code with all threads of a block. */
#ifndef GPULINT_EVAL_MACHINE_H
#define GPULINT_EVAL_MACHINE_H

#include "eval/eval.h"
#include "eval/mask.h"
#include "eval/memory.h"
#include "eval/symbol.h"
#include "eval/value.h"
#include "ir/ir.h"
#include "support/arena.h"

struct fold;
struct host;
struct program;
struct journal;

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

struct slot {
	struct variable variable;   /* a scalar whose address is not taken */
	struct object *object;      /* anything else */
};

struct loop_context {
	struct active broken, continued;
	struct loop_context *outer;
};

struct frame {
	const struct ir_func *func;
	struct frame *caller;
	struct ir_loc call_site;
	struct slot *slots;
	struct loop_context *loop;
	struct active returned;
	struct variable result;         /* scalar results */
	struct object *result_object;   /* records: the caller's temporary */
	unsigned depth;
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
	struct mask exited;             /* lanes that ended the thread or the process */
	struct frame *frame;
	struct journal *journal;        /* innermost branch of which it is not known whether it is taken, or NULL */
	uint32_t journal_serial;        /* of the newest journal */
	uint32_t clock;                 /* counts writes */

	uint64_t steps, step_limit;
	bool stopped;                   /* the budget is used up: everything returns at once */
	double weight;                  /* how many like it the code now running stands for */
	bool extrapolating;
	uint32_t assumed_trips;         /* loops now running whose trip count is not known */
	unsigned loop_depth;

	/* device */
	struct value special[IR_WARP_SIZE + 1];
	struct fold *fold;
	const struct ir_func *kernel;
	struct object *dynamic_shared;

	/* host */
	struct host *host;
};

/* expr.c */
struct value eval_expr(struct machine *m, const struct ir_expr *expr);
struct value eval_condition(struct machine *m, const struct ir_expr *expr);
void eval_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address,
                struct value v);
struct value eval_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address);
void eval_copy(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value to,
               struct value from);
struct object *eval_object_of_var(struct machine *m, const struct ir_var *var);

/* stmt.c */
void eval_stmt(struct machine *m, const struct ir_stmt *stmt);
/* loop.c */
void eval_loop(struct machine *m, const struct ir_stmt *stmt);

/* call.c */
struct value eval_call(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args);
/* Runs func in a new frame, arguments already evaluated. */
struct value eval_function(struct machine *m, const struct ir_func *func, const struct value *args, size_t arg_count,
                           const struct ir_expr *site);

/* builtin_*.c: one for each family; false: not of this family. */
struct value eval_builtin(struct machine *m, const struct ir_expr *call);

/* variable.c */
void variable_declare(struct machine *m, struct variable *v);
/* Gives its arrays back. */
void variable_release(struct machine *m, struct variable *v);
struct value variable_read(struct machine *m, struct variable *v, const struct ir_type *type, struct ir_loc loc,
                           const char *name);
/* Writes the lanes that may be active. */
void variable_write(struct machine *m, struct variable *v, struct value value);
void variable_copy(struct machine *m, struct variable *to, const struct variable *from);

uint32_t machine_reason(struct machine *m, enum reason_kind kind, struct ir_loc loc, const char *name);
void machine_init(struct machine *m, struct program *program, unsigned lanes, bool on_device);
void machine_free(struct machine *m);

#endif
