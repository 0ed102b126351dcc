#define _GNU_SOURCE

#include "frontend/text/header_copies.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/pragma_macro.h"

enum { MOST_COPIES = 64 };

struct copy {
	dev_t device;
	ino_t inode;
	int file;
};

/* Per thread, because libclang passes no context to the functions that it calls. */
static _Thread_local struct copy copies[MOST_COPIES];
static _Thread_local unsigned copy_count;

static const struct copy *
find(const struct stat *status)
{
	for (unsigned i = 0; i < copy_count; i++)
		if (copies[i].device == status->st_dev && copies[i].inode == status->st_ino)
			return &copies[i];
	return NULL;
}

/* Whether the file is a precompiled header of libclang's, not a text. */
static bool
is_of_libclang(const char *bytes, size_t size)
{
	static const char beginning[] = "CPCH";
	const size_t length = sizeof beginning - 1;
	return size >= length && memcmp(bytes, beginning, length) == 0;
}

/* A copy in memory, of the same size. -1: the copy cannot be made or is not needed. */
static int
copy_of(int file, size_t size)
{
	char *text = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
	if (text == MAP_FAILED)
		return -1;
	int copy = -1;
	if (!is_of_libclang(text, size) && pragma_macro_in(text, size) &&
	    (copy = memfd_create("header", MFD_CLOEXEC)) >= 0) {
		pragma_macro_join(text, size);
		if (write(copy, text, size) != (ssize_t)size) {
			close(copy);
			copy = -1;
		}
	}
	munmap(text, size);
	return copy;
}

/* Opens the file again, so that the descriptor has a position of its own. */
static int
open_again(int file)
{
	char path[32];
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	return openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

int
header_copies_open(int file)
{
	struct stat status;
	if (fstat(file, &status) || !S_ISREG(status.st_mode) || !status.st_size)
		return file;
	const struct copy *known = find(&status);
	if (!known && copy_count < MOST_COPIES) {
		const struct copy made = {status.st_dev, status.st_ino, copy_of(file, (size_t)status.st_size)};
		if (made.file < 0)
			return file;
		known = &copies[copy_count];
		copies[copy_count++] = made;
	}
	const int opened = known ? open_again(known->file) : -1;
	if (opened < 0)
		return file;
	close(file);
	return opened;
}

void
header_copies_close(void)
{
	while (copy_count)
		close(copies[--copy_count].file);
}
