/* One program: several units linked by name, the memory and symbols that its host and device code share. */
#ifndef GPULINT_EVAL_STATE_PROGRAM_H
#define GPULINT_EVAL_STATE_PROGRAM_H

#include "code/known_code.h"
#include "data/memory.h"
#include "data/symbol.h"
#include "eval/state/environment.h"
#include "eval/state/generators.h"
#include "eval/state/instances.h"
#include "eval/state/options.h"
#include "support/arena.h"
#include "support/pointer_set.h"

struct child_launches;
struct host_record;

/* A launch (by its key, see launch_key.h) on the buffers that it ran on. */
struct launch_run {
	uint64_t id;
	uint32_t clock;                      /* machine.clock when it had last run */
	uint64_t written;                    /* arguments, a bit each for the first 64, whose buffers it stored to */
};

/* The latest launches of a kernel that one place has made, by their keys. */
enum { RECENT_LAUNCHES = 4 };            /* as many as a period of a loop may make: see MOST_PERIOD in loop.h */
struct recent_launches {
	const struct ir_unit *unit;
	struct ir_loc loc;
	uint64_t keys[RECENT_LAUNCHES];
	size_t count;                        /* made so far */
};

/* A launch that device code makes each time that its own launch is made. */
struct launch_edge {
	const struct ir_func *kernel;
	uint64_t key, times;
};

/* The launch whose device code makes the one that is made now. */
struct parent_launch {
	const struct ir_func *kernel;        /* NULL: host code makes it */
	uint64_t key, times;                 /* times: that it is made now itself */
	unsigned depth;                      /* launches within launches */
	const char *assumption;              /* that its numbers rest on; NULL: the program's own settle them */
};

/* What is to be known of a launch to count it. */
struct launch_count {
	uint64_t key;                        /* see launch_key.h */
	uint64_t latest;                     /* program.launches_made when it was last made */
	struct launch_edge *children;
	size_t child_count, child_capacity;
};

/* A kernel instance and what has been found of it so far. */
struct kernel_entry {
	const struct ir_func *func;
	struct kernel facts;
	size_t launch_capacity, refused_capacity, left_out_capacity;
	struct launch_count *counts;         /* of the launches, in order */
	uint64_t latest_left_out;            /* program.launches_made when one was last left out */
	struct launch_run *runs;
	size_t run_count, run_capacity;
	struct recent_launches *recent;      /* one a place */
	size_t recent_count, recent_capacity;
	struct pointer_set variables;        /* objects of variables of the program's that its launches have stored to */
	struct pointer_set *reach;           /* what of its code its launches came to */
	uint64_t all_steps;                  /* that its launches have taken together */
	uint64_t whole_block_steps;          /* that a first block has taken which was run to its end, at most */
};

/* What an object held when it had that version, for measurements. */
struct known_contents {
	uint32_t version;
	struct contents contents;
};

/* What is to be called when the program ends. */
struct exit_call {
	const struct ir_func *func;          /* NULL: it is not known */
	int64_t object;                      /* the address that it is given, if it is given one */
	bool has_object;
};

