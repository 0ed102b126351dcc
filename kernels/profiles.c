#include "kernels/profiles.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/rates.h"
#include "kernels/scaled_rates.h"
#include "support/allocate.h"
#include "support/arena.h"

struct search {
	struct arena arena;
	const char *complaints; /* problems of calibrated profiles, one line each; NULL: none */
};

static void
complain(struct search *search, const char *text)
{
	search->complaints =
		search->complaints ? arena_printf(&search->arena, "%s\n%s", search->complaints, text) : text;
}

/* NULL: it cannot be read, or times cannot be predicted from it. */
static struct profile *
read_calibrated(struct search *search, const char *path)
{
	char *error = NULL;
	struct rates rates;
	struct profile *profile = profile_read(path, &error);
	if (profile && rates_of_profile(profile, &rates))
		return profile;
	complain(search, profile ? arena_printf(&search->arena,
	                                        "%s: it lacks curves that times are predicted from, or has values "
	                                        "that no GPU can have: run gpulint calibrate again",
	                                        path)
	                         : arena_strdup(&search->arena, error));
	profile_free(profile);
	free(error);
	return NULL;
}

static int
is_profile(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');
	return dot && !strcmp(dot, ".json");
}

/* The profile of the nearest GPU so far. */
struct nearest {
	const struct gpu *wanted; /* NULL: it has no data sheet */
	const char *sm;
	struct profile *profile;
	double distance;
};

/* A GPU without a data sheet matches all GPUs of its architecture and no others, in both directions. */
static double
distance_to(const struct nearest *nearest, const struct profile *profile)
{
	const struct gpu *measured = gpu_find(profile_gpu(profile));
	if (measured && nearest->wanted)
		return gpu_distance(measured, nearest->wanted);
	return strcmp(profile_sm(profile), nearest->sm) ? INFINITY : 0;
}

/* Takes ownership of the profile, which may be NULL. */
static void
consider(struct nearest *nearest, struct profile *profile)
{
	struct rates rates;
	const bool is_nearer =
		profile && distance_to(nearest, profile) < nearest->distance && rates_of_profile(profile, &rates);
	if (is_nearer)
		nearest->distance = distance_to(nearest, profile);
	profile_free(is_nearer ? nearest->profile : profile);
	nearest->profile = is_nearer ? profile : nearest->profile;
}

/* In alphabetical order. Problems of these profiles are not reported. */
static void
consider_calibrated(struct nearest *nearest, struct search *search, const char *folder)
{
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_profile, alphasort);
	for (int i = 0; i < count; i++) {
		consider(nearest,
		         profile_read(arena_printf(&search->arena, "%s/%s", folder, entries[i]->d_name), NULL));
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static struct profile *
find_nearest(struct search *search, const char *path, const struct gpu *wanted, const char *sm)
{
	struct nearest nearest = {.wanted = wanted, .sm = sm, .distance = INFINITY};
	struct profile *shipped;
	if (path)
		consider_calibrated(&nearest, search,
		                    arena_printf(&search->arena, "%.*s", (int)(strrchr(path, '/') - path), path));
	for (size_t i = 0; (shipped = profile_shipped_at(i)); i++)
		consider(&nearest, shipped);
	return nearest.profile;
}

static struct profile *
find(struct search *search, const char *gpu, const char *sm)
{
	const char *path = profile_path(&search->arena, gpu);
	struct profile *profile = path && !access(path, F_OK) ? read_calibrated(search, path) : NULL;
	if (!profile)
		profile = profile_shipped(gpu);
	return profile ? profile : find_nearest(search, path, gpu_find(gpu), sm);
}

struct profile *
profile_load(const char *gpu, const char *sm, char **passed_over)
{
	struct search search = {0};
	struct profile *profile = find(&search, gpu, sm);
	*passed_over = search.complaints ? memory_strdup(search.complaints) : NULL;
	arena_free(&search.arena);
	return profile;
}
