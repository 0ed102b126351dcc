/* When loops are replayed, and for how long. */
#include "eval/replay/replay.h"

#include <stdlib.h>

#include "eval/loop/loop.h"
#include "eval/replay/replay_run.h"
#include "eval/state/program.h"
#include "eval/state/reals.h"
#include "support/memory.h"

enum {
	BUDGET = 16000000,         /* instructions of a program's replays, all together */
	BUDGET_FOR_DATA = 2000000, /* of those that store nothing that decides in a kernel */
	TRIAL = 2000,              /* instructions that can be taken back as a whole */
	SLICE = 50000,             /* instructions between two estimates of the whole */
	MOST_GLIMPSES = 64,        /* slices run for examples alone, once the budget is used up */
	BY_FAR = 2,                /* so many times what is left is too much where loops nest, to begin with */
	SURE_FROM = 4,             /* after this part of what is left an estimate counts as it is */
	CHECKPOINT_EVERY = 1024,   /* iterations */
	MOST_FAILURES = 2,         /* of a loop that is met again and again */
	STORES_LOOKED_AT = 256,
	INSTRUCTIONS_A_STEP = 16, /* of the walk's, by which it judges whether to go through a loop whole */
};

struct replay {
	struct arena arena;       /* the code */
	struct pointer_map codes; /* struct replay_code, by loop */
	struct replay_run run;
	uint64_t left, left_for_data;
	unsigned glimpses_left;
	unsigned hopeless_depth; /* a loop of this depth was given up for its length: so are those within it; 0: none */
	/* and examples were made of what one of this depth stores, though it cannot be run; 0: none */
	unsigned example_depth;
};

struct replay *
replay_new(void)
{
	struct replay *replay = memory_zeroed(1, sizeof *replay);
	replay->left = BUDGET;
	replay->left_for_data = BUDGET_FOR_DATA;
	replay->glimpses_left = MOST_GLIMPSES;
	return replay;
}

void
replay_free(struct replay *replay)
{
	if (!replay)
		return;
	replay_memory_free(&replay->run.memory);
	free(replay->run.registers);
	free(replay->run.progress);
	free(replay->run.checkpoint.values);
	pointer_map_free(&replay->codes);
	arena_free(&replay->arena);
	free(replay);
}

/* ---- code ---- */

/* To variables that outlive the loop, what it counts with apart: walking finds out where that ends. */
static bool
assigns_integers(const struct replay_code *code)
{
	const struct replay_count *count = &code->counts[0];
	for (uint32_t i = 0; i < code->input_count; i++)
		if (code->inputs[i].assigned && code->inputs[i].var->type->kind != IR_TYPE_FLOAT &&
		    !(count->bounded && count->counter == code->first_input + i))
			return true;
	return false;
}

/* Few accesses depend on floating point, and none on the data of kernels that go the same way whatever it is. */
static bool
stores_mere_data(const struct program *program, const struct replay_code *code)
{
	return code->stores && (!code->stores_integers || (program->data_alike && !program->has_library_kernels));
}

static struct replay_code *
code_of(struct machine *m, struct replay *replay, const struct ir_stmt *loop)
{
	struct replay_code *code = pointer_map_find(&replay->codes, loop);
	if (code)
		return code;
	code = replay_compile(m, &replay->arena, loop);
	if (!code->refused && !code->stores && !code->draws && !assigns_integers(code))
		code->refused = "nothing comes of it";
	else if (!code->refused && code->stores && !code->stores_integers && !code->draws && !reals_decide(m->program))
		code->refused = "no kernel decides anything by floating point";
	*pointer_map_value(&replay->codes, loop) = code;
	return code;
}

/* ---- in and out ---- */

/* The stack is an object of the program's, so that addresses of it are told from all others. */
static void
make_stack(struct replay_memory *memory, struct machine *m)
{
	if (memory->stack)
		return;
	memory->stack = memory_new(m->memory, OBJECT_HOST, REPLAY_STACK_BYTES, "");
	memory->stack_pages = memory_zeroed(REPLAY_STACK_BYTES / PAGE_BYTES, sizeof *memory->stack_pages);
}

static bool
enter_variable(struct machine *m, const struct replay_input *input, struct replay_value *reg)
{
	struct variable *v = &m->frame->slots[input->var->slot].variable;
	const bool real = input->var->type->kind == IR_TYPE_FLOAT;
	*reg = (struct replay_value){.unknown = 1};
	if (!v->defined || !v->lane)
		return true;
	if (v->real == real && !(v->has_symbols && v->symbol[0])) {
		*reg = (struct replay_value){v->lane[0], 0};
		return true;
	}
	/* A symbol that moves by known steps is better followed than lost. */
	return !input->assigned || real || symbol_varies(m->symbols, v->symbol[0]);
}

