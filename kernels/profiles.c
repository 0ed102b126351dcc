#include "kernels/profiles.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/rates.h"
#include "support/arena.h"
#include "support/memory.h"

struct search {
	struct arena arena;
	const char *complaints;     /* of calibrated profiles, a line each; NULL: none */
};

static void
complain(struct search *search, const char *text)
{
	search->complaints = search->complaints ? arena_printf(&search->arena, "%s\n%s", search->complaints, text) : text;
}

/* NULL where it cannot be read, or no times can be predicted from it. */
static struct profile *
read_calibrated(struct search *search, const char *path)
{
	char *error = NULL;
	struct rates rates;
	struct profile *profile = profile_read(path, &error);
	if (profile && rates_of_profile(profile, &rates))
		return profile;
	complain(search, profile ? arena_printf(&search->arena, "%s: it lacks curves that times are predicted from, or what these "
	                                                        "say can be of no GPU: gpulint calibrate makes it anew", path)
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

/* The first by name of those in the folder; what is wrong with others of them is of no interest here. */
static struct profile *
find_calibrated_of(struct search *search, const char *folder, const char *sm)
{
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_profile, alphasort);
	struct profile *found = NULL;
	for (int i = 0; i < count; i++) {
		struct rates rates;
		struct profile *profile = found ? NULL : profile_read(arena_printf(&search->arena, "%s/%s", folder, entries[i]->d_name), NULL);
		if (profile && !strcmp(profile_sm(profile), sm) && rates_of_profile(profile, &rates))
			found = profile;
		else
			profile_free(profile);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return found;
}

static struct profile *
find(struct search *search, const char *gpu, const char *sm)
{
	const char *path = profile_path(&search->arena, gpu);
	struct profile *profile = path && !access(path, F_OK) ? read_calibrated(search, path) : NULL;
	if (!profile)
		profile = profile_shipped(gpu);
	if (!profile && path)
		profile = find_calibrated_of(search, arena_printf(&search->arena, "%.*s", (int)(strrchr(path, '/') - path), path), sm);
	return profile ? profile : profile_shipped_of(sm);
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
