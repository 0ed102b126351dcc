#include "kernels.h"

#include <pthread.h>
#include <regex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/hash.h"

/* A hash table with chaining: programs make millions of launches of hundreds of kernels. */
struct node {
	struct kernel kernel;
	struct node *next;
};

enum { BUCKETS = 1 << 12 };

static struct {
	pthread_mutex_t mutex;
	struct node *buckets[BUCKETS];
	regex_t expression;
	bool chooses;
} kernels = {.mutex = PTHREAD_MUTEX_INITIALIZER};

bool
kernels_choose(const char *expression)
{
	kernels.chooses = expression;
	return !expression || regcomp(&kernels.expression, expression, REG_EXTENDED | REG_NOSUB) == 0;
}

static struct node *
new_node(const char *name)
{
	struct node *node = calloc(1, sizeof *node);
	char *copy = node ? strdup(name) : NULL;
	if (!copy) {
		free(node);
		return NULL;
	}
	node->kernel.name = copy;
	return node;
}

struct kernel *
kernel_named(const char *name)
{
	struct node **bucket = &kernels.buckets[hash_text(name) % BUCKETS], *node;
	pthread_mutex_lock(&kernels.mutex);
	for (node = *bucket; node && strcmp(node->kernel.name, name) != 0;)
		node = node->next;
	if (!node && (node = new_node(name))) {
		node->kernel.is_wanted = !kernels.chooses || regexec(&kernels.expression, name, 0, NULL, 0) == 0;
		node->next = *bucket;
		*bucket = node;
	}
	pthread_mutex_unlock(&kernels.mutex);
	return node ? &node->kernel : NULL;
}
