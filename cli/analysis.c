#include "cli/analysis.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/companions.h"
#include "cli/compiling.h"
#include "cli/file.h"
#include "cli/file_notes.h"
#include "cli/message.h"
#include "cli/native.h"
#include "cli/parse.h"
#include "cli/paths.h"
#include "cli/program.h"
#include "cli/project.h"
#include "cli/response_file.h"
#include "cli/suppressing.h"
#include "cli/terminal.h"
#include "cli/toolkit.h"
#include "cli/version.h"
#include "eval/eval.h"
#include "kernels/profiles.h"
#include "kernels/scaled_rates.h"
#include "model/host_work.h"
#include "rules/rules.h"
#include "support/allocate.h"
#include "support/nearest.h"

static const char default_arch[] = "sm_90";

struct file_flags
analysis_flags(const struct analysis *analysis, struct arena *arena, const char *path)
{
	struct file_flags flags = {0};
	struct words words = {0};
	if (analysis->database) {
		flags.is_listed = compile_database_find(analysis->database, arena, path, &flags.entry);
		flags.directory = flags.entry.directory;
		response_files_expand(&words, &flags.unread, arena, &flags.entry.words, flags.directory);
	}
	flags.of_directory = words.count;
	for (size_t i = 0; i < analysis->flags.count; i++)
		words_add(&words, arena, analysis->flags.items[i]);
	flags.items = words.items;
	flags.count = words.count;
	return flags;
}

static const struct gpu *
gpu_of_arch(unsigned arch)
{
	char name[16];
	snprintf(name, sizeof name, "sm_%u", arch);
	return gpu_find(name);
}

/* The newest architecture in a file's flags for which a GPU is known; otherwise the newest. 0: the flags name none. */
static unsigned
arch_of_flags(const struct file_flags *flags)
{
	const unsigned newest = frontend_flags_arch(flags->items, flags->count, 0);
	for (unsigned arch = newest; arch; arch = frontend_flags_arch(flags->items, flags->count, arch))
		if (gpu_of_arch(arch))
			return arch;
	return newest;
}

/* The architecture in the flags of all files that name one; flags of host code name none. 0: no flags name one, or they
 * differ. */
static unsigned
common_arch(const struct analysis *analysis, struct arena *arena, const struct words *paths, const char *stdin_name)
{
	unsigned common = 0;
	/* Without a database all files have the same flags. */
	for (size_t i = 0; i < paths->count && (!i || analysis->database); i++) {
		const char *path = path_is_stdin(paths->items[i]) ? stdin_name : paths->items[i];
		const struct file_flags flags = analysis_flags(analysis, arena, path);
		const unsigned named = arch_of_flags(&flags);
		if (named && common && named != common)
			return 0;
		common = named ? named : common;
	}
	return common;
}

static const char *
stdin_name(const struct options *options)
{
	return options->stdin_filename ? options->stdin_filename : "<stdin>";
}

static void
report_missing_gpu(const char *name, bool is_arch)
{
	struct arena arena = {0};
	struct nearest nearest = nearest_to(name, strlen(name));
	for (size_t i = 0; gpu_at(i); i++)
		nearest_try(&nearest, is_arch ? arena_printf(&arena, "sm_%u%u", gpu_at(i)->major, gpu_at(i)->minor)
		                              : gpu_at(i)->name);
	message("unknown %s '%s'%s; gpulint gpus lists the known ones", is_arch ? "architecture" : "GPU", name,
	        nearest_hint(&nearest, &arena));
	arena_free(&arena);
}

/* The GPU of --gpu, or the representative of --arch. If neither is given, code compiled for an architecture is judged
 * on that. */
