#ifndef _STDIO_H
#define _STDIO_H
#pragma GCC system_header

#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>
#include <gpulint/primitives.h>

#pragma clang force_cuda_host_device begin
extern "C" {

typedef struct _IO_FILE { int _fileno; } FILE;
typedef long fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *format, ...);
int fprintf(FILE *, const char *format, ...);
int sprintf(char *, const char *format, ...);
int snprintf(char *, size_t, const char *format, ...);
int puts(const char *);
int putchar(int);
int scanf(const char *format, ...);
int sscanf(const char *, const char *format, ...);
int fscanf(FILE *, const char *format, ...);
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *);
size_t fread(void *, size_t size, size_t count, FILE *);
size_t fwrite(const void *, size_t size, size_t count, FILE *);
char *fgets(char *, int, FILE *);
int fflush(FILE *);

inline int vprintf(const char *, va_list) { return 0; }
inline int vfprintf(FILE *, const char *, va_list) { return 0; }
inline int vsnprintf(char *text, size_t size, const char *, va_list) { __gl_forget(text, size); return __gl_unknown<int>(); }
inline int vsprintf(char *text, const char *, va_list) { __gl_forget(text, ~(__gl_size)0); return __gl_unknown<int>(); }
inline int vasprintf(char **text, const char *, va_list) { *text = (char *)__gl_new(__gl_unknown<__gl_size>()); return __gl_unknown<int>(); }
inline int asprintf(char **text, const char *, ...) { *text = (char *)__gl_new(__gl_unknown<__gl_size>()); return __gl_unknown<int>(); }
inline int dprintf(int, const char *, ...) { return 0; }
inline int fputs(const char *, FILE *) { return 0; }
inline int fputc(int c, FILE *) { return c; }
inline int putc(int c, FILE *) { return c; }
inline int fgetc(FILE *) { return __gl_input<int>(); }
inline int getc(FILE *) { return __gl_input<int>(); }
inline int getchar() { return __gl_input<int>(); }
inline int ungetc(int c, FILE *) { return c; }
inline char *gets(char *text) { __gl_forget_input(text, ~(__gl_size)0); return text; }
inline ssize_t getline(char **line, size_t *room, FILE *)
{
	*room = __gl_input<size_t>();
	*line = (char *)__gl_new(*room);
	__gl_forget_input(*line, *room);
	return __gl_input<ssize_t>();
}
inline int fseek(FILE *, long, int) { return 0; }
inline int fseeko(FILE *, off_t, int) { return 0; }
inline long ftell(FILE *) { return __gl_input<long>(); }
inline off_t ftello(FILE *) { return __gl_input<off_t>(); }
inline void rewind(FILE *) {}
inline int feof(FILE *) { return __gl_input<int>(); }
inline int ferror(FILE *) { return 0; }
inline void clearerr(FILE *) {}
inline int fileno(FILE *) { return __gl_unknown<int>(); }
inline void perror(const char *) {}
inline int remove(const char *) { return 0; }
inline int rename(const char *, const char *) { return 0; }
inline void setbuf(FILE *, char *) {}
inline int setvbuf(FILE *, char *, int, size_t) { return 0; }
inline FILE *tmpfile() { return fopen("", "w+"); }
inline FILE *freopen(const char *path, const char *mode, FILE *) { return fopen(path, mode); }
inline FILE *fdopen(int, const char *mode) { return fopen("", mode); }
inline FILE *popen(const char *, const char *mode) { return fopen("", mode); }
inline int pclose(FILE *file) { return fclose(file); }
inline FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

}
#pragma clang force_cuda_host_device end
#endif
