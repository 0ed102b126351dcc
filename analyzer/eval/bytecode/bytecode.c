/* Decides which loops run as bytecode, and for how long. */
#include "eval/bytecode/bytecode.h"

#include <stdlib.h>

#include "eval/bytecode/bytecode_run.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/reals.h"
#include "support/allocate.h"

enum {
	BUDGET = 16000000,         /* instructions of all bytecode runs of a program together */
	BUDGET_FOR_DATA = 2000000, /* for loops whose stores decide nothing in a kernel */
	TRIAL = 2000,              /* instructions that can be undone as a whole */
	SLICE = 50000,             /* instructions between two estimates of the run's length */
	MOST_GLIMPSES = 64,        /* slices of a program that run by example */
	/* a nested loop is hopeless if its estimate exceeds the rest by this factor, at first */
	BY_FAR = 2,
	SURE_FROM = 4,           /* after this share of the rest, the estimate counts without that factor */
	CHECKPOINT_EVERY = 1024, /* iterations */
	MOST_FAILURES = 2,       /* of a loop that is executed repeatedly */
	STORES_LOOKED_AT = 256,
	/* instructions for each step of the tree evaluator; it decides by steps whether to run a loop in full */
	INSTRUCTIONS_A_STEP = 16,
};

struct bytecode {
	struct arena arena;       /* the code */
	struct pointer_map codes; /* struct bytecode_code, by loop */
	struct bytecode_run run;
	uint64_t left, left_for_data;
	unsigned glimpses_left;
	/* a loop of this depth was abandoned for its length, so loops within it are too; 0: none */
	unsigned hopeless_depth;
	/* depth of a loop that ran by example, so that its stores were kept as examples; 0: none */
	unsigned example_depth;
};

struct bytecode *
bytecode_new(void)
{
	struct bytecode *bytecode = memory_zeroed(1, sizeof *bytecode);
	bytecode->left = BUDGET;
	bytecode->left_for_data = BUDGET_FOR_DATA;
	bytecode->glimpses_left = MOST_GLIMPSES;
	return bytecode;
}

void
bytecode_free(struct bytecode *bytecode)
{
	if (!bytecode)
		return;
	bytecode_memory_free(&bytecode->run.memory);
	free(bytecode->run.registers);
	free(bytecode->run.progress);
	free(bytecode->run.checkpoint.values);
	pointer_map_free(&bytecode->codes);
	arena_free(&bytecode->arena);
	free(bytecode);
}

/* ---- code ---- */

/* Whether the loop assigns integers that outlive it, other than its counter: the tree evaluator finds the counter's
 * end. */
static bool
assigns_integers(const struct bytecode_code *code)
{
	const struct bytecode_count *count = &code->counts[0];
	for (uint32_t i = 0; i < code->input_count; i++)
		if (code->inputs[i].assigned && code->inputs[i].var->type->kind != IR_TYPE_FLOAT &&
		    !(count->bounded && count->counter == code->first_input + i))
			return true;
	return false;
}

/* Few accesses depend on floating point, and no data matter if no kernel's control depends on data. */
static bool
stores_mere_data(const struct program *program, const struct bytecode_code *code)
{
	return code->stores && (!code->stores_integers || (program->data_alike && !program->has_library_kernels));
}

static struct bytecode_code *
code_of(struct machine *m, struct bytecode *bytecode, const struct ir_stmt *loop)
{
	struct bytecode_code *code = pointer_map_find(&bytecode->codes, loop);
	if (code)
		return code;
	code = bytecode_compile(m, &bytecode->arena, loop);
	if (!code->refused && !code->stores && !code->draws && !assigns_integers(code))
		code->refused = "nothing comes of it";
	else if (!code->refused && code->stores && !code->stores_integers && !code->draws && !reals_decide(m->program))
		code->refused = "no kernel decides anything by floating point";
	*pointer_map_value(&bytecode->codes, loop) = code;
	return code;
}

/* ---- entering and leaving ---- */

/* The stack is an object of the program, so that its addresses differ from all others. */
static void
make_stack(struct bytecode_memory *memory, struct machine *m)
{
	if (memory->stack)
		return;
	memory->stack = memory_new(m->memory, OBJECT_HOST, BYTECODE_STACK_BYTES, "");
	memory->stack_pages = memory_zeroed(BYTECODE_STACK_BYTES / PAGE_BYTES, sizeof *memory->stack_pages);
}