static const struct gpu *
find_gpu(const struct options *options, unsigned named)
{
	if (native_is_wanted(options->gpu))
		return native_gpu(options);
	const char *arch = options->arch ? options->arch : default_arch;
	const struct gpu *named_gpu = named ? gpu_of_arch(named) : NULL;
	const struct gpu *gpu = named_gpu ? named_gpu : gpu_find(options->gpu ? options->gpu : arch);
	if (!gpu)
		report_missing_gpu(options->gpu ? options->gpu : arch, !options->gpu);
	else if (named && !named_gpu)
		message("no known GPU has the architecture sm_%u of the compiler flags: predictions are for %s "
		        "(sm_%u%u); choose another with --gpu or --arch",
		        named, gpu->name, gpu->major, gpu->minor);
	return gpu;
}

/* If both --gpu and --arch are given, they must agree. */
static const struct gpu *
choose_gpu(const struct options *options, unsigned named)
{
	const struct gpu *gpu = find_gpu(options, named);
	if (!gpu)
		return NULL;
	const struct gpu *of_arch = options->gpu && options->arch ? gpu_find(options->arch) : gpu;
	if (!of_arch || of_arch->major != gpu->major || of_arch->minor != gpu->minor) {
		message("--gpu %s is an sm_%u%u, not --arch %s", gpu->name, gpu->major, gpu->minor, options->arch);
		return NULL;
	}
	return gpu;
}

static bool
check_rules(const char *option, const struct words *names)
{
	struct arena arena = {0};
	bool are_known = true;
	for (size_t i = 0; i < names->count && are_known; i++)
		are_known = require_rule(arena_printf(&arena, "%s: ", option), names->items[i]);
	arena_free(&arena);
	return are_known;
}

void
analysis_add_undone(struct analysis *analysis, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(&analysis->facts.arena, format, args);
	va_end(args);
	message("%s", text);
	words_add(&analysis->undone, &analysis->facts.arena, text);
}

/* Reports problems without a place in the source as undone work: a file that does not exist, or that flags name. */
static void
write_placeless(struct analysis *analysis, const struct ir_unit *unit)
{
	for (size_t i = 0; i < unit->problem_count; i++) {
		const struct ir_problem *problem = &unit->problems[i];
		if (!problem->loc.line)
			analysis_add_undone(analysis, "%s: %s", unit->path, problem->message);
	}
}

/* State that the files of one run share. */
struct parsing {
	struct analysis *analysis;
	const struct options *options;
	struct arena arena;
	const char *arch, *toolkit;
	struct project project;
	struct words instances; /* kernel template instances that --launch options name */
};

/* Reads the files and parses them into the units from `first` on. */
static void
parse_files(struct parsing *parsing, const char *const *paths, size_t count, size_t first)
{
	struct analysis *analysis = parsing->analysis;
	const struct options *options = parsing->options;
	struct parse_job *jobs = memory_zeroed(count, sizeof *jobs);
	for (size_t i = 0; i < count; i++) {
		struct parse_job *job = &jobs[i];
		job->path = path_is_stdin(paths[i]) ? stdin_name(options) : paths[i];
		const struct source *source = path_is_stdin(paths[i])
		                                      ? sources_open_stdin(&analysis->sources, job->path)
		                                      : sources_open(&analysis->sources, job->path);
		job->error = source->error;
		job->project = &parsing->project;
		job->unit = &analysis->units[first + i];
		job->unit->path = job->path;
		const struct file_flags flags = analysis_flags(analysis, &parsing->arena, job->path);
		file_notes_flags(analysis, job->path, &flags);
		job->options = (struct frontend_options){
			.flags = flags.items,
			.flag_count = flags.count,
			.directory = flags.directory,
			.directory_flags = flags.of_directory,
			.arch = parsing->arch,
			.toolkit = parsing->toolkit,
			.instances = parsing->instances.items,
			.instance_count = parsing->instances.count,
			.contents = source->text,
			.contents_length = source->length,
		};
	}
	if (!first)
		compiling_begin(analysis, options);
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	parse_all(jobs, count, options->jobs ? options->jobs : processors > 0 ? (unsigned)processors : 1);
	free(jobs);
	analysis->unit_count = first + count;
}

