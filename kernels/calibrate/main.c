/* Measures the reference kernels on a GPU and writes its profile.
 *
 *     gpulint-calibrate [options] KERNELS RUNNER [ARGUMENT...] > profile.json
 *
 * KERNELS is the folder of the experiments, RUNNER the worker: gpulint-run, or a command that runs it elsewhere, such
 * as ssh gpubox gpulint-run. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/calibrate/fold.h"
#include "kernels/calibrate/job.h"
#include "kernels/calibrate/print.h"
#include "kernels/calibrate/runner.h"

struct options {
	const char *kernels;
	char **runner;
	const char *only;      /* effect; NULL: all */
	const char *kind;
	const char *note;      /* for the profile: what it should say of the machine; NULL: nothing */
	unsigned rounds;
	bool print_job;        /* instead of running it */
};

static const char usage[] =
    "usage: gpulint-calibrate [--rounds N] [--only EFFECT] [--kind shipped|calibrated] [--note TEXT]\n"
    "                         KERNELS RUNNER [ARGUMENT...]\n"
    "       gpulint-calibrate [--only EFFECT] --job KERNELS\n";

static bool
read_options(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{"rounds", required_argument, NULL, 'r'}, {"only", required_argument, NULL, 'o'},
		{"kind", required_argument, NULL, 'k'}, {"note", required_argument, NULL, 'n'},
		{"job", no_argument, NULL, 'j'}, {0},
	};
	*options = (struct options){.kind = "calibrated", .rounds = 5};
	for (int option; (option = getopt_long(argc, argv, "+", known, NULL)) != -1;) {
		switch (option) {
		case 'r': options->rounds = (unsigned)strtoul(optarg, NULL, 10); break;
		case 'o': options->only = optarg; break;
		case 'k': options->kind = optarg; break;
		case 'n': options->note = optarg; break;
		case 'j': options->print_job = true; break;
		default: return false;
		}
	}
	if (argc - optind < (options->print_job ? 1 : 2) || options->rounds < 1)
		return false;
	options->kernels = argv[optind];
	options->runner = &argv[optind + 1];
	return true;
}

/* One round's result; NULL after a message. */
static json_t *
run_round(struct experiments *experiments, const struct options *options, unsigned round)
{
	const char *error = "";
	json_t *job = job_build(experiments, round, &error);
	if (!job) {
		fprintf(stderr, "gpulint-calibrate: %s\n", error);
		return NULL;
	}
	fprintf(stderr, "round %u of %u\n", round + 1, options->rounds);
	json_t *result = runner_run(options->runner, job, &experiments->arena, &error);
	json_decref(job);
	const char *status = json_string_value(json_object_get(result, "status"));
	if (status && !strcmp(status, "ok"))
		return result;
	const char *reason = json_string_value(json_object_get(result, "reason"));
	fprintf(stderr, "gpulint-calibrate: %s: %s\n", options->runner[0], status && reason ? reason : error);
	json_decref(result);
	return NULL;
}

static bool
calibrate(struct experiments *experiments, const struct options *options)
{
	json_t *results = json_array();
	for (unsigned round = 0; round < options->rounds; round++) {
		json_t *result = run_round(experiments, options, round);
		if (!result) {
			json_decref(results);
			return false;
		}
		json_array_append_new(results, result);
	}

	char date[sizeof "2000-01-01"];
	const time_t now = time(NULL);
	struct tm day;
	strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));

	const char *omitted;
	json_t *profile = fold_profile(experiments, results, options->kind, date, &omitted);
	if (omitted)
		fprintf(stderr, "gpulint-calibrate: %s\n", omitted);
	if (profile && options->note)
		json_object_set_new(json_object_get(profile, "method"), "note", json_string(options->note));
	const bool written = profile && print_json(profile, stdout);
	json_decref(profile);
	json_decref(results);
	return written;
}

static bool
print_job(struct experiments *experiments)
{
	const char *error;
	json_t *job = job_build(experiments, 0, &error);
	if (!job) {
		fprintf(stderr, "gpulint-calibrate: %s\n", error);
		return false;
	}
	const bool written = print_json(job, stdout);
	json_decref(job);
	return written;
}

int
main(int argc, char **argv)
{
	struct options options;
	struct experiments experiments;
	const char *error;

	if (!read_options(argc, argv, &options)) {
		fputs(usage, stderr);
		return 2;
	}
	bool done = false;
	if (!experiments_load(&experiments, options.kernels, &error))
		fprintf(stderr, "gpulint-calibrate: %s\n", error);
	else if (options.only && !experiments_select(&experiments, options.only))
		fprintf(stderr, "gpulint-calibrate: %s: no such effect\n", options.only);
	else
		done = options.print_job ? print_job(&experiments) : calibrate(&experiments, &options);
	experiments_free(&experiments);
	return done ? 0 : 2;
}
