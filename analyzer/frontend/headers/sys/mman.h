#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H
#pragma GCC system_header
#include <sys/types.h>
#include <gpulint/primitives.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)
#define MADV_HUGEPAGE 14
extern "C" {
inline void *mmap(void *, size_t bytes, int, int flags, int, off_t)
{
	void *p = __gl_new(bytes);
	if (flags & MAP_ANONYMOUS)
		__gl_forget(p, bytes);
	else
		__gl_forget_input(p, bytes);
	return p;
}
inline int munmap(void *, size_t) { return 0; }
inline int mprotect(void *, size_t, int) { return 0; }
inline int mlock(const void *, size_t) { return 0; }
inline int munlock(const void *, size_t) { return 0; }
inline int madvise(void *, size_t, int) { return 0; }
inline int msync(void *, size_t, int) { return 0; }
inline int shm_open(const char *, int, mode_t) { return __gl_unknown<int>(); }
inline int shm_unlink(const char *) { return 0; }
}
#endif
