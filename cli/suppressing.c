#include "cli/suppressing.h"

#include <stdint.h>
#include <string.h>

#include "cli/file_notes.h"
#include "support/allocate.h"

/* ---- reading ---- */

static void
read_file(struct analysis *analysis, const char *path, struct words *read)
{
	struct arena *arena = &analysis->facts.arena;
	if (words_contain(read, path))
		return;
	words_add(read, arena, path);
	const struct source *source = sources_open(&analysis->sources, path);
	if (source->text)
		suppressions_read(&analysis->suppressions, arena, path, source->text, source->length);
}

static void
read_files(struct analysis *analysis)
{
	const struct facts *facts = &analysis->facts;
	struct words read = {0};
	for (size_t i = 0; i < facts->file_count; i++)
		read_file(analysis, facts->files[i].path, &read);
	for (size_t i = 0; i < facts->finding_count; i++)
		if (facts->findings[i].place.file)
			read_file(analysis, facts->findings[i].place.file, &read);
}

/* ---- what is wrong with the comments ---- */

static bool
is_about(const struct suppression *item, const struct place *place)
{
	return place->file && !strcmp(place->file, item->place.file) && place->line >= item->first &&
	       place->line <= item->last;
}

/* A finding is reported at the first of the places that it is about. */
static bool
is_part_of_finding(const struct facts *facts, const struct suppression *item)
{
	for (size_t i = 0; i < facts->finding_count; i++)
		for (size_t k = 0; k < facts->findings[i].related_count; k++)
			if (!strcmp(facts->findings[i].rule, item->rule) &&
			    is_about(item, &facts->findings[i].related[k].place))
				return true;
	return false;
}

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
		return arena_printf(&facts->arena,
		                    "no reason is given for allowing '%s': write it after the parenthesis", item->rule);
	if (item->finding_count || !options_select(options, item->rule) || is_part_of_finding(facts, item) ||
	    !is_evaluated(facts, item->place.file))
		return NULL;
	return item->first == item->last
	               ? arena_printf(&facts->arena, "there is no finding '%s' on line %u to allow: remove it",
	                              item->rule, item->first)
	               : arena_printf(&facts->arena, "there is no finding '%s' in this %s to allow: remove it",
	                              item->rule, item->last == UINT32_MAX ? "file" : "code");
}

static void
complain(struct analysis *analysis, const struct options *options)
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
}

void
suppressing_apply(struct analysis *analysis, const struct options *options)
{
	read_files(analysis);
	suppressions_apply(&analysis->suppressions, &analysis->facts);
	complain(analysis, options);
	file_notes_report(analysis, &analysis->facts);
}
