#include "eval/host/host_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/early_exit.h"
#include "analysis/may_write.h"
#include "eval/host/host_calls.h"
#include "eval/host/host_data.h"
#include "eval/host/host_order.h"
#include "eval/host/launch_count.h"
#include "eval/state/builtin_call.h"
#include "eval/state/launch_request.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "ir/constant.h"
#include "support/allocate.h"
#include "support/hash.h"

enum { MOST_OPERATIONS = 512, MOST_STREAMS = 64 };

/* The identity of an operation. */
struct operation_key {
	enum host_operation_kind kind;
	/* call: in the program's own code; caller: the call of the function around it */
	const struct ir_expr *call, *caller;
	const struct ir_stmt *loops[HOST_LOOPS]; /* loops around it, innermost first */
	const struct ir_func *kernel;
	enum copy_direction direction;
	enum host_memory memory;
};

/* A number of launches with one key (see launch_key.h). */
struct keyed_launches {
	uint64_t key, times;
};

struct recorded {
	struct operation_key key;
	struct keyed_launches *launches; /* the launches that it made, in order of the first of each key */
	size_t launch_count, launch_capacity;
	uint64_t latest;     /* host_record.made at its latest execution */
	uint64_t invocation; /* the call of the library function that makes it, as machine.budget.steps at its start */
	uint64_t arguments;  /* hash of the latest launch's arguments, see launch_identity */
	uint64_t own;        /* identifies the data of the latest copy, see own_data */
	struct host_operation operation;
};

struct host_record {
	struct recorded *items;
	size_t count, capacity;
	bool left_out;
	uint64_t made;
	int64_t streams[MOST_STREAMS]; /* handles of the streams 1, 2, … */
	size_t stream_count;
	unsigned captures; /* streams that are being captured */
	struct host_order order;
	struct host_data data;
};

struct host_record *
host_record_new(void)
{
	return memory_zeroed(1, sizeof(struct host_record));
}

void
host_record_free(struct host_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		free(record->items[i].launches);
	host_data_free(&record->data);
	free(record->items);
	free(record);
}

uint64_t
host_record_made(const struct program *program)
{
	return program->host_record->made;
}

/* Whether the machine executes host code of the program: no device code, and no rehearsal. */
static bool
is_recorded(const struct machine *m)
{
	return !m->on_device && !m->program->rehearsing && m->program->host_record && m->frame;
}

/* ---- places ---- */

/* The innermost frame of the program's own code. */
static const struct frame *
own_frame(const struct machine *m)
{
	const struct frame *frame = m->frame;
	while (frame->entry.call && frame->caller)
		frame = frame->caller;
	return frame;
}

/* `do … while (0)` does not count: macros use it. */
static bool
is_loop(const struct ir_stmt *stmt)
{
	int64_t condition;
	return stmt && !(stmt->test_last && stmt->expr && ir_is_constant(stmt->expr, &condition) && !condition);
}

static void
read_loops(const struct machine *m, struct operation_key *key)
{
	size_t count = 0;
	for (const struct frame *frame = m->frame; frame; frame = frame->caller)
		for (const struct loop_context *loop = frame->loop; loop && !frame->entry.call && count < HOST_LOOPS;
		     loop = loop->outer)
			if (is_loop(loop->loop))
				key->loops[count++] = loop->loop;
}

/* Records the loops around the operation, without those that the call leaves early. */
static void
note_loops(struct machine *m, const struct operation_key *key, struct host_operation *operation)
{
	const struct ir_expr *call = key->call;
	size_t count = 0;
	for (const struct frame *frame = own_frame(m); frame; call = frame->call, frame = frame->caller)
		for (const struct loop_context *loop = frame->loop; loop && !frame->entry.call && count < HOST_LOOPS;
		     loop = loop->outer) {
			if (!is_loop(loop->loop) || exits_loop_early(loop->loop, call))
				continue;
			if (!count && call != key->call)
				operation->call_in_loop =
					facts_place(&m->program->facts->arena, frame->func->unit, call->loc);
			operation->loops[count++] =
				facts_place(&m->program->facts->arena, frame->func->unit, loop->loop->loc);
		}
}

/* The function that measures: the nearest one around the clock read that launches, because small functions of the
 * program often read the clock for others. Without one, the outermost function. */