static void
collect_instances(struct parsing *parsing)
{
	const struct words *launches = &parsing->options->launches;
	for (size_t i = 0; i < launches->count; i++) {
		const char *name = launches->items[i];
		const size_t length = eval_launch_name(&name);
		if (length && name[length - 1] == '>')
			words_add(&parsing->instances, &parsing->arena, arena_strndup(&parsing->arena, name, length));
	}
}

static bool
has_main(const struct analysis *analysis)
{
	for (size_t i = 0; i < analysis->given_count; i++)
		if (program_defines_main(&analysis->units[i]))
			return true;
	return false;
}

/* Of the command line alone: a database has the flags of a build. */
static void
report_ignored_flags(const struct words *flags)
{
	struct arena arena = {0};
	const char **ignored = arena_new_array(&arena, const char *, flags->count + 1);
	const size_t count = frontend_flags_ignored(flags->items, flags->count, ignored);
	const char *list = "";
	for (size_t i = 0; i < count; i++)
		list = arena_printf(&arena, "%s%s'%s'", list, i ? ", " : "", ignored[i]);
	if (count)
		message("compiler flag%s without a meaning for gpulint %s ignored: %s", count == 1 ? "" : "s",
		        count == 1 ? "is" : "are", list);
	arena_free(&arena);
}

static void
expand_flags(struct analysis *analysis, const struct options *options)
{
	struct words unread = {0};
	response_files_expand(&analysis->flags, &unread, &analysis->facts.arena, &options->flags, NULL);
	for (size_t i = 0; i < unread.count; i++)
		analysis_add_undone(analysis, "%s", unread.items[i]);
	report_ignored_flags(&analysis->flags);
}

bool
analysis_parse(struct analysis *analysis, const struct options *options, const char *const *paths, size_t count)
{
	struct parsing parsing = {.analysis = analysis, .options = options};
	struct words chosen = {0};
	bool parsed = false;

	expand_flags(analysis, options);
	if (options->database) {
		const char *error;
		analysis->database = compile_database_read(options->database, &parsing.arena, &error);
		if (!analysis->database) {
			message("%s", error);
			goto cleanup;
		}
	}
	if (!check_rules("--select", &options->select) || !check_rules("--ignore", &options->ignore) ||
	    !paths_choose(&chosen, &parsing.arena, options, paths, count) ||
	    !paths_can_write(&parsing.arena, options->output))
		goto cleanup;
	for (size_t i = 0; i < count; i++)
		if (!*paths[i])
			analysis_add_undone(analysis, "a file's name is empty");
	const bool is_said = options->gpu || options->arch;
	analysis->gpu =
		choose_gpu(options, is_said ? 0 : common_arch(analysis, &parsing.arena, &chosen, stdin_name(options)));
	if (!analysis->gpu)
		goto cleanup;
	const struct gpu *gpu = analysis->gpu;
	parsing.arch = arena_printf(&parsing.arena, "sm_%u%u", gpu->major, gpu->minor);
	parsing.toolkit = toolkit_find(&parsing.arena);
	collect_instances(&parsing);
	analysis->units = memory_zeroed(chosen.count + MOST_COMPANIONS, sizeof *analysis->units);
	analysis->given_count = chosen.count;
	parsing.project = project_of(&parsing.arena, &chosen, options->database);
	parse_files(&parsing, chosen.items, chosen.count, 0);
	for (size_t i = 0; i < chosen.count; i++) {
		write_placeless(analysis, &analysis->units[i]);
		file_notes_unoptimised(analysis, &analysis->units[i]);
	}
	if (!options->alone && !has_main(analysis) && !paths_name_stdin(chosen.items, chosen.count)) {
		struct companions companions =
			companions_find(&parsing.arena, &analysis->sources, analysis->units, chosen.count);
		if (companions.count)
			parse_files(&parsing, companions.paths, companions.count, chosen.count);
		if (companions.left_out)
			file_notes_left_out(analysis, chosen.items[0], companions.left_out);
		for (size_t i = chosen.count; i < analysis->unit_count; i++)
			analysis->units[i].is_companion = true;
	}
	program_absorb_headers(analysis->units, analysis->unit_count, analysis->given_count);
	parsed = true;

cleanup:
	arena_free(&parsing.arena);
	return parsed;
}

