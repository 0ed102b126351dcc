#include "known_names.h"

#include <string.h>

struct known_names {
	const char *names;       /* with blanks around each */
	const char *text;        /* "": nothing without the toolkit's C++ library */
	const char *cccl_text;   /* instead of `text` where that is there; may be NULL */
};

#define TYPE(name, type) {" " name " ", "typedef " type " " name ";\n", NULL}
#define MACRO(name, value) {" " name " ", "#define " name " " value "\n", NULL}

static const struct known_names global_names[] = {
	TYPE("uint", "unsigned int"), TYPE("ushort", "unsigned short"), TYPE("ulong", "unsigned long"),
	TYPE("u_char", "unsigned char"), TYPE("u_short", "unsigned short"), TYPE("u_int", "unsigned int"),
	TYPE("u_long", "unsigned long"), TYPE("u_int8_t", "unsigned char"), TYPE("u_int16_t", "unsigned short"),
	TYPE("u_int32_t", "unsigned int"), TYPE("u_int64_t", "unsigned long"), TYPE("ssize_t", "long"), TYPE("off_t", "long"),
	{" int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t"
	 " int_least8_t int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t"
	 " int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t"
	 " INT8_MIN INT8_MAX UINT8_MAX INT16_MIN INT16_MAX UINT16_MAX INT32_MIN INT32_MAX UINT32_MAX INT64_MIN INT64_MAX"
	 " UINT64_MAX SIZE_MAX ", "#include <stdint.h>\n", NULL},
	{" CHAR_BIT SCHAR_MIN SCHAR_MAX UCHAR_MAX CHAR_MIN CHAR_MAX SHRT_MIN SHRT_MAX USHRT_MAX INT_MIN INT_MAX UINT_MAX LONG_MAX"
	 " LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX ", "#include <limits.h>\n", NULL},
	{" FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG FLT_MANT_DIG DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG DBL_MANT_DIG FLT_RADIX ",
	 "#include <float.h>\n", NULL},
	{" M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 HUGE_VALF INFINITY NAN ",
	 "#include <math.h>\n", NULL},
	MACRO("RAND_MAX", "2147483647"), MACRO("EXIT_SUCCESS", "0"), MACRO("EXIT_FAILURE", "1"), MACRO("BUFSIZ", "8192"),
	/* nvcc takes the word in every dialect. */
	MACRO("register", ""),
	/* GNU's ways to write keywords. */
	MACRO("__const", "const"), MACRO("__const__", "const"), MACRO("__signed__", "signed"), MACRO("__volatile__", "volatile"),
	{0},
};

#define LEAST_AND_MOST \
	"namespace std {\n" \
	"template <class T> __device__ constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }\n" \
	"template <class T> __device__ constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }\n" \
	"template <class T, class F> __device__ constexpr const T &min(const T &a, const T &b, F f) { return f(b, a) ? b : a; }\n" \
	"template <class T, class F> __device__ constexpr const T &max(const T &a, const T &b, F f) { return f(a, b) ? b : a; }\n" \
	"template <class T> __device__ constexpr const T &clamp(const T &a, const T &low, const T &high)\n" \
	"{ return a < low ? low : high < a ? high : a; }\n" \
	"}\n"

static const struct known_names std_names[] = {
	{" min max clamp ", LEAST_AND_MOST, NULL},
	{" abs fabs sqrt cbrt exp exp2 expm1 log log2 log10 log1p pow sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil round"
	 " trunc rint fmod fmin fmax fma hypot erf erfc tgamma lgamma isnan isinf isfinite copysign ldexp frexp ",
	 "#include <math.h>\n", NULL},
	{" int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ", "#include <stdint.h>\n", NULL},
	{" numeric_limits ", "", "#include <limits>\n"},
	{" pair make_pair swap move forward exchange declval integer_sequence index_sequence make_index_sequence"
	 " make_integer_sequence index_sequence_for in_place_t ", "", "#include <utility>\n"},
	{" enable_if enable_if_t conditional conditional_t integral_constant bool_constant true_type false_type is_same is_same_v"
	 " is_void is_integral is_integral_v is_floating_point is_floating_point_v is_arithmetic is_arithmetic_v is_signed"
	 " is_signed_v is_unsigned is_unsigned_v is_pointer is_pointer_v is_reference is_const is_const_v is_class is_enum is_array"
	 " is_base_of is_base_of_v is_convertible is_convertible_v is_trivially_copyable is_trivially_copyable_v is_constructible"
	 " is_invocable is_invocable_v decay decay_t remove_reference remove_reference_t remove_const remove_const_t remove_cv"
	 " remove_cv_t remove_pointer remove_pointer_t remove_extent add_const add_pointer add_lvalue_reference make_signed"
	 " make_signed_t make_unsigned make_unsigned_t underlying_type common_type common_type_t aligned_storage invoke_result"
	 " invoke_result_t void_t alignment_of rank extent is_empty is_trivial is_standard_layout is_pod is_constant_evaluated ", "",
	 "#include <type_traits>\n"},
	{" array ", "", "#include <array>\n"},
	{" tuple get make_tuple tie tuple_size tuple_element apply ", "", "#include <tuple>\n"},
	{" plus minus multiplies divides modulus negate less less_equal greater greater_equal equal_to not_equal_to logical_and"
	 " logical_or logical_not bit_and bit_or bit_xor ", "", "#include <functional>\n"},
	{" initializer_list ", "", "#include <initializer_list>\n"},
	{0},
};

static bool
lists(const char *names, const char *name)
{
	const size_t length = strlen(name);
	for (const char *at = names; length > 0 && (at = strstr(at, name)); at += length)
		if (at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

const char *
known_name_text(const char *name, bool is_std, bool has_cccl)
{
	for (const struct known_names *known = is_std ? std_names : global_names; known->names; known++) {
		const char *text = has_cccl && known->cccl_text ? known->cccl_text : known->text;
		if (*text && lists(known->names, name))
			return text;
	}
	return NULL;
}
