/* The exceptions of the standard library, and its functions that throw them: host only, like the program's exceptions. */
#ifndef GPULINT_ERRORS_H
#define GPULINT_ERRORS_H
#pragma GCC system_header
#include <exception>
#include <string.h>
#include <gpulint/primitives.h>
namespace std {
template <class C> struct char_traits;
template <class T> class allocator;
template <class C, class T, class A> class basic_string;
typedef basic_string<char, char_traits<char>, allocator<char>> __gl_text;

/* All copies of an exception share its text, which is never freed. */
class __gl_error : public exception {
	const char *text;
	void keep(const char *t, size_t length)
	{
		char *kept = (char *)__gl_new(length + 1);
		memcpy(kept, t, length + 1);
		text = kept;
	}
public:
	explicit __gl_error(const __gl_text &t);
	explicit __gl_error(const char *t) { keep(t, strlen(t)); }
	const char *what() const noexcept override { return text; }
};
#define __GL_ERROR(name, base) \
	class name : public base { \
	public: \
		explicit name(const __gl_text &text) : base(text) {} \
		explicit name(const char *text) : base(text) {} \
	};
__GL_ERROR(runtime_error, __gl_error)
__GL_ERROR(logic_error, __gl_error)
__GL_ERROR(invalid_argument, logic_error)
__GL_ERROR(domain_error, logic_error)
__GL_ERROR(length_error, logic_error)
__GL_ERROR(out_of_range, logic_error)
__GL_ERROR(range_error, runtime_error)
__GL_ERROR(overflow_error, runtime_error)
__GL_ERROR(underflow_error, runtime_error)
#undef __GL_ERROR
}
#pragma clang force_cuda_host_device begin
namespace std {
/* Throws if a position is not less than the count. */
constexpr void __gl_check_place(size_t place, size_t count)
{
	if (place >= count)
		throw out_of_range("place");
}
}
#pragma clang force_cuda_host_device end
#endif