static bool
enter_variable(struct machine *m, const struct bytecode_input *input, struct bytecode_value *reg)
{
	struct variable *v = &m->frame->slots[input->var->slot].variable;
	const bool real = input->var->type->kind == IR_TYPE_FLOAT;
	*reg = (struct bytecode_value){.unknown = 1};
	if (!v->defined || !v->lane)
		return true;
	if (v->real == real && !(v->has_symbols && v->symbol[0])) {
		*reg = (struct bytecode_value){v->lane[0], 0};
		return true;
	}
	/* The tree evaluator can follow a symbol that moves by known steps; bytecode would lose it. */
	return !input->assigned || real || symbol_varies(m->symbols, v->symbol[0]);
}

static bool
enter(struct machine *m, struct bytecode_run *run, const struct bytecode_code *code)
{
	run->code = code;
	run->certain = mask_equal(&m->active.may, &m->active.must);
	if (run->register_capacity < code->register_count)
		run->registers = memory_grow(run->registers, &run->register_capacity, code->register_count,
		                             sizeof *run->registers);
	if (run->progress_capacity < code->count_count)
		run->progress =
			memory_grow(run->progress, &run->progress_capacity, code->count_count, sizeof *run->progress);
	memset(run->registers, 0, code->register_count * sizeof *run->registers);
	memset(run->progress, 0, code->count_count * sizeof *run->progress);
	for (uint32_t i = 0; i < code->input_count; i++) {
		const struct bytecode_input *input = &code->inputs[i];
		struct bytecode_value *reg = &run->registers[code->first_input + i];
		switch (input->kind) {
		case INPUT_CONSTANT: reg->number = input->value; break;
		case INPUT_STACK: reg->number.integer = object_base(run->memory.stack) + input->value.integer; break;
		case INPUT_OBJECT: reg->number.integer = object_base(object_for_local(m, input->var)); break;
		case INPUT_VARIABLE:
			if (!enter_variable(m, input, reg))
				return false;
			break;
		}
	}
	run->inputs_read = 0;
	run->spent = run->iterations = run->every = run->next = 0;
	run->until_checkpoint = UINT64_MAX;
	bytecode_run_checkpoint(run);
	return true;
}

/* The reason of unknown results of the loop. */
static uint32_t
reason_of_unknown(struct machine *m, const struct bytecode_run *run)
{
	const uint64_t before = m->program->inputs_read;
	m->program->inputs_read += run->inputs_read;
	return loop_reason(m, run->code->loop, before);
}

static void
leave(struct machine *m, struct bytecode_run *run)
{
	const struct bytecode_code *code = run->code;
	const uint32_t reason = reason_of_unknown(m, run);
	const struct arena_mark mark = arena_mark(&m->scratch);
	bytecode_memory_commit(&run->memory, reason);
	for (uint32_t i = 0; i < code->input_count; i++) {
		const struct bytecode_input *input = &code->inputs[i];
		if (!input->assigned)
			continue;
		const struct bytecode_value *reg = &run->registers[code->first_input + i];
		const struct ir_type *type = input->var->type;
		const struct value v = reg->unknown                  ? value_unknown(m, type, reason)
		                       : type->kind == IR_TYPE_FLOAT ? value_real(m, reg->number.real)
		                                                     : value_integer(m, reg->number.integer);
		variable_write(m, &m->frame->slots[input->var->slot].variable, v);
	}
	arena_release(&m->scratch, mark);
}

/* ---- estimates of the length ---- */

/* The loop's estimated cost in all, by its progress. inner: the cost of the part of an iteration that runs now. */
static double
cost_of_loop(const struct bytecode_run *run, uint32_t index, double inner)
{
	const struct bytecode_count *count = &run->code->counts[index];
	const struct bytecode_progress *progress = &run->progress[index];
	const double spent = (double)(run->spent - progress->spent);
	const double so_far = inner > spent ? inner : spent;
	if (!count->bounded)
		return so_far;
	const struct bytecode_value *counter = &run->registers[count->counter], *bound = &run->registers[count->bound];
	if (counter->unknown || bound->unknown)
		return so_far;
	const double done = ((double)counter->number.integer - (double)progress->start) / (double)count->step;
	const double all = ((double)bound->number.integer - (double)progress->start) / (double)count->step;
	if (done < 0 || all < done)
		return so_far;
	return done < 1 ? so_far * (all > 1 ? all : 1) : spent / done * all;
}