static bool
holds_given(const struct program *program)
{
	for (size_t i = 0; i < program->unit_count; i++)
		if (!program->units[i]->is_companion)
			return true;
	return false;
}

/* A --launch is for any program that contains given files and can make it. `errors` has the programs' errors at
 * intervals of `step`. If no program can make it, those with the kernel report why, or else the first one. */
static void
check_launch(struct analysis *analysis, const char *launch, const struct eval_launch_error *errors,
             const struct program *programs, size_t program_count, size_t step)
{
	struct words reported = {0};
	const char *first = NULL;
	for (size_t i = 0; i < program_count; i++) {
		const struct eval_launch_error *error = &errors[i * step];
		if (!holds_given(&programs[i]))
			continue;
		if (!error->text)
			return;
		first = first ? first : error->text;
		if (error->has_kernel && !words_contain(&reported, error->text))
			words_add(&reported, &analysis->facts.arena, error->text);
	}
	if (first && !reported.count)
		words_add(&reported, &analysis->facts.arena, first);
	for (size_t i = 0; i < reported.count; i++)
		analysis_add_undone(analysis, "--launch '%s': %s", launch, reported.items[i]);
}

static const char *
source_text(void *sources, const char *path, uint32_t line, size_t *length)
{
	const struct source_line text = source_from(sources_open(sources, path), line);
	*length = text.length;
	return text.text;
}

static bool
is_companion(const struct analysis *analysis, const char *path)
{
	for (size_t i = analysis->given_count; i < analysis->unit_count; i++)
		if (!strcmp(analysis->units[i].path, path))
			return true;
	return false;
}

static size_t
drop_places_of_companions(const struct analysis *analysis, struct place *places, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (!is_companion(analysis, places[i].file))
			places[kept++] = places[i];
	return kept;
}

static size_t
drop_calls_of_companions(const struct analysis *analysis, struct named_call *calls, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (!is_companion(analysis, calls[i].place.file))
			calls[kept++] = calls[i];
	return kept;
}

static bool
launches_some(const struct facts *facts, unsigned program)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (facts->kernels[i].launches[k].origin != LAUNCH_ASSUMED &&
			    facts->kernels[i].launches[k].program.number == program)
				return true;
	return false;
}

/* Drops the operations of programs that launch nothing of the given files. */
static void
drop_operations_of_companions(const struct analysis *analysis, struct facts *facts)
{
	size_t kept = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		struct host_operation *operation = &facts->host_operations[i];
		operation->is_elsewhere = is_companion(analysis, operation->place.file);
		if (!operation->is_elsewhere || launches_some(facts, operation->program))
			facts->host_operations[kept++] = *operation;
	}
	facts->host_operation_count = kept;
}

/* Companions were read for what they show about the given files. They get no report of their own. */
static void
drop_companions(struct analysis *analysis)
{
	struct facts *facts = &analysis->facts;
	size_t files = 0, kernels = 0;
	for (size_t i = 0; i < facts->file_count; i++)
		if (!is_companion(analysis, facts->files[i].path))
			facts->files[files++] = facts->files[i];
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (!is_companion(analysis, facts->kernels[i].place.file))
			facts->kernels[kernels++] = facts->kernels[i];
	facts->file_count = files;
	facts->kernel_count = kernels;
	facts->cut_loop_count = drop_places_of_companions(analysis, facts->cut_loops, facts->cut_loop_count);
	facts->library_call_count = drop_calls_of_companions(analysis, facts->library_calls, facts->library_call_count);
	facts->unseen_call_count = drop_calls_of_companions(analysis, facts->unseen_calls, facts->unseen_call_count);
	facts->undefined_kernel_count =
		drop_calls_of_companions(analysis, facts->undefined_kernels, facts->undefined_kernel_count);
	drop_operations_of_companions(analysis, facts);
}