static const struct frame *
timing_frame(const struct machine *m)
{
	const struct frame *frame = own_frame(m);
	while (!frame->func->launches && frame->caller && frame->caller->func)
		frame = frame->caller;
	return frame;
}

/* The call in that function that leads to the clock read; NULL: the function reads the clock itself. */
static const struct ir_expr *
timing_call(const struct machine *m)
{
	const struct frame *timing = timing_frame(m), *below = NULL;
	for (const struct frame *frame = own_frame(m); frame != timing; frame = frame->caller)
		below = frame;
	return below ? below->call : NULL;
}

static const struct ir_expr *
caller_of(const struct machine *m, enum host_operation_kind kind)
{
	return kind == HOST_CLOCK ? timing_call(m) : own_frame(m)->call;
}

/* ---- operations ---- */

static bool
is_same(const struct operation_key *a, const struct operation_key *b)
{
	return a->call == b->call && a->caller == b->caller && a->kind == b->kind && a->kernel == b->kernel &&
	       a->direction == b->direction && a->memory == b->memory && !memcmp(a->loops, b->loops, sizeof a->loops);
}

static struct recorded *
find(struct host_record *record, const struct operation_key *key)
{
	for (size_t i = 0; i < record->count; i++)
		if (is_same(&record->items[i].key, key))
			return &record->items[i];
	return NULL;
}

static struct recorded *
add(struct machine *m, const struct operation_key *key)
{
	struct host_record *record = m->program->host_record;
	const struct frame *frame = own_frame(m);
	if (record->count == MOST_OPERATIONS) {
		record->left_out = true;
		return NULL;
	}
	struct recorded added = {
		.key = *key,
		.operation = {
			.kind = key->kind,
			.direction = key->direction,
			.memory = key->memory,
			.memory_name = "",
			.place = facts_place(&m->program->facts->arena, frame->func->unit, key->call->loc),
			.predicted_us = NAN,
			.is_captured = record->captures,
			.is_assumed = m->program->assumption,
		}};
	if (key->kind == HOST_CLOCK && timing_call(m))
		added.operation.place =
			facts_place(&m->program->facts->arena, timing_frame(m)->func->unit, timing_call(m)->loc);
	else if (frame->call && frame->caller)
		added.operation.called_from =
			facts_place(&m->program->facts->arena, frame->caller->func->unit, frame->call->loc);
	note_loops(m, key, &added.operation);
	memory_push(record->items, record->count, record->capacity, added);
	return &record->items[record->count - 1];
}

static void
lower(struct host_operation *operation, enum confidence confidence, const char *why)
{
	if (operation->count_confidence > confidence)
		return;
	operation->count_confidence = confidence;
	operation->count_why = why;
}

/* The operation is executed `times` times now. */
static void
count(struct machine *m, struct recorded *recorded, uint64_t times)
{
	struct host_operation *operation = &recorded->operation;
	operation->count += times;
	recorded->latest = ++m->program->host_record->made;
	if (m->program->assumption && !operation->count_why)
		lower(operation, CONFIDENCE_ASSUMED, arena_strdup(&m->program->facts->arena, m->program->assumption));
	if (!mask_empty(&m->active.must))
		return;
	operation->is_conditional = true;
	lower(operation, CONFIDENCE_UNKNOWN, "data known only at run time decides whether it executes");
}

void
host_record_lower(struct program *program, uint64_t since, enum confidence confidence, const char *why)
{
	struct host_record *record = program->host_record;
	for (size_t i = 0; i < record->count; i++)
		if (record->items[i].latest > since)
			lower(&record->items[i].operation, confidence, why);
}

void
host_record_open_end(struct program *program, uint64_t since)
{
	struct host_record *record = program->host_record;
	for (size_t i = 0; i < record->count; i++)
		record->items[i].operation.is_open_ended |= record->items[i].latest > since;
}

static size_t
number_of(const struct host_record *record, const struct recorded *recorded)
{
	return (size_t)(recorded - record->items);
}

/* ---- streams ---- */

