#define _GNU_SOURCE /* O_PATH */
#include "landlock.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's interface as of Linux 6.12. It is complete here because the system's headers may be older than the
 * kernel. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };
#define ACCESS_READ (UINT64_C(1) << 2 | UINT64_C(1) << 3) /* read files and list folders */

/* Write, remove, create and truncate files. */
#define ACCESS_WRITE (UINT64_C(1) << 1 | UINT64_C(1) << 5 | UINT64_C(1) << 8 | UINT64_C(1) << 14)

struct ruleset {
	uint64_t files, network, scoped; /* bits of what is forbidden unless a rule allows it */
};

/* The kernel rejects attributes and bits that it does not know. */
static const struct interface {
	long version;
	size_t size;
	struct ruleset all;
} interfaces[] = {
	{6, 24, {0xffff, 3, 3}}, {5, 16, {0xffff, 3, 0}}, {4, 16, {0x7fff, 3, 0}},
	{3, 8, {0x7fff, 0, 0}},  {2, 8, {0x3fff, 0, 0}},  {1, 8, {0x1fff, 0, 0}},
};

static void
allow(int rules, const char *folder, uint64_t access)
{
	struct {
		uint64_t access;
		int32_t file;
	} __attribute__((packed)) beneath = {access, open(folder, O_PATH | O_CLOEXEC)};
	if (beneath.file < 0)
		return;
	syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &beneath, 0);
	close(beneath.file);
}

bool
landlock_confine(const char *const *folders, size_t count, const char *written)
{
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
	const struct interface *interface = interfaces;
	const struct interface *const end = interfaces + sizeof interfaces / sizeof *interfaces;
	while (interface < end && interface->version > version)
		interface++;
	if (interface == end)
		return false;
	const int rules = (int)syscall(SYS_landlock_create_ruleset, &interface->all, interface->size, 0);
	if (rules < 0)
		return false;
	for (size_t i = 0; i < count; i++)
		allow(rules, folders[i], ACCESS_READ);
	if (written)
		allow(rules, written, (ACCESS_READ | ACCESS_WRITE) & interface->all.files);
	const bool is_confined =
		!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
	return is_confined;
}
