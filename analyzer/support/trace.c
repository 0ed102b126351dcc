#include "support/trace.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

/* ---- records ---- */

struct trace *
trace_new(void)
{
	return memory_zeroed(1, sizeof(struct trace));
}

struct trace *
trace_begin(struct trace_request *request)
{
	if (!request)
		return NULL;
	struct trace *trace = trace_new();
	trace->wanted = request->place;
	trace->next = request->records;
	request->records = trace;
	return trace;
}

void
trace_free(struct trace *trace)
{
	if (trace)
		arena_free(&trace->arena);
	free(trace);
}

void
trace_request_free(struct trace_request *request)
{
	while (request->records) {
		struct trace *next = request->records->next;
		trace_free(request->records);
		request->records = next;
	}
}

/* ---- sites ---- */

static const char *
without_dot(const char *path)
{
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	return path;
}

static bool
ends_in(const char *path, const char *end)
{
	const size_t length = strlen(path), of_end = strlen(end);
	return of_end <= length && strcmp(path + length - of_end, end) == 0 &&
	       (of_end == length || path[length - of_end - 1] == '/');
}

bool
trace_is_file(const struct trace_place *place, const char *file)
{
	const char *wanted = without_dot(place->file), *path = without_dot(file);
	return ends_in(path, wanted) || ends_in(wanted, path);
}

bool
trace_wants(const struct trace *trace, const char *file, uint32_t line, uint32_t column)
{
	return trace && trace->wanted.line == line && (!trace->wanted.column || trace->wanted.column == column) &&
	       trace_is_file(&trace->wanted, file);
}

struct trace_site *
trace_site_new(struct trace *trace)
{
	struct trace_site *site = arena_new(&trace->arena, struct trace_site);
	site->launch = trace;
	*(trace->last_site ? &trace->last_site->next : &trace->first_site) = site;
	trace->last_site = site;
	return site;
}

/* ---- notes ---- */

static void
add_note(struct arena *arena, struct trace_notes *notes, enum trace_stage stage, const char *label, const char *text)
{
	arena_push(arena, notes->items, notes->count, notes->capacity, ((struct trace_note){stage, label, text}));
}

void
trace_note(struct trace *trace, enum trace_stage stage, const char *label, const char *format, ...)
{
	va_list args;
	if (!trace)
		return;
	va_start(args, format);
	add_note(&trace->arena, &trace->notes, stage, label, arena_vprintf(&trace->arena, format, args));
	va_end(args);
}

void
trace_site_note(struct trace_site *site, enum trace_stage stage, const char *label, const char *format, ...)
{
	va_list args;
	if (!site)
		return;
	va_start(args, format);
	struct arena *arena = &site->launch->arena;
	add_note(arena, &site->notes, stage, label, arena_vprintf(arena, format, args));
	va_end(args);
}

void
trace_take_notes(struct trace *trace, const struct trace *other)
{
	for (size_t i = 0; trace && other && i < other->notes.count; i++) {
		const struct trace_note *note = &other->notes.items[i];
		trace_note(trace, note->stage, note->label, "%s", note->text);
	}
}

/* ---- loops ---- */

static struct trace_loop *
loop_of(struct trace *trace, const void *loop, struct trace_place place)
{
	for (size_t i = 0; i < trace->loop_count; i++)
		if (trace->loops[i]->loop == loop)
			return trace->loops[i];
	struct trace_loop *added = arena_new(&trace->arena, struct trace_loop);
	*added = (struct trace_loop){.loop = loop, .place = place};
	added->place.file = arena_strdup(&trace->arena, place.file);
	arena_push(&trace->arena, trace->loops, trace->loop_count, trace->loop_capacity, added);
	return added;
}

void
trace_enter_loop(struct trace *trace, const void *loop, struct trace_place place)
{
	if (trace)
		arena_push(&trace->arena, trace->running, trace->running_count, trace->running_capacity,
		           loop_of(trace, loop, place));
}

static void
widen(uint64_t *least, uint64_t *most, uint64_t number, bool is_first)
{
	*least = is_first || number < *least ? number : *least;
	*most = is_first || number > *most ? number : *most;
}

void
trace_leave_loop(struct trace *trace, const struct trace_trips *trips)
{
	if (!trace || !trace->running_count)
		return;
	struct trace_loop *loop = trace->running[--trace->running_count];
	widen(&loop->least_run, &loop->most_run, trips->run, !loop->entries);
	widen(&loop->least_trips, &loop->most_trips, trips->run + trips->left_out, !loop->entries);
	loop->entries++;
	loop->is_open |= trips->is_open;
	loop->is_cut |= trips->is_cut;
}

static bool
has_loop(const struct trace_site *site, const struct trace_loop *loop)
{
	for (size_t i = 0; i < site->loop_count; i++)
		if (site->loops[i] == loop)
			return true;
	return false;
}

void
trace_event(struct trace_site *site)
{
	if (!site)
		return;
	struct trace *trace = site->launch;
	site->events++;
	for (size_t i = 0; i < trace->running_count; i++)
		if (!has_loop(site, trace->running[i]))
			arena_push(&trace->arena, site->loops, site->loop_count, site->loop_capacity,
			           trace->running[i]);
}