static bool
enter(struct machine *m, struct replay_run *run, const struct replay_code *code)
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
		const struct replay_input *input = &code->inputs[i];
		struct replay_value *reg = &run->registers[code->first_input + i];
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
	replay_run_checkpoint(run);
	return true;
}

/* Of what the loop has made. */
static uint32_t
reason_of_unknown(struct machine *m, const struct replay_run *run)
{
	const uint64_t before = m->program->inputs_read;
	m->program->inputs_read += run->inputs_read;
	return loop_reason(m, run->code->loop, before);
}

static void
leave(struct machine *m, struct replay_run *run)
{
	const struct replay_code *code = run->code;
	const uint32_t reason = reason_of_unknown(m, run);
	const struct arena_mark mark = arena_mark(&m->scratch);
	replay_memory_commit(&run->memory, reason);
	for (uint32_t i = 0; i < code->input_count; i++) {
		const struct replay_input *input = &code->inputs[i];
		if (!input->assigned)
			continue;
		const struct replay_value *reg = &run->registers[code->first_input + i];
		const struct ir_type *type = input->var->type;
		const struct value v = reg->unknown                  ? value_unknown(m, type, reason)
		                       : type->kind == IR_TYPE_FLOAT ? value_real(m, reg->number.real)
		                                                     : value_integer(m, reg->number.integer);
		variable_write(m, &m->frame->slots[input->var->slot].variable, v);
	}
	arena_release(&m->scratch, mark);
}

/* ---- how long it takes ---- */

/* What a loop costs in all, from how far it has come; `inner` is what the part of an iteration that runs now costs. */
static double
cost_of_loop(const struct replay_run *run, uint32_t index, double inner)
{
	const struct replay_count *count = &run->code->counts[index];
	const struct replay_progress *progress = &run->progress[index];
	const double spent = (double)(run->spent - progress->spent);
	const double so_far = inner > spent ? inner : spent;
	if (!count->bounded)
		return so_far;
	const struct replay_value *counter = &run->registers[count->counter], *bound = &run->registers[count->bound];
	if (counter->unknown || bound->unknown)
		return so_far;
	const double done = ((double)counter->number.integer - (double)progress->start) / (double)count->step;
	const double all = ((double)bound->number.integer - (double)progress->start) / (double)count->step;
	if (done < 0 || all < done)
		return so_far;
	return done < 1 ? so_far * (all > 1 ? all : 1) : spent / done * all;
}

/* Of the whole replay, seen from where it stands. */
static double
cost_in_all(const struct replay_run *run)
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

/* Whether nothing that was stored of late is known: there is nothing to be won. */
static bool
is_barren(const struct replay_run *run)
{
	bool all;
	replay_memory_left_unknown(&run->memory, STORES_LOOKED_AT, &all);
	return run->memory.log_count >= STORES_LOOKED_AT && all;
}

static bool
has_left_unknown(const struct replay_run *run)
{
	bool all;
	for (uint32_t i = 0; i < run->code->input_count; i++)
		if (run->code->inputs[i].assigned && run->registers[run->code->first_input + i].unknown)
			return true;
	return replay_memory_left_unknown(&run->memory, SIZE_MAX, &all);
}

/* ---- one replay ---- */

/* To the iteration in which it cannot go on, from the checkpoint before that. */
static void
approach(struct replay_run *run, uint64_t granted)
{
	const uint64_t most = run->spent + granted;
	replay_run_restore(run);
	run->every = run->until_checkpoint = 1;
	while (run->spent < most && replay_run(run, SLICE) == REPLAY_STOP_PAUSE)
		;
	replay_run_restore(run);
}

/* The first instructions, of which nothing need be kept. */
static enum replay_outcome
try(struct replay_run *run, const struct machine *m, enum replay_stop *stop)
{
	*stop = replay_run(run, TRIAL);
	if (*stop == REPLAY_STOP_PAUSE)
		return REPLAY_PARTLY;
	/* So short a loop is walked as well as replayed, and walking keeps symbols. */
	if (*stop == REPLAY_STOP_END && !has_left_unknown(run) && !m->undo_log)
		return REPLAY_WHOLE;
	replay_run_restore(run);
	return REPLAY_NONE;
}

/* Whether it will not come to its end. A first iteration may be much longer than the others, and is borne with once. */
static bool
is_hopeless(const struct replay_run *run, const struct replay_code *code, uint64_t granted)
{
	if (run->spent >= granted)
		return true;
	if (run->spent < SLICE && !code->was_hopeless)
		return false;
	const bool may_err = code->count_count > 1 && run->spent < granted / SURE_FROM;
	return cost_in_all(run) > (double)granted * (may_err ? BY_FAR : 1) || is_barren(run);
}