static int
stream_of(const struct machine *m, const struct value *stream)
{
	struct host_record *record = m->program->host_record;
	const struct ir_unit *unit = own_frame(m)->func->unit;
	enum { LEGACY = 1, PER_THREAD = 2 }; /* cudaStreamLegacy, cudaStreamPerThread */
	int64_t handle = 0;
	if (stream && !value_is_constant(stream, &handle))
		return HOST_STREAM_UNKNOWN;
	if (handle == 0 && unit && unit->compilation.has_stream_per_thread)
		handle = PER_THREAD;
	if (handle == 0 || handle == LEGACY)
		return 0;
	for (size_t i = 0; i < record->stream_count; i++)
		if (record->streams[i] == handle)
			return (int)i + 1;
	if (record->stream_count == MOST_STREAMS)
		return HOST_STREAM_UNKNOWN;
	record->streams[record->stream_count++] = handle;
	return (int)record->stream_count;
}

static void
note_stream(struct host_operation *operation, int stream)
{
	operation->streams_vary |= operation->count && operation->stream != stream;
	operation->stream = stream;
}

/* ---- calls ---- */

/* A call of the runtime with its decoded arguments. */
struct read_call {
	const struct host_call *how;
	const struct builtin_call *call;
	const struct ir_expr *written; /* the call in the program's source */
	const char *function;
	struct object *to, *from; /* NULL: unknown */
	int64_t to_offset, from_offset;
	double bytes; /* NAN: unknown */
	enum copy_direction direction;
	enum host_memory memory;
	int stream;
	bool is_used; /* the result is used */
};

static double
bytes_of(const struct read_call *read)
{
	int64_t bytes, rows = 1;
	if (!read->how->bytes || !builtin_constant(read->call, read->how->bytes - 1u, &bytes) || bytes < 0 ||
	    (read->how->rows && !builtin_constant(read->call, read->how->rows - 1u, &rows)))
		return NAN;
	return (double)bytes * (double)rows;
}

static struct object *
object_of(struct machine *m, const struct builtin_call *call, unsigned argument, int64_t *offset)
{
	return argument && argument <= call->count ? object_of_address(m, &call->args[argument - 1], offset) : NULL;
}

static enum host_memory
memory_of(const struct object *object)
{
	if (!object || object->assumed)
		return HOST_MEMORY_UNKNOWN;
	switch (object->kind) {
	case OBJECT_HOST:
	case OBJECT_LOCAL: return HOST_MEMORY_PAGEABLE;
	case OBJECT_PINNED: return HOST_MEMORY_PINNED;
	case OBJECT_MANAGED: return HOST_MEMORY_MANAGED;
	case OBJECT_GLOBAL:
	case OBJECT_CONSTANT: return HOST_MEMORY_DEVICE;
	default: return HOST_MEMORY_UNKNOWN;
	}
}

/* The direction by the objects' memory, if that is known, because CUDA decides by the addresses. */
static enum copy_direction
direction_by_memory(enum host_memory to, enum host_memory from)
{
	static const enum copy_direction directions[2][2] = {{COPY_ON_HOST, COPY_TO_DEVICE},
	                                                     {COPY_TO_HOST, COPY_ON_DEVICE}};
	const bool known = to != HOST_MEMORY_UNKNOWN && from != HOST_MEMORY_UNKNOWN && to != HOST_MEMORY_MANAGED &&
	                   from != HOST_MEMORY_MANAGED;
	return known ? directions[from == HOST_MEMORY_DEVICE][to == HOST_MEMORY_DEVICE] : COPY_UNKNOWN;
}

static enum copy_direction
direction_of(const struct read_call *read)
{
	static const enum copy_direction by_kind[] = {COPY_ON_HOST, COPY_TO_DEVICE, COPY_TO_HOST, COPY_ON_DEVICE};
	const enum copy_direction by_memory = direction_by_memory(memory_of(read->to), memory_of(read->from));
	int64_t kind;
	if (by_memory != COPY_UNKNOWN)
		return by_memory;
	if (read->how->direction && builtin_constant(read->call, read->how->direction - 1u, &kind) && kind >= 0 &&
	    kind < 4)
		return by_kind[kind];
	return read->how->usual;
}

/* The object in host memory for a copy; for other operations, the only object. */
static const struct object *
host_side(const struct read_call *read)
{
	if (read->how->kind == HOST_COPY)
		return read->direction == COPY_TO_HOST ? read->to : read->from;
	return read->how->kind == HOST_FREE ? read->from : read->to;
}

static enum host_memory
memory_of_call(const struct read_call *read)
{
	if (read->how->kind == HOST_ALLOCATION)
		return read->how->memory;
	if (read->how->kind == HOST_COPY && read->direction != COPY_TO_HOST && read->direction != COPY_TO_DEVICE)
		return HOST_MEMORY_UNKNOWN;
	const enum host_memory memory = memory_of(host_side(read));
	return memory == HOST_MEMORY_DEVICE && read->how->kind == HOST_COPY ? HOST_MEMORY_UNKNOWN : memory;
}

