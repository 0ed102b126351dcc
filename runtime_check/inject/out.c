#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

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
		for (size_t done = 0; done < out.length && (count >= 0 || errno == EINTR); done += count > 0 ? (size_t)count : 0)
			count = write(out.file, out.text + done, out.length - done);
	}
	free(out.text);
	pthread_mutex_unlock(&out.mutex);
}

/* The bytes of the UTF-8 character there; 0: it is none. */
static int
character_length(const unsigned char *text)
{
	const int length = *text < 0x80 ? 1 : *text >= 0xf0 && *text < 0xf5 ? 4 : *text >= 0xe0 && *text < 0xf0 ? 3 :
	                   *text >= 0xc2 && *text < 0xe0 ? 2 : 0;
	for (int i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

void
out_text(FILE *line, const char *text)
{
	putc('"', line);
	for (const unsigned char *at = (const unsigned char *)text; *at;) {
		const int length = character_length(at);
		if (*at == '"' || *at == '\\')
			fprintf(line, "\\%c", *at);
		else if (*at < ' ')
			fprintf(line, "\\u%04x", *at);
		else if (length)
			fwrite(at, 1, (size_t)length, line);
		else
			putc('?', line);
		at += length ? length : 1;
	}
	putc('"', line);
}