struct program {
	struct ir_unit *const *units;
	size_t unit_count;
	const struct eval_options *options;
	struct facts *facts;
	struct { bool is_set; int64_t number; } device;   /* that host code has chosen; -1: not known which */
	struct symbols symbols;
	struct memory memory;
	struct arena_spares spares;          /* of the machines, each launch's for itself */
	struct machine *host;                /* runs initialisers and host code */
	struct known_code code;
	const struct ir_func **funcs;        /* definitions, in order of link_name */
	size_t func_count;
	const struct ir_var **vars;          /* definitions of what has linkage, likewise */
	size_t var_count;
	struct pointer_map objects;          /* struct object, by what it is of: see program_object_of */
	struct kernel_entry *kernels;
	size_t kernel_count, kernel_capacity;
	struct pointer_map kernel_numbers;   /* by function: the entry's number, from 1 on */
	struct instances_table instances;    /* of those kernels' templates */
	struct replay *replay;               /* of host code's loops */
	bool looked_for_reals, reals_decide; /* see reals.h */
	bool data_alike;                     /* no kernel of its own has data-dependent control (see data_dependent_control.h): loads are not told apart */
	bool has_library_kernels;            /* whose control data may decide all the same */
	bool launches_graphs;
	uint64_t steps_left;                 /* of device code, all launches together; */
	uint64_t long_block_steps_left;      /* of first blocks, beyond what each is given, */
	uint64_t straight_steps_left;        /* of what comes in these beyond that and is in no loop, */
	uint64_t small_grid_steps_left;      /* of small grids that are run whole, beyond the same, */
	uint64_t example_steps_left;         /* apart from that, of blocks run by example, or for what they write, */
	uint64_t builtin_steps_left;         /* and of the built-in headers' kernels */
	uint64_t first_launch_steps_left;    /* of main, behind its other steps; 0 once it has come to a launch */
	uint64_t entry_steps_left;           /* of host code that main does not come to */
	uint64_t launching_steps_left;       /* of host code's, for loops too long for its other steps that make launches */
	uint64_t data_steps_left;            /* to find the blocks that go round loops most often by numbers in memory */
	struct generators generators;
	uint32_t lost_store_line;            /* of the first store to an address of which nothing is known, if host code has read what such a
	                                        store may have changed; 0: it has not */
	uint64_t inputs_read;                /* what host code has read of its input, and loaded of what it had read, so many times */
	bool main_launches;                  /* main has run, and made some */
	uint64_t launches_made;              /* by host code that was run; */
	uint64_t launches_unlike;            /* of these, those that none before was like */
	struct host_record *host_record;     /* of what host code does around them; see host/host_record.h */
	struct child_launches *children;     /* of the launch that runs now; NULL: they are not noted */
	struct parent_launch parent;
	bool rehearsing;                     /* launches are not made: to see whether assumptions are accepted, */
	bool comes_to_launch;                /* or whether there is one that can be made: then it has come to that */
	bool assumption_fails;               /* since it was last cleared: host code asserts otherwise, or its integers overflow */
	uint32_t missing_argument;           /* the reason of what comes of arguments that main was not given; 0: none was missed */
	bool misses_arguments;               /* something did come of one */
	bool asked_capability;               /* host code did ask for the GPU's compute capability */
	bool any_capability;                 /* which may be any, for now */
	struct environment environment;    /* what is taken for so of them */
	const char *assumption;              /* what binds the host function that runs now, when nothing in sight does */
	struct pointer_set launchers;        /* host functions that have made a launch, */
	struct pointer_set launched_through; /* and these with all that have called them for one */
	struct exit_call *exit_calls;        /* in the order in which they were noted */
	size_t exit_call_count, exit_call_capacity;
	bool ends_at_once;                   /* the program has aborted: none of those is made */
	struct known_contents *contents;
	size_t contents_count, contents_capacity;
	uint64_t contents_bytes;
};

void program_init(struct program *program, struct facts *facts, struct ir_unit *const *units, size_t unit_count,
                  const struct eval_options *options);
void program_free(struct program *program);
/* The definition of a function that another unit may hold; NULL: nobody does. */
const struct ir_func *program_definition(struct program *program, const struct ir_func *func);
/* The object of a variable of static storage, initialised when first asked for. */
struct object *program_object(struct program *program, const struct ir_var *var);
/* The object of something that there is once in a program, whatever it is: a variable of static storage, a string, a
 * function whose address is taken. NULL as long as nobody has asked for it. */
struct object *program_object_of(const struct program *program, const void *thing);
void program_set_object_of(struct program *program, const void *thing, struct object *object);
/* Where a reason is, in the facts' arena; line 0 for reason 0. */
struct place program_place_of_reason(struct program *program, uint32_t reason);
/* Of host code, at a reason: not all rounds of it were run. */
void program_tell_cut_loop(struct program *program, uint32_t reason);
/* A call and what it calls, in the facts' arena. */
struct named_call program_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc, const char *name);
/* A call of a library's algorithm whose kernels are not known. */
void program_tell_library_call(struct program *program, const struct ir_unit *unit, struct ir_loc loc, const char *name);
/* Behind main: what runs at the end of the program. */
void exit_run(struct machine *m);
/* The entry of a definition, made when there is none; good until the next is made. */
struct kernel_entry *program_kernel(struct program *program, const struct ir_func *func);
/* Whether the program's function of that number has been launched, or another definition of that name has. */
bool program_has_launched(const struct program *program, size_t number);
/* Whether the program may call one of so many functions: the front end keeps none that nothing calls. */
bool program_calls(const struct program *program, const char *const *names, size_t count);
/* What a launch of the kernel has taken, and the most that one of its template's instances has: 0 if none has run. */
void program_note_steps(struct program *program, const struct ir_func *kernel, uint64_t steps);
uint64_t program_expected_steps(const struct program *program, const struct kernel *kernel);

#endif