/* The estimated cost of the whole run. */
static double
cost_in_all(const struct bytecode_run *run)
{
	uint32_t innermost = 0;
	for (uint32_t i = 1; i < run->code->count_count; i++)
		if (run->code->counts[i].begin <= run->next && run->next < run->code->counts[i].end)
			innermost = i;
	double cost = 0;
	for (uint32_t i = innermost;; i = run->code->counts[i].outer) {
		cost = cost_of_loop(run, i, cost);
		if (!i)
			return cost;
	}
}

/* Whether all recent stores are unknown: then the run is useless. */
static bool
is_barren(const struct bytecode_run *run)
{
	bool all;
	bytecode_memory_left_unknown(&run->memory, STORES_LOOKED_AT, &all);
	return run->memory.log_count >= STORES_LOOKED_AT && all;
}

static bool
has_left_unknown(const struct bytecode_run *run)
{
	bool all;
	for (uint32_t i = 0; i < run->code->input_count; i++)
		if (run->code->inputs[i].assigned && run->registers[run->code->first_input + i].unknown)
			return true;
	return bytecode_memory_left_unknown(&run->memory, SIZE_MAX, &all);
}

/* ---- one run ---- */

/* Runs from the checkpoint up to the iteration that cannot be executed. */
static void
approach(struct bytecode_run *run, uint64_t granted)
{
	const uint64_t most = run->spent + granted;
	bytecode_run_restore(run);
	run->every = run->until_checkpoint = 1;
	while (run->spent < most && bytecode_run(run, SLICE) == BYTECODE_STOP_PAUSE)
		;
	bytecode_run_restore(run);
}

/* The first instructions, which can all be undone. */
static enum bytecode_outcome
try(struct bytecode_run *run, const struct machine *m, enum bytecode_stop *stop)
{
	*stop = bytecode_run(run, TRIAL);
	if (*stop == BYTECODE_STOP_PAUSE)
		return BYTECODE_PARTLY;
	/* The result of a short loop counts only if all of it is known: the tree evaluator keeps symbols. */
	if (*stop == BYTECODE_STOP_END && !has_left_unknown(run) && !m->undo_log)
		return BYTECODE_WHOLE;
	bytecode_run_restore(run);
	return BYTECODE_NONE;
}

/* Whether the run will not end within its budget. The first iteration may be much longer than the others, and is
 * tolerated once. */
static bool
is_hopeless(const struct bytecode_run *run, const struct bytecode_code *code, uint64_t granted)
{
	if (run->spent >= granted)
		return true;
	if (run->spent < SLICE && !code->was_hopeless)
		return false;
	const bool may_err = code->count_count > 1 && run->spent < granted / SURE_FROM;
	return cost_in_all(run) > (double)granted * (may_err ? BY_FAR : 1) || is_barren(run);
}

/* Runs a further slice and keeps its stores as examples of the whole loop. True: the loop has ended. */
static bool
see_more(struct bytecode_run *run)
{
	run->every = 0;
	run->until_checkpoint = UINT64_MAX;
	if (bytecode_run(run, SLICE) == BYTECODE_STOP_END)
		return true;
	bytecode_memory_keep_examples(&run->memory);
	return false;
}

static enum bytecode_outcome
run_on(struct bytecode *bytecode, struct bytecode_run *run, struct bytecode_code *code, uint64_t granted,
       enum bytecode_stop *stop)
{
	run->every = CHECKPOINT_EVERY;
	run->until_checkpoint = 1;
	for (;;) {
		if (!is_hopeless(run, code, granted)) {
			*stop = bytecode_run(run, SLICE);
			if (*stop == BYTECODE_STOP_PAUSE)
				continue;
			if (*stop == BYTECODE_STOP_END)
				return BYTECODE_WHOLE;
			approach(run, granted);
		} else {
			code->was_hopeless = true;
			if (!is_barren(run) && !bytecode->example_depth && see_more(run))
				return BYTECODE_WHOLE;
			bytecode_run_restore(run);
			bytecode->hopeless_depth = run->memory.m->sampling.loop_depth + 1;
		}
		return run->iterations ? BYTECODE_PARTLY : BYTECODE_NONE;
	}
}

