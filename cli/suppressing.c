#include "cli/suppressing.h"

#include <stdint.h>
#include <string.h>

#include "cli/file_notes.h"
#include "model/host_work.h"
#include "support/pointer_set.h"

/* ---- reading ---- */

struct reading {
	struct analysis *analysis;
	struct pointer_set names; /* of files, as pointers: most places of a file share one */
	struct words read;
};

static void
read_file(struct reading *reading, const char *path)
{
	struct analysis *analysis = reading->analysis;
	struct arena *arena = &analysis->facts.arena;
	if (!path || !pointer_set_add(&reading->names, path) || words_contain(&reading->read, path))
		return;
	words_add(&reading->read, arena, path);
	const struct source *source = sources_open(&analysis->sources, path);
	if (source->text)
		suppressions_read(&analysis->suppressions, arena, path, source->text, source->length);
}

static void
read_launch(struct reading *reading, const struct launch *launch)
{
	read_file(reading, launch->place.file);
	for (size_t i = 0; i < launch->site_count; i++)
		read_file(reading, launch->sites[i].place.file);
}

void
suppressing_read(struct analysis *analysis)
{
	const struct facts *facts = &analysis->facts;
	struct reading reading = {.analysis = analysis};
	for (size_t i = 0; i < facts->file_count; i++)
		read_file(&reading, facts->files[i].path);
	for (size_t i = 0; i < facts->host_operation_count; i++)
		read_file(&reading, facts->host_operations[i].place.file);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		read_file(&reading, facts->kernels[i].place.file);
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			read_launch(&reading, &facts->kernels[i].launches[k]);
	}
	pointer_set_free(&reading.names);
}

/* ---- what is wrong with the comments ---- */

/* Whether all that the file has was evaluated: otherwise a missing finding says nothing. */
static bool
is_evaluated(const struct facts *facts, const char *path)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (!facts->kernels[i].launch_count && facts->kernels[i].place.file &&
		    !strcmp(facts->kernels[i].place.file, path))
			return false;
	for (size_t i = 0; i < facts->dormant_template_count; i++)
		if (!strcmp(facts->dormant_templates[i].place.file, path))
			return false;
	for (size_t i = 0; i < facts->file_count; i++)
		if (!strcmp(facts->files[i].path, path))
			return facts->files[i].status == FILE_OK;
	return false;
}

static const char *
trouble_with(struct facts *facts, const struct options *options, const struct suppression *item)
{
	if (item->needs_reason && !*item->reason)
		return arena_printf(&facts->arena, "'%s' is allowed without a reason: write it after the parenthesis",
		                    item->rule);
	if (item->is_used || !options_select(options, item->rule) || !is_evaluated(facts, item->place.file))
		return NULL;
	return item->first == item->last
	               ? arena_printf(&facts->arena, "there is no finding '%s' on line %u to allow: remove it",
	                              item->rule, item->first)
	               : arena_printf(&facts->arena, "there is no finding '%s' in this %s to allow: remove it",
	                              item->rule, item->last == UINT32_MAX ? "file" : "code");
}

void
suppressing_check(struct analysis *analysis, const struct options *options)
{
	const struct suppressions *all = &analysis->suppressions;
	for (size_t i = 0; i < all->problem_count; i++)
		file_notes_add(analysis, all->problems[i]);
	for (size_t i = 0; i < all->count; i++) {
		const char *message = trouble_with(&analysis->facts, options, &all->items[i]);
		if (message)
			file_notes_add(analysis, (struct file_problem){.place = all->items[i].place,
			                                               .severity = SEVERITY_WARNING,
			                                               .message = message});
	}
	file_notes_report(analysis, &analysis->facts);
}
