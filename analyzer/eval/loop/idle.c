#include "eval/loop/idle.h"

#include <string.h>

#include "eval/journal.h"
#include "eval/loop/loop.h"
#include "eval/replay/replay_ahead.h"
#include "model/fold.h"

enum { MOST_RECORDS = 32, CELLS_A_STEP = 4 };

static struct idle *
idle_of(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->idle) {
		entry->idle = arena_new(&m->pool, struct idle);
		entry->idle->code = idle_loop_of(loop);
	}
	return entry->idle;
}

/* ---- what it begins with ---- */

static struct variable *
integer_of(const struct machine *m, const struct idle_variable *integer)
{
	return &m->frame->slots[integer->var->slot].variable;
}

static bool
is_known(const struct variable *v)
{
	return v->defined && v->uniform && !v->has_symbols;
}

static bool
read_integers(const struct machine *m, const struct idle_loop *code, struct idle_integer *integers)
{
	for (unsigned i = 0; i < code->integer_count; i++) {
		const struct variable *v = integer_of(m, &code->integers[i]);
		if (!is_known(v))
			return false;
		integers[i] = (struct idle_integer){v->lane[0].integer, v->name.kind == NAME_CONSTANT};
	}
	return true;
}

/* What holds reals: a variable, or the cells of an object. */
struct holder {
	struct cell scalar;
	const struct cell *cells;
	size_t count;
	struct idle_place place;
};

static struct holder
holder_of_object(const struct object *object, int64_t pointer)
{
	return (struct holder){.cells = object->cells, .count = object->cell_count, .place = {pointer, object->born}};
}

/* False: it is not the lanes' own, or nobody knows what it is. */
static bool
find_holder(const struct machine *m, const struct ir_var *var, struct holder *holder)
{
	struct slot *slot = &m->frame->slots[var->slot];
	struct variable *v = &slot->variable;
	const bool leads_on = var->type->kind == IR_TYPE_POINTER;
	if (is_register(var) && !leads_on) {
		*holder = (struct holder){.scalar = {.variable = v}, .count = 1, .place = {0, v->born}};
		return true;
	}
	if (leads_on && !(is_register(var) && is_known(v)))
		return false;
	const struct object *object = leads_on ? memory_object_at(m->memory, v->lane[0].integer) : slot->object;
	if (!object || !object->is_private || object->lanes != m->lanes)
		return false;
	*holder = holder_of_object(object, leads_on ? v->lane[0].integer : 0);
	return true;
}

static struct variable *
variable_at(const struct holder *holder, size_t i)
{
	return holder->cells ? holder->cells[i].variable : holder->scalar.variable;
}

/* What all the reals are called together. False: something is known of one. */
static bool
name_reals(const struct machine *m, const struct ir_stmt *loop, const struct idle_loop *code, struct idle_place *places,
           struct name *name)
{
	*name = name_of_identity((uintptr_t)loop);
	for (unsigned i = 0; i < code->real_count; i++) {
		struct holder holder;
		if (!find_holder(m, code->reals[i].var, &holder))
			return false;
		places[i] = (struct idle_place){holder.place.pointer, code->reals[i].assigned ? holder.place.born : 0};
		for (size_t c = 0; c < holder.count; c++) {
			const struct variable *v = variable_at(&holder, c);
			if (v->defined && !variable_is_lost(m, v))
				return false;
			if (v->defined)
				*name = name_apply(*name, v->name);
		}
	}
	return true;
}

static const struct idle_record *
find(const struct idle *idle, const struct idle_record *wanted)
{
	for (unsigned i = 0; i < idle->count; i++) {
		const struct idle_record *record = &idle->records[i];
		if (mask_equal(&record->lanes, &wanted->lanes) && !memcmp(record->before, wanted->before, sizeof record->before) &&
		    !memcmp(record->places, wanted->places, sizeof record->places))
			return record;
	}
	return NULL;
}

/* Whether what is written is all there: another view of the bytes may have taken its place. */
static bool
are_unknown(const struct machine *m, const struct idle_record *record)
{
	for (size_t i = 0; i < record->written_count; i++)
		if (!variable_is_lost(m, record->written[i]))
			return false;
	return true;
}

/* ---- passing by ---- */

static void
tell_tests(struct machine *m, const struct idle_record *record)
{
	const struct split on = {.yes = m->active.may}, out = {.no = m->active.may};
	const struct value yes = value_integer(m, 1), no = value_integer(m, 0);
	const double weight = m->weight;
	for (unsigned i = 0; i < record->test_count; i++) {
		const struct idle_tests *tests = &record->tests[i];
		m->weight = weight * tests->passed;
		report_branch(m, tests->loop, &yes, &on);
		m->weight = weight * tests->ended;
		report_branch(m, tests->loop, &no, &out);
		struct work work = {0};
		work_add(&work, &tests->work, weight);
		if (m->fold)
			fold_branch_work(m->fold, tests->loop, &work);
	}
	m->weight = weight;
}

