/* One program: units linked by name, with the memory and symbols that host and device code share. */
#ifndef GPULINT_EVAL_STATE_PROGRAM_H
#define GPULINT_EVAL_STATE_PROGRAM_H

#include "analysis/known_code.h"
#include "domain/memory.h"
#include "domain/symbol.h"
#include "eval/state/environment.h"
#include "eval/state/generators.h"
#include "eval/state/instances.h"
#include "eval/state/options.h"
#include "support/arena.h"
#include "support/pointer_set.h"

struct child_launch;
struct host_record;

/* A launch and the buffers that it ran on. Its id is a key, see launch_key.h. */
struct launch_run {
	uint64_t id;
	uint32_t clock;   /* machine.clock of its last run */
	uint64_t written; /* bit set of arguments whose buffers it stored to, for the first 64 */
};

/* The latest launches of a kernel at one place, by key. */
enum { RECENT_LAUNCHES = 4 }; /* the most launches in a loop's period: see MOST_PERIOD in loop.h */
struct recent_launches {
	const struct ir_unit *unit;
	struct ir_loc loc;
	uint64_t keys[RECENT_LAUNCHES];
	size_t count; /* made so far */
};

/* A child launch that each launch of the parent makes. */
struct launch_edge {
	const struct ir_func *kernel;
	uint64_t key, times;
};

/* The launch whose device code makes the current launch. */
struct parent_launch {
	const struct ir_func *kernel; /* NULL: host code launches */
	uint64_t key, times;          /* times: how often the parent is launched now */
	unsigned depth;               /* nesting depth of launches */
	const char *assumption;       /* basis of its numbers; NULL: the program determines them */
};

/* The launches by the device code of one launch: see eval/launch/child_launch.h. */
struct child_launches {
	struct arena arena;
	struct child_launch *items; /* identical ones once */
	size_t count, capacity;
	bool open;     /* counted blocks are running */
	bool complete; /* all of its blocks ran to their end */
};

/* Data to count a launch. */
struct launch_count {
	uint64_t key;    /* see launch_key.h */
	uint64_t latest; /* program.launches_made at its latest launch */
	struct launch_edge *children;
	size_t child_count, child_capacity;
};

/* A kernel instance and the facts found so far. */
struct kernel_entry {
	const struct ir_func *func;
	struct kernel facts;
	size_t launch_capacity, refused_capacity, left_out_capacity;
	struct launch_count *counts; /* one for each launch, in order */
	uint64_t latest_left_out;    /* program.launches_made when a launch was last left out */
	struct launch_run *runs;
	size_t run_count, run_capacity;
	struct recent_launches *recent; /* one for each place */
	size_t recent_count, recent_capacity;
	struct pointer_set variables; /* objects of the program's variables that its launches stored to */
	struct pointer_set *reach;    /* code that its launches reached */
	uint64_t all_steps;           /* steps of all its launches together */
	uint64_t whole_block_steps;   /* most steps of a first block that ran to its end */
};

/* The contents of an object at a version, for measurements. */
struct known_contents {
	uint32_t version;
	struct contents contents;
};

/* A function to call at program exit. */
struct exit_call {
	const struct ir_func *func; /* NULL: unknown */
	int64_t object;             /* address passed to it, if has_object */
	bool has_object;
};

