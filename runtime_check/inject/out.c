#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/utf8.h"

static struct {
	pthread_mutex_t mutex;
	int file;
	FILE *line;
	char *text;
	size_t length;
} out = {.mutex = PTHREAD_MUTEX_INITIALIZER, .file = -1};

bool
out_open(const char *folder)
{
	char path[PATH_MAX];
	if (snprintf(path, sizeof path, "%s/%ld.jsonl", folder, (long)getpid()) < (int)sizeof path)
		out.file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	return out.file >= 0;
}

FILE *
out_begin(void)
{
	pthread_mutex_lock(&out.mutex);
	out.line = open_memstream(&out.text, &out.length);
	if (!out.line)
		pthread_mutex_unlock(&out.mutex);
	return out.line;
}

void
out_end(void)
{
	putc('\n', out.line);
	if (fclose(out.line) == 0) {
		ssize_t count = 0;
		for (size_t done = 0; done < out.length && (count >= 0 || errno == EINTR);
		     done += count > 0 ? (size_t)count : 0)
			count = write(out.file, out.text + done, out.length - done);
	}
	free(out.text);
	pthread_mutex_unlock(&out.mutex);
}

void
out_text(FILE *line, const char *text)
{
	putc('"', line);
	enum { LONGEST_CHARACTER = 4 };
	for (const char *at = text; *at;) {
		const size_t length = utf8_length(at, strnlen(at, LONGEST_CHARACTER));
		if (*at == '"' || *at == '\\')
			fprintf(line, "\\%c", *at);
		else if ((unsigned char)*at < ' ')
			fprintf(line, "\\u%04x", (unsigned)*at);
		else if (length)
			fwrite(at, 1, length, line);
		else
			putc('?', line);
		at += length ? length : 1;
	}
	putc('"', line);
}