/* The function's name in the program's source. */
static const char *
function_of(const struct library_entry *entry, enum ir_builtin id)
{
	if (entry->call && entry->call->kind == IR_CALL)
		return entry->call->func->name;
	return id == IR_BUILTIN___gl_new ? "new" : id == IR_BUILTIN___gl_delete ? "delete" : ir_builtin_name(id);
}

static struct read_call
read_call(struct machine *m, const struct host_call *how, const struct builtin_call *call)
{
	const struct library_entry *entry = &m->frame->entry;
	struct read_call read = {.how = how, .call = call, .written = entry->call ? entry->call : call->expr};
	read.function = function_of(entry, call->id);
	read.is_used = entry->call ? !entry->result_unused : m->statement != call->expr;
	read.bytes = bytes_of(&read);
	read.to = object_of(m, call, how->to, &read.to_offset);
	read.from = object_of(m, call, how->from, &read.from_offset);
	read.direction = how->kind == HOST_COPY ? direction_of(&read) : COPY_UNKNOWN;
	read.memory = memory_of_call(&read);
	const bool has_stream = how->stream && how->stream <= call->count;
	read.stream = stream_of(m, has_stream ? &call->args[how->stream - 1] : NULL);
	return read;
}

/* The variable with which an address begins in the source. */
static const char *
name_in(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT || e->kind == IR_LOAD || e->kind == IR_OFFSET)
		e = e->a;
	return e->kind == IR_VAR ? e->var->name : e->kind == IR_FIELD ? e->field->name : "";
}

static void
describe_memory(struct machine *m, const struct read_call *read, struct host_operation *operation)
{
	const struct object *object = host_side(read);
	const unsigned argument = object == read->to ? read->how->to : read->how->from;
	const bool is_same_call = !m->frame->entry.call || read->written->arg_count >= read->call->count;
	if (argument && is_same_call && argument <= read->written->arg_count)
		operation->memory_name = name_in(read->written->args[argument - 1]);
	if (!*operation->memory_name && object)
		operation->memory_name = object->name;
	operation->memory_name = arena_strdup(&m->program->facts->arena, operation->memory_name);
	if (object && object->unit && object->loc.line && read->how->kind != HOST_ALLOCATION)
		operation->memory_place = facts_place(&m->program->facts->arena, object->unit, object->loc);
}

static void
note_bytes(struct host_operation *operation, double bytes, uint64_t times)
{
	const double before = host_operation_bytes(operation);
	operation->bytes_vary |= operation->count && before != bytes;
	operation->bytes += bytes * (double)times;
	operation->largest_bytes = fmax(operation->largest_bytes, bytes);
}

static bool
has_common_objects(const struct read_call *read)
{
	return read->to && read->from && !read->to->is_private && !read->from->is_private && !isnan(read->bytes);
}

/* Whether the unknown data there are random numbers or input of the program. */
static bool
is_from_outside(const struct machine *m, const struct object *object, int64_t offset)
{
	const bool in_part = offset >= (int64_t)object->part_from && offset < (int64_t)object->part_to;
	const uint32_t reason = in_part ? object->part_reason : object->reason;
	const enum reason_kind kind = m->symbols->reasons.items[reason].kind;
	return kind == REASON_RANDOM || reason_is_input(kind);
}

/* Identifies data that the host has made without the device; 0: the device may have made them. Known data are the
 * host's, because most results of kernels are unknown. So are random numbers and input since the host's last store.
 * The copy has run, so the data are read at its destination; this works for a function's variables too. */
static uint64_t
own_data(const struct machine *m, const struct read_call *read)
{
	const uint64_t known = host_data_known(m->memory, read->to, read->to_offset, (uint64_t)read->bytes);
	if (known || !read->from || !is_from_outside(m, read->to, read->to_offset))
		return known;
	return hash_mix(read->from->id + 1, read->from->stamp);
}

static void
note_input(struct machine *m, const struct read_call *read, struct recorded *recorded, uint64_t times)
{
	if (read->direction != COPY_TO_DEVICE || !read->to || read->to->is_private || isnan(read->bytes))
		return;
	const uint64_t own = own_data(m, read);
	recorded->operation.own_inputs += own && own != recorded->own ? times : 0;
	recorded->own = own;
}