static void
pass(struct machine *m, const struct idle_loop *code, const struct idle_record *record, struct name name)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	tell_tests(m, record);
	work_add(&m->work, &record->work, m->weight);
	m->steps += 1 + record->written_count / CELLS_A_STEP;
	for (size_t i = 0; i < record->written_count; i++) {
		struct variable *v = record->written[i];
		const struct name own = name_apply(name, name_of_constant((int64_t)i));
		journal_save(m, v);
		v->name = own.kind == NAME_NONE ? machine_new_name(m) : own;
		v->stamp = ++m->clock;
	}
	for (unsigned i = 0; i < code->integer_count; i++) {
		const struct idle_integer *after = &record->after[i];
		struct value number = value_integer(m, after->number);
		if (after->is_constant)
			number.name = name_of_constant(after->number);
		if (code->integers[i].assigned)
			variable_write(m, integer_of(m, &code->integers[i]), number);
	}
	arena_release(&m->scratch, mark);
}

const struct idle_record *
idle_pass(struct machine *m, const struct ir_stmt *loop, struct idle_run *run)
{
	struct name name;
	run->idle = NULL;
	if (m->idle_run || !reals_are_idle(m) || !mask_equal(&m->active.may, &m->active.must))
		return NULL;
	struct idle *idle = idle_of(m, loop);
	struct idle_record *record = &run->record;
	*record = (struct idle_record){.lanes = m->active.may};
	if (!idle->code.is_idle || !read_integers(m, &idle->code, record->before) ||
	    !name_reals(m, loop, &idle->code, record->places, &name))
		return NULL;
	const struct idle_record *known = find(idle, record);
	if (known && are_unknown(m, known)) {
		pass(m, &idle->code, known, name);
		return known;
	}
	if (known || idle->count == MOST_RECORDS)
		return NULL;
	run->idle = idle;
	run->begun = m->clock;
	run->weight = m->weight;
	run->work = m->work;
	run->failed = false;
	m->idle_run = run;
	return NULL;
}

/* ---- recording ---- */

static struct idle_tests *
tests_of(struct idle_run *run, const struct ir_stmt *loop)
{
	struct idle_record *record = &run->record;
	for (unsigned i = 0; i < record->test_count; i++)
		if (record->tests[i].loop == loop)
			return &record->tests[i];
	if (record->test_count == IDLE_LOOPS)
		return NULL;
	record->tests[record->test_count] = (struct idle_tests){.loop = loop};
	return &record->tests[record->test_count++];
}

void
idle_note_test(struct machine *m, const struct ir_stmt *loop, const struct split *split)
{
	struct idle_run *run = m->idle_run;
	struct idle_tests *tests = tests_of(run, loop);
	const bool on = mask_equal(&split->yes, &run->record.lanes), out = mask_equal(&split->no, &run->record.lanes);
	run->failed |= !tests || on == out || m->weight != run->weight;
	if (run->failed)
		return;
	tests->passed += on;
	tests->ended += out;
}

void
idle_note_work(struct machine *m, const struct ir_stmt *loop, struct work work)
{
	struct idle_tests *tests = tests_of(m->idle_run, loop);
	if (tests)
		work_add(&tests->work, &work, 1 / m->idle_run->weight);
}

/* The variables that were written, into list if there is one. */
static size_t
find_written(const struct machine *m, const struct idle_run *run, struct variable **list)
{
	const struct idle_loop *code = &run->idle->code;
	size_t count = 0;
	for (unsigned i = 0; i < code->real_count; i++) {
		struct holder holder = {.count = 0};
		find_holder(m, code->reals[i].var, &holder);
		for (size_t c = 0; c < holder.count; c++) {
			if (variable_at(&holder, c)->stamp <= run->begun)
				continue;
			if (list)
				list[count] = variable_at(&holder, c);
			count++;
		}
	}
	return count;
}

void
idle_end(struct machine *m, struct idle_run *run, bool certain)
{
	struct idle *idle = run->idle;
	struct idle_record *record = &run->record;
	m->idle_run = NULL;
	if (run->failed || m->stopped || m->weight != run->weight || !mask_equal(&m->active.may, &record->lanes) ||
	    !read_integers(m, &idle->code, record->after))
		return;
	if (!idle->records)
		idle->records = arena_alloc(&m->pool, MOST_RECORDS * sizeof *idle->records);
	record->certain = certain;
	const struct work work = work_since(m->work, &run->work);
	record->work = (struct work){0};
	work_add(&record->work, &work, 1 / run->weight);
	record->written_count = find_written(m, run, NULL);
	record->written = arena_alloc(&m->pool, (record->written_count + 1) * sizeof *record->written);
	find_written(m, run, record->written);
	idle->records[idle->count++] = *record;
}
