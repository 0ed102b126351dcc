#include "rules/identity.h"

/* The property by which sites are distinguished. */
typedef const void *identity(const struct site *site);

static const void *
memory_of(const struct site *site)
{
	return site->object.allocation;
}

static const void *
walk_of(const struct site *site)
{
	return site->object.walk;
}

/* The index of the first of the kernel's sites with an equal property. */
static size_t
first_alike(const struct kernel *kernel, const struct site *site, identity *of)
{
	size_t number = 0;
	for (size_t i = 0; i < kernel->launch_count; i++)
		for (size_t k = 0; k < kernel->launches[i].site_count; k++, number++)
			if (of(&kernel->launches[i].sites[k]) == of(site))
				return number;
	return number;
}

size_t
identity_of_memory(const struct kernel *kernel, const struct site *site)
{
	return first_alike(kernel, site, memory_of);
}

size_t
identity_of_walk(const struct kernel *kernel, const struct site *site)
{
	return first_alike(kernel, site, walk_of);
}