/* The effect of a copy or fill on the state of the data. */
static void
note_data(struct machine *m, const struct read_call *read, struct host_operation *operation, uint64_t times)
{
	struct host_data *data = &m->program->host_record->data;
	if (read->to && read->to->kind == OBJECT_MANAGED && read->how->kind != HOST_ALLOCATION)
		host_data_resolve(data, read->to, m->clock);
	if (!has_common_objects(read)) {
		if (read->to && read->how->kind != HOST_ALLOCATION)
			host_data_change(data, read->to);
		return;
	}
	const struct known_copy copy = {read->to, read->from, read->to_offset, read->from_offset,
	                                (uint64_t)read->bytes};
	if (read->direction == COPY_TO_DEVICE) {
		const struct copy_news news = host_data_upload(data, &copy);
		operation->same_source += news.same_source ? times : 0;
		operation->repeated += news.repeated ? times : 0;
		operation->round_trips += news.round_trip ? times : 0;
		return;
	}
	if (read->direction == COPY_TO_HOST)
		host_data_download(data, &copy);
	host_data_change(data, read->to);
}

/* ---- order ---- */

static void
note_timed_part(struct machine *m, struct host_record *record, size_t number)
{
	const struct timed_part part = host_order_read_clock(&record->order, number, timing_frame(m)->func);
	struct host_operation *operation = &record->items[number].operation;
	if (part.completes && part.completed != number)
		record->items[part.completed].operation.times_calls = true;
	if (!part.ends)
		return;
	operation->timed_from = part.from + 1;
	operation->times_first_launch |= part.has_first_launch;
	if (part.is_unfinished)
		operation->unfinished = part.unfinished + 1;
}

static void
note_order(struct machine *m, const struct read_call *read, size_t number)
{
	struct host_record *record = m->program->host_record;
	if (read->how->kind == HOST_CLOCK)
		note_timed_part(m, record, number);
	else if (read->how->waits == WAITS_FOR_ALL)
		host_order_wait_for_all(&record->order);
	else if (read->how->waits == WAITS_FOR_STREAM)
		host_order_wait(&record->order, read->stream);
	else if (read->how->is_asynchronous && !record->captures && read->how->kind != HOST_ALLOCATION &&
	         read->how->kind != HOST_FREE)
		host_order_issue(&record->order, number, read->stream);
}

/* ---- recording ---- */

/* Repetitions within one call of a library function count as one operation. */
static bool
is_of_same_invocation(const struct machine *m, struct recorded *recorded)
{
	const struct frame *library = NULL;
	for (const struct frame *frame = m->frame; frame && frame->entry.call; frame = frame->caller)
		library = frame;
	const uint64_t invocation = library ? library->begun + 1 : 0;
	const bool is_same = invocation && recorded->invocation == invocation;
	recorded->invocation = invocation;
	return is_same;
}

static bool
is_heap(const struct host_call *how)
{
	const bool is_allocation = how->kind == HOST_ALLOCATION && how->memory == HOST_MEMORY_PAGEABLE;
	return is_allocation || (how->kind == HOST_FREE && !how->waits && !how->is_asynchronous);
}

static void
note_capture(struct host_record *record, enum ir_builtin id)
{
	if (id == IR_BUILTIN_cudaStreamBeginCapture)
		record->captures++;
	if (id == IR_BUILTIN___gl_end_capture && record->captures)
		record->captures--;
}

/* Whether the created stream does not wait for the default stream. */
static bool
creates_apart(const struct builtin_call *call)
{
	enum { NON_BLOCKING = 1 };
	int64_t flags;
	const bool has_flags =
		call->id == IR_BUILTIN_cudaStreamCreateWithFlags || call->id == IR_BUILTIN_cudaStreamCreateWithPriority;
	return has_flags && builtin_constant(call, 1, &flags) && flags & NON_BLOCKING;
}