/* What the loop stores in a little more time is kept as an example of the whole. True: that was all of it. */
static bool
see_more(struct replay_run *run)
{
	run->every = 0;
	run->until_checkpoint = UINT64_MAX;
	if (replay_run(run, SLICE) == REPLAY_STOP_END)
		return true;
	replay_memory_keep_examples(&run->memory);
	return false;
}

static enum replay_outcome
run_on(struct replay *replay, struct replay_run *run, struct replay_code *code, uint64_t granted,
       enum replay_stop *stop)
{
	run->every = CHECKPOINT_EVERY;
	run->until_checkpoint = 1;
	for (;;) {
		if (!is_hopeless(run, code, granted)) {
			*stop = replay_run(run, SLICE);
			if (*stop == REPLAY_STOP_PAUSE)
				continue;
			if (*stop == REPLAY_STOP_END)
				return REPLAY_WHOLE;
			approach(run, granted);
		} else {
			code->was_hopeless = true;
			if (!is_barren(run) && !replay->example_depth && see_more(run))
				return REPLAY_WHOLE;
			replay_run_restore(run);
			replay->hopeless_depth = run->memory.m->loop_depth + 1;
		}
		return run->iterations ? REPLAY_PARTLY : REPLAY_NONE;
	}
}

/* The examples of a loop around this one are more of a piece. */
static bool
examples_help(const struct replay *replay)
{
	return replay->run.memory.met_examples && replay->glimpses_left && !replay->example_depth;
}

/* A loop that works on what is not known is run for a while by examples of that: what it stores then are examples as well. It
 * stands at its beginning again. */
static void
run_by_example(struct machine *m, struct replay *replay, const struct replay_code *code)
{
	struct replay_run *run = &replay->run;
	struct generators *generators = &m->program->generators;
	replay->glimpses_left--;
	replay_run_restore(run);
	if (!enter(m, run, code))
		return;
	run->memory.by_example = true;
	const bool followed = replay_run(run, SLICE) != REPLAY_STOP_BAIL;
	if (followed) {
		replay_memory_keep_examples(&run->memory);
		replay->example_depth = m->loop_depth + 1;
	}
	run->memory.by_example = false;
	const struct generators after = *generators;
	replay_run_restore(run);
	generators_go_on_from(generators, &after);
	/* Nothing was written after all, nor in other shapes. */
	replay_memory_end(&run->memory);
	replay_memory_begin(&run->memory, m);
	enter(m, run, code);
}

static enum replay_outcome
replay_code(struct machine *m, struct replay *replay, struct replay_code *code)
{
	struct replay_run *run = &replay->run;
	uint64_t *left = stores_mere_data(m->program, code) ? &replay->left_for_data : &replay->left;
	const uint64_t granted = *left < replay->left ? *left : replay->left;
	enum replay_stop stop = REPLAY_STOP_END;
	if (granted < SLICE)
		return REPLAY_NONE;
	make_stack(&run->memory, m);
	replay_memory_begin(&run->memory, m);
	enum replay_outcome outcome = REPLAY_NONE;
	if (enter(m, run, code)) {
		outcome = try(run, m, &stop);
		if (outcome != REPLAY_WHOLE && code->stores && examples_help(replay)) {
			run_by_example(m, replay, code);
			outcome = try(run, m, &stop);
		}
		if (outcome == REPLAY_PARTLY)
			outcome = run_on(replay, run, code, granted, &stop);
		code->attempts_failed += outcome == REPLAY_NONE && stop == REPLAY_STOP_BAIL;
	}
	if (outcome != REPLAY_NONE)
		leave(m, run);
	replay_memory_end(&run->memory);
	const uint64_t spent = run->spent < granted ? run->spent : granted;
	replay->left -= spent;
	m->steps += spent / INSTRUCTIONS_A_STEP;
	m->step_limit += spent / INSTRUCTIONS_A_STEP;
	if (left == &replay->left_for_data)
		*left -= spent;
	return outcome;
}

enum replay_outcome
replay_loop(struct machine *m, const struct ir_stmt *loop)
{
	struct replay *replay = m->program->replay;
	if (m->on_device || !replay || m->program->rehearsing || !m->frame)
		return REPLAY_NONE;
	if (m->loop_depth < replay->hopeless_depth)
		replay->hopeless_depth = 0;
	if (m->loop_depth < replay->example_depth)
		replay->example_depth = 0;
	if (replay->hopeless_depth || !mask_empty(&m->may_have_left))
		return REPLAY_NONE;
	struct replay_code *code = code_of(m, replay, loop);
	if (code->refused || code->attempts_failed >= MOST_FAILURES)
		return REPLAY_NONE;
	return replay_code(m, replay, code);
}

bool
replay_has_examples(const struct machine *m)
{
	const struct replay *replay = m->program->replay;
	return !m->on_device && replay && (replay->hopeless_depth || replay->example_depth);
}