static void
find_profile(struct analysis *analysis)
{
	struct facts *facts = &analysis->facts;
	char *passed_over;
	analysis->profile = profile_load(facts->gpu, facts->sm, &passed_over);
	for (const char *line = passed_over; line && *line; line += strspn(line, "\n")) {
		const size_t length = strcspn(line, "\n");
		message("%.*s", (int)length, line);
		line += length;
	}
	free(passed_over);
	const bool is_scaled = rates_are_scaled(analysis->profile, analysis->gpu);
	facts->profile = is_scaled ? "scaled" : analysis->profile ? profile_kind(analysis->profile) : "none";
	facts->profile_gpu = analysis->profile ? profile_gpu(analysis->profile) : NULL;
}

static void
number_program(struct facts *facts, size_t program)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			facts->kernels[i].launches[k].program.number = (unsigned)program;
	for (size_t i = 0; i < facts->host_operation_count; i++)
		facts->host_operations[i].program = (unsigned)program;
}

void
analysis_evaluate(struct analysis *analysis, const struct options *options)
{
	struct facts *facts = &analysis->facts;
	const struct gpu *gpu = analysis->gpu;
	const struct eval_options eval = {
		.gpu = gpu,
		.argv = options->argv.items,
		.argc = options->argv.count,
		.launches = options->launches.items,
		.launch_count = options->launches.count,
		.events = analysis->events,
		.trace = analysis->trace,
		.collects_contents = analysis->for_measuring || analysis->compile,
		.collects_index_ranges = analysis->for_measuring,
		.evaluates_all_instances = analysis->for_measuring,
		.sources = {source_text, &analysis->sources},
		.registers = {compiling_registers, analysis},
	};
	size_t count;
	compiling_go_on(analysis);
	const struct program *programs = program_split(&facts->arena, analysis->units, analysis->unit_count, &count);
	struct eval_launch_error *errors =
		arena_new_array(&facts->arena, struct eval_launch_error, count * eval.launch_count);
	analysis->part_count = count > 1 ? count : 0;
	analysis->parts = memory_zeroed(analysis->part_count, sizeof *analysis->parts);
	for (size_t i = 0; i < count; i++) {
		struct facts *part = count > 1 ? &analysis->parts[i] : facts;
		eval_program(part, programs[i].units, programs[i].unit_count, &eval, errors + i * eval.launch_count);
		number_program(part, i);
		if (part != facts)
			program_merge(facts, part);
	}
	if (analysis->part_count)
		program_find_launches(facts, analysis->parts);
	compiling_launched(analysis);
	for (size_t i = 0; i < eval.launch_count; i++)
		check_launch(analysis, eval.launches[i], errors + i, programs, count, eval.launch_count);
	file_notes_report(analysis, facts);
	program_report_dormant(facts, analysis->units, analysis->unit_count, analysis->given_count);
	if (analysis->unit_count > analysis->given_count)
		drop_companions(analysis);
	facts->gpu = gpu->name;
	facts->multiprocessors = gpu->multiprocessors;
	facts->warps_per_multiprocessor = gpu->max_warps_per_sm;
	facts->shared_per_block = gpu->shared_per_block;
	facts->clock_ghz = gpu->clock_ghz;
	facts->dram_gbs = gpu->dram_gbs;
	facts->sm = arena_printf(&facts->arena, "sm_%u%u", gpu->major, gpu->minor);
	find_profile(analysis);
	compiling_end(analysis, &eval.sources);
}

/* The number of findings that are kept. */
static size_t
keep_selected(const struct options *options, struct finding *findings, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (options_select(options, findings[i].rule))
			findings[kept++] = findings[i];
	return kept;
}

/* All rules run together, because one may silence another at the same place. Unselected findings are removed
 * afterwards. */