/* Examples of the enclosing loop are more consistent. */
static bool
examples_help(const struct bytecode *bytecode)
{
	return bytecode->run.memory.met_examples && bytecode->glimpses_left && !bytecode->example_depth;
}

/* Runs a loop over unknown data for a slice with examples in their place: its stores become examples too. Afterwards
 * the loop is at its start again. */
static void
run_by_example(struct machine *m, struct bytecode *bytecode, const struct bytecode_code *code)
{
	struct bytecode_run *run = &bytecode->run;
	struct generators *generators = &m->program->generators;
	bytecode->glimpses_left--;
	bytecode_run_restore(run);
	if (!enter(m, run, code))
		return;
	run->memory.by_example = true;
	const bool followed = bytecode_run(run, SLICE) != BYTECODE_STOP_BAIL;
	if (followed) {
		bytecode_memory_keep_examples(&run->memory);
		bytecode->example_depth = m->sampling.loop_depth + 1;
	}
	run->memory.by_example = false;
	const struct generators after = *generators;
	bytecode_run_restore(run);
	generators_go_on_from(generators, &after);
	/* The stores have been undone, also those to shadows. */
	bytecode_memory_end(&run->memory);
	bytecode_memory_begin(&run->memory, m);
	enter(m, run, code);
}

static enum bytecode_outcome
bytecode_code(struct machine *m, struct bytecode *bytecode, struct bytecode_code *code)
{
	struct bytecode_run *run = &bytecode->run;
	uint64_t *left = stores_mere_data(m->program, code) ? &bytecode->left_for_data : &bytecode->left;
	const uint64_t granted = *left < bytecode->left ? *left : bytecode->left;
	enum bytecode_stop stop = BYTECODE_STOP_END;
	if (granted < SLICE)
		return BYTECODE_NONE;
	make_stack(&run->memory, m);
	bytecode_memory_begin(&run->memory, m);
	enum bytecode_outcome outcome = BYTECODE_NONE;
	if (enter(m, run, code)) {
		outcome = try(run, m, &stop);
		if (outcome != BYTECODE_WHOLE && code->stores && examples_help(bytecode)) {
			run_by_example(m, bytecode, code);
			outcome = try(run, m, &stop);
		}
		if (outcome == BYTECODE_PARTLY)
			outcome = run_on(bytecode, run, code, granted, &stop);
		code->attempts_failed += outcome == BYTECODE_NONE && stop == BYTECODE_STOP_BAIL;
	}
	if (outcome != BYTECODE_NONE)
		leave(m, run);
	bytecode_memory_end(&run->memory);
	const uint64_t spent = run->spent < granted ? run->spent : granted;
	bytecode->left -= spent;
	m->budget.steps += spent / INSTRUCTIONS_A_STEP;
	m->budget.limit += spent / INSTRUCTIONS_A_STEP;
	if (left == &bytecode->left_for_data)
		*left -= spent;
	return outcome;
}

enum bytecode_outcome
bytecode_loop(struct machine *m, const struct ir_stmt *loop)
{
	struct bytecode *bytecode = m->program->bytecode;
	if (m->on_device || !bytecode || m->program->rehearsing || !m->frame)
		return BYTECODE_NONE;
	if (m->sampling.loop_depth < bytecode->hopeless_depth)
		bytecode->hopeless_depth = 0;
	if (m->sampling.loop_depth < bytecode->example_depth)
		bytecode->example_depth = 0;
	if (bytecode->hopeless_depth || !mask_empty(&m->divergence.may_have_left))
		return BYTECODE_NONE;
	struct bytecode_code *code = code_of(m, bytecode, loop);
	if (code->refused || code->attempts_failed >= MOST_FAILURES)
		return BYTECODE_NONE;
	return bytecode_code(m, bytecode, code);
}

bool
bytecode_has_examples(const struct machine *m)
{
	const struct bytecode *bytecode = m->program->bytecode;
	return !m->on_device && bytecode && (bytecode->hopeless_depth || bytecode->example_depth);
}