struct program {
	struct ir_unit *const *units;
	size_t unit_count;
	const struct eval_options *options;
	struct facts *facts;
	struct {
		bool is_set;
		int64_t number;
	} device; /* chosen by host code; -1: unknown */
	struct symbols symbols;
	struct memory memory;
	struct arena_spares spares; /* for the machines of launches */
	struct machine *host;       /* runs initialisers and host code */
	struct known_code code;
	const struct ir_func **funcs; /* definitions in order of link_name */
	size_t func_count;
	const struct ir_var **vars; /* definitions with linkage, in the same order */
	size_t var_count;
	struct pointer_map objects; /* struct object by its owner: see program_object_of */
	struct kernel_entry *kernels;
	size_t kernel_count, kernel_capacity;
	struct pointer_map kernel_numbers;   /* by function: 1 + index of its kernel_entry */
	struct instances_table instances;    /* templates of these kernels */
	struct bytecode *bytecode;           /* for host loops */
	bool looked_for_reals, reals_decide; /* see reals.h */
	/* no kernel of the program has data-dependent control (data_dependent_control.h): loads are not distinguished */
	bool data_alike;
	bool has_library_kernels; /* their control may depend on data even so */
	bool launches_graphs;
	uint64_t steps_left;              /* device code, all launches together */
	uint64_t long_block_steps_left;   /* first blocks, beyond each block's own budget */
	uint64_t straight_steps_left;     /* straight-line code of these beyond that */
	uint64_t small_grid_steps_left;   /* small grids that run in full, beyond that */
	uint64_t example_steps_left;      /* separate: blocks run with examples, or for their stores */
	uint64_t builtin_steps_left;      /* kernels of the built-in headers */
	uint64_t first_launch_steps_left; /* main's reserve until its first launch; 0 afterwards */
	uint64_t entry_steps_left;        /* host code that main does not reach */
	uint64_t launching_steps_left;    /* host loops that make launches and exceed the other budget */
	/* search for the blocks with most iterations of loops controlled by memory */
	uint64_t data_steps_left;
	struct generators generators;
	/* line of the first store to an unknown address, once host code has read data that it may have changed; 0:
	 * none */
	uint32_t wild_store_line;
	uint64_t inputs_read;            /* counts host reads of input, and loads of numbers that were read */
	bool main_launches;              /* main has run and made launches */
	uint64_t launches_made;          /* by host code that ran */
	uint64_t launches_unlike;        /* launches unlike all earlier ones */
	struct host_record *host_record; /* host work around launches; see eval/host/host_record.h */
	struct child_launches *children; /* of the running launch; NULL: not recorded */
	struct parent_launch parent;
	bool rehearsing;      /* trial run without launches: it tests assumptions, */
	bool comes_to_launch; /* or whether a launch can be made, and sets this if so */
	/* since last cleared: a host assertion failed or a host integer overflowed */
	bool assumption_fails;
	uint32_t missing_argument;      /* reason of numbers from missing arguments; 0: none */
	bool misses_arguments;          /* something depends on a missing argument */
	bool asked_capability;          /* host code has read the GPU's compute capability */
	bool any_capability;            /* the capability may be any, for now */
	struct environment environment; /* assumptions about it */
	/* assumption for the running host function, if nothing visible binds its parameters */
	const char *assumption;
	struct pointer_set launchers;        /* host functions that made a launch */
	struct pointer_set launched_through; /* these and their callers */
	struct exit_call *exit_calls;        /* in registration order */
	size_t exit_call_count, exit_call_capacity;
	bool ends_at_once; /* the program has aborted: no exit call is made */
	struct known_contents *contents;
	size_t contents_count, contents_capacity;
	uint64_t contents_bytes;
};

void program_init(struct program *program, struct facts *facts, struct ir_unit *const *units, size_t unit_count,
                  const struct eval_options *options);
void program_free(struct program *program);
/* The definition of a function, also in another unit; NULL: none. */
const struct ir_func *program_definition(struct program *program, const struct ir_func *func);
/* The object of a static variable, created and initialised on first use. */
struct object *program_object(struct program *program, const struct ir_var *var);
/* The object of anything that exists once in a program: a static variable, a string, a function whose address is
 * taken. NULL: not created yet. */
struct object *program_object_of(const struct program *program, const void *thing);
void program_set_object_of(struct program *program, const void *thing, struct object *object);
/* The place of a reason, in the facts' arena; line 0 for reason 0. */
struct place program_place_of_reason(struct program *program, uint32_t reason);
/* Records a host loop that did not run in full, at the place of the reason. */
void program_report_cut_loop(struct program *program, uint32_t reason);
/* A call and its callee's name, in the facts' arena. */
struct named_call program_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc,
                               const char *name);
/* Records a call of a library algorithm with unknown kernels. */
void program_report_library_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc,
                                 const char *name);
/* The kernel entry of a definition, created if missing; valid until the next is created. */
struct kernel_entry *program_kernel(struct program *program, const struct ir_func *func);
/* Whether function `number`, or another definition of its link_name, has been launched. */
bool program_has_launched(const struct program *program, size_t number);
/* Whether the program may call one of `count` functions: the front end drops functions without callers. */
bool program_calls(const struct program *program, const char *const *names, size_t count);
/* Records a launch's steps. Expected steps: the most that one launch of the template's instances took; 0: none has
 * run. */
void program_note_steps(struct program *program, const struct ir_func *kernel, uint64_t steps);
uint64_t program_expected_steps(const struct program *program, const struct kernel *kernel);

#endif