void
analysis_judge(struct analysis *analysis, const struct options *options)
{
	struct facts *facts = &analysis->facts;
	suppressing_read(analysis);
	rules_run(facts, analysis->profile, &analysis->suppressions);
	facts->finding_count = keep_selected(options, facts->findings, facts->finding_count);
	facts->suppressed_count = keep_selected(options, facts->suppressed, facts->suppressed_count);
	suppressing_check(analysis, options);
}

static bool
fails(const struct facts *facts, enum fail_on fail_on)
{
	static const enum severity least[] = {
		[FAIL_ON_NOTE] = SEVERITY_NOTE,
		[FAIL_ON_WARNING] = SEVERITY_WARNING,
		[FAIL_ON_ERROR] = SEVERITY_ERROR,
	};
	for (size_t i = 0; i < facts->finding_count && fail_on != FAIL_ON_NEVER; i++)
		if (facts->findings[i].severity >= least[fail_on])
			return true;
	return false;
}

/* The absence of findings is a good result only if everything could be read. */
static bool
is_clean_bill(const struct facts *facts)
{
	for (size_t i = 0; i < facts->file_count; i++)
		if (facts->files[i].status != FILE_OK)
			return false;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].refused_count; k++)
			if (!facts->kernels[i].refused[k].assumption)
				return false;
	return true;
}

/* Whether some kernels were not evaluated as the program launches them: assumed launches, no launch, templates without
 * an instance, unreached code, and kernels or calls of functions that may launch without a definition. */
static bool
is_blind(const struct facts *facts)
{
	bool blind = facts->dormant_template_count || facts->unseen_call_count || facts->undefined_kernel_count ||
	             !is_clean_bill(facts);
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		blind |= !kernel->launch_count && !kernel->is_library;
		blind |= kernel->unreached_count && kernel->unreached_count == kernel->access_count;
		for (size_t k = 0; k < kernel->launch_count; k++)
			blind |= kernel->launches[k].origin == LAUNCH_ASSUMED;
	}
	return blind;
}

enum exit_code
analysis_verdict(const struct analysis *analysis, const struct options *options)
{
	if (analysis->undone.count)
		return EXIT_UNABLE;
	if (options->strict && is_blind(&analysis->facts))
		return EXIT_UNABLE;
	if (fails(&analysis->facts, options->fail_on))
		return EXIT_FINDINGS;
	return is_clean_bill(&analysis->facts) ? EXIT_CLEAN : EXIT_UNABLE;
}

void
analysis_free(struct analysis *analysis)
{
	compile_free(analysis->compile);
	compile_database_free(analysis->database);
	free(analysis->notes);
	suppressions_free(&analysis->suppressions);
	profile_free(analysis->profile);
	facts_free(&analysis->facts);
	for (size_t i = 0; i < analysis->part_count; i++)
		facts_free(&analysis->parts[i]);
	free(analysis->parts);
	for (size_t i = 0; i < analysis->unit_count; i++)
		ir_unit_free(&analysis->units[i]);
	free(analysis->units);
	sources_free(&analysis->sources);
	*analysis = (struct analysis){0};
}

bool
analysis_report(struct analysis *analysis, const struct options *options, const struct report_format *format,
                report_appendix *append, FILE *standard)
{
	struct file_writing writing = {0};
	if (options->output && !(writing = file_begin(options->output)).file)
		return false;
	FILE *out = options->output ? writing.file : standard;
	char *directory = realpath(".", NULL);
	const struct report report = {
		.facts = &analysis->facts,
		.sources = &analysis->sources,
		.arena = &analysis->facts.arena,
		.directory = directory,
		.version = gpulint_version,
		.undone = &analysis->undone,
		.width = terminal_width(out),
		.color = options_want_color(options->color, out),
		.notes = options->notes || options->fail_on == FAIL_ON_NOTE,
	};
	format->write(out, &report);
	if (append && format->write == report_text)
		append(out, &report);
	free(directory);
	/* main checks standard output for all commands. */
	return !options->output || file_finish(&writing, true);
}