void
host_record_call(struct machine *m, const struct builtin_call *call)
{
	const struct host_call *how = host_call_of(call->id);
	if (!is_recorded(m))
		return;
	struct host_record *record = m->program->host_record;
	note_capture(record, call->id);
	/* The library's containers allocate memory that only host code uses. */
	if (!how || (is_heap(how) && m->frame->entry.call))
		return;
	const struct read_call read = read_call(m, how, call);
	struct operation_key key = {.kind = how->kind,
	                            .call = read.written,
	                            .caller = caller_of(m, how->kind),
	                            .direction = read.direction,
	                            .memory = read.memory};
	read_loops(m, &key);
	struct recorded *recorded = find(record, &key);
	const bool is_new = !recorded;
	if (is_new && !(recorded = add(m, &key)))
		return;
	struct host_operation *operation = &recorded->operation;
	const uint64_t times = machine_times(m);
	if (is_new) {
		operation->function = arena_strdup(&m->program->facts->arena, read.function);
		operation->is_asynchronous = how->is_asynchronous || creates_apart(call);
		operation->waits = how->waits;
		describe_memory(m, &read, operation);
	}
	note_stream(operation, read.stream);
	operation->is_checked |= read.is_used;
	note_bytes(operation, read.bytes, times);
	if (how->kind == HOST_COPY || how->kind == HOST_FILL || how->kind == HOST_PREFETCH)
		note_data(m, &read, operation, times);
	note_input(m, &read, recorded, times);
	if (!is_of_same_invocation(m, recorded))
		count(m, recorded, times);
	note_order(m, &read, number_of(record, recorded));
}

void
host_record_unseen(struct machine *m)
{
	if (is_recorded(m))
		host_order_wait_for_all(&m->program->host_record->order);
}

/* ---- launches ---- */

static bool
is_made_by_host(const struct machine *m, const struct launch_request *request)
{
	return is_recorded(m) && request->expr && request->origin == LAUNCH_SOURCE && !m->program->parent.kernel &&
	       !request->for_effect;
}

/* The object that the launch passes in this argument; NULL: no pointer, or an unknown one. */
static struct object *
argument_object(struct machine *m, const struct launch_request *request, size_t argument)
{
	int64_t address;
	if (request->kernel->params[argument]->type->kind != IR_TYPE_POINTER ||
	    !value_is_constant(&request->args[argument], &address))
		return NULL;
	struct object *object = memory_object_at(m->memory, address);
	return object && !object->is_private ? object : NULL;
}

static void
note_migration(struct machine *m, struct host_operation *operation, const struct object *object, uint64_t times)
{
	if (object->kind != OBJECT_MANAGED || object->var || object->assumed ||
	    !host_data_migrates(&m->program->host_record->data, object))
		return;
	operation->migrations += times;
	operation->migrated_bytes += (double)object->size * (double)times;
	operation->migrated_name = arena_strdup(&m->program->facts->arena, object->name);
	if (object->unit && object->loc.line)
		operation->migrated_place = facts_place(&m->program->facts->arena, object->unit, object->loc);
}

/* Records the launch's arguments in pinned host memory, which the kernel reads in place. */
static void
note_host_inputs(struct machine *m, const struct launch_request *request, struct host_operation *operation,
                 uint64_t times)
{
	struct host_data *data = &m->program->host_record->data;
	bool any = false, is_new = false;
	for (size_t i = 0; i < request->arg_count; i++) {
		struct object *object = argument_object(m, request, i);
		if (!object || object->kind != OBJECT_PINNED)
			continue;
		any = true;
		is_new |= object->assumed || host_data_migrates(data, object);
		host_data_resolve(data, object, m->clock);
	}
	operation->host_inputs += any ? times : 0;
	operation->new_host_inputs += is_new ? times : 0;
}

static struct recorded *
launch_operation(struct machine *m, const struct launch_request *request)
{
	struct host_record *record = m->program->host_record;
	struct operation_key key = {
		.kind = HOST_LAUNCH, .call = request->expr, .caller = own_frame(m)->call, .kernel = request->kernel};
	read_loops(m, &key);
	struct recorded *recorded = find(record, &key);
	if (!recorded && (recorded = add(m, &key))) {
		recorded->operation.function = arena_strdup(&m->program->facts->arena, request->kernel->name);
		recorded->operation.is_asynchronous = true;
		/* A function that launches returns a status. It counts as checked, because that is unknown. */
		recorded->operation.is_checked = request->expr->kind != IR_LAUNCH;
		recorded->operation.bytes = NAN;
	}
	return recorded;
}

void
host_record_launch(struct machine *m, const struct launch_request *request, uint64_t times)
{
	if (!is_made_by_host(m, request))
		return;
	struct host_record *record = m->program->host_record;
	struct recorded *recorded = launch_operation(m, request);
	if (!recorded)
		return;
	const int stream = stream_of(m, request->stream);
	note_stream(&recorded->operation, stream);
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct object *object = argument_object(m, request, i);
		if (object)
			note_migration(m, &recorded->operation, object, times);
	}
	note_host_inputs(m, request, &recorded->operation, times);
	count(m, recorded, times);
	if (record->captures)
		return;
	host_order_issue(&record->order, number_of(record, recorded), stream);
	host_order_launch(&record->order);
}

/* Counts the operation's launches with this key. */
static void
note_launches(struct recorded *recorded, uint64_t key, uint64_t times)
{
	for (size_t i = 0; i < recorded->launch_count; i++)
		if (recorded->launches[i].key == key) {
			recorded->launches[i].times += times;
			return;
		}
	memory_push(recorded->launches, recorded->launch_count, recorded->launch_capacity,
	            ((struct keyed_launches){key, times}));
}

static void
note_arguments(struct recorded *recorded, uint64_t arguments, uint64_t times)
{
	recorded->operation.same_arguments += arguments && arguments == recorded->arguments ? times : 0;
	recorded->arguments = arguments;
}

bool
host_record_compares_arguments(struct machine *m, const struct launch_request *request)
{
	const struct recorded *recorded = is_made_by_host(m, request) ? launch_operation(m, request) : NULL;
	return recorded && recorded->key.loops[0];
}

void
host_record_launched(struct machine *m, const struct launch_request *request, struct launch_identity identity,
                     uint64_t times)
{
	if (!is_made_by_host(m, request))
		return;
	struct recorded *recorded = launch_operation(m, request);
	if (recorded) {
		note_launches(recorded, identity.key, times);
		note_arguments(recorded, identity.arguments, times);
	}
	struct host_data *data = &m->program->host_record->data;
	for (uint32_t i = 0; i < request->arg_count; i++) {
		struct object *object = argument_object(m, request, i);
		if (object && func_is_known_to_write(&m->program->code.may_write, request->kernel, i))
			host_data_change(data, object);
		if (object && object->kind == OBJECT_MANAGED)
			host_data_resolve(data, object, m->clock);
	}
}

/* ---- the facts ---- */

/* The kernel's entry; NULL: none, or launches given by the user have replaced its launches. */
static const struct kernel_entry *
entry_of(const struct program *program, const struct ir_func *func)
{
	for (size_t i = 0; i < program->kernel_count; i++)
		if (program->kernels[i].func == func)
			return program->kernels[i].facts.launch_count == program->facts->kernels[i].launch_count
			               ? &program->kernels[i]
			               : NULL;
	return NULL;
}

/* If none of its launches was evaluated, they are assumed to be like the others from their place. */
static void
report_launches(const struct program *program, const struct recorded *recorded, struct host_operation *operation)
{
	const struct kernel_entry *entry = entry_of(program, recorded->key.kernel);
	if (!entry)
		return;
	const struct launch *launches = program->facts->kernels[entry - program->kernels].launches;
	const size_t count = entry->facts.launch_count;
	operation->launches =
		arena_array(&program->facts->arena, recorded->launch_count + count + 1, sizeof *operation->launches);
	for (size_t i = 0; i < recorded->launch_count; i++) {
		const size_t at = launch_count_find(entry, recorded->launches[i].key);
		if (at < count)
			operation->launches[operation->launch_count++] =
				(struct made_launch){&launches[at], recorded->launches[i].times};
	}
	const bool is_looked_at = operation->launch_count;
	for (size_t i = 0; i < count && !is_looked_at; i++)
		if (facts_same_place(&launches[i].place, &operation->place))
			operation->launches[operation->launch_count++] =
				(struct made_launch){&launches[i], launches[i].program.repeats};
}

void
host_record_report(struct program *program)
{
	struct host_record *record = program->host_record;
	struct facts *facts = program->facts;
	facts->host_operations = arena_array(&facts->arena, record->count + 1, sizeof *facts->host_operations);
	facts->host_operation_count = record->count;
	facts->host_operations_left_out = record->left_out;
	for (size_t i = 0; i < record->count; i++) {
		facts->host_operations[i] = record->items[i].operation;
		if (record->items[i].key.kernel)
			report_launches(program, &record->items[i], &facts->host_operations[i]);
	}
}
