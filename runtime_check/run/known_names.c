#include "known_names.h"

#include <string.h>

struct known_names {
	const char *names; /* with a blank before and after each */
	/* declares the names without the toolkit's C++ library; "": they are unknown without it */
	const char *text;
	const char *cccl_text; /* used instead of `text` if that library exists; may be NULL */
	bool is_of_header;     /* nvcc has the names only if a header that the source includes declares them */
};

#define TYPE(name, type) {" " name " ", "typedef " type " " name ";\n", NULL, false}
#define MACRO(name, value) {" " name " ", "#define " name " " value "\n", NULL, false}
#define NAMES(names, text) {names, text, NULL, false}
#define NAMES_OF_HEADERS(names, text) {names, text, NULL, true}
#define NAMES_OF_CCCL(names, text) {names, "", text, false}

/* nvcc uses libstdc++'s pow, which returns a double for arguments of two types, or for two integers. */
#define GENERAL_POW \
	"template <class T> struct __gpulint_number {};\n" \
	"#define NUMBER(T) template <> struct __gpulint_number<T> { typedef double type; };\n" \
	"NUMBER(bool) NUMBER(char) NUMBER(signed char) NUMBER(unsigned char) NUMBER(short) NUMBER(unsigned short) NUMBER(int)" \
	" NUMBER(unsigned int) NUMBER(long) NUMBER(unsigned long) NUMBER(long long) NUMBER(unsigned long long) NUMBER(float)" \
	" NUMBER(double)\n#undef NUMBER\n" \
	"template <class T, class U> __device__ __forceinline__ typename __gpulint_number<T>::type pow(T x, U y)\n" \
	"{ return pow((double)x, (typename __gpulint_number<U>::type)y); }\n"

/* clang-format off */
static const struct known_names global_names[] = {
	TYPE("uint", "unsigned int"), TYPE("ushort", "unsigned short"), TYPE("ulong", "unsigned long"),
	TYPE("u_char", "unsigned char"), TYPE("u_short", "unsigned short"), TYPE("u_int", "unsigned int"),
	TYPE("u_long", "unsigned long"), TYPE("u_int8_t", "unsigned char"), TYPE("u_int16_t", "unsigned short"),
	TYPE("u_int32_t", "unsigned int"), TYPE("u_int64_t", "unsigned long"), TYPE("quad_t", "long"), TYPE("u_quad_t", "unsigned long"),
	TYPE("int8_t", "signed char"), TYPE("int16_t", "short"), TYPE("int32_t", "int"), TYPE("int64_t", "long"),
	TYPE("float_t", "float"), TYPE("double_t", "double"), TYPE("nullptr_t", "decltype(nullptr)"),
	TYPE("ssize_t", "long"), TYPE("off_t", "long"), TYPE("loff_t", "long"), TYPE("time_t", "long"), TYPE("suseconds_t", "long"),
	TYPE("useconds_t", "unsigned int"), TYPE("clockid_t", "int"), TYPE("pid_t", "int"), TYPE("uid_t", "unsigned int"),
	TYPE("gid_t", "unsigned int"), TYPE("id_t", "unsigned int"), TYPE("key_t", "int"), TYPE("mode_t", "unsigned int"),
	TYPE("dev_t", "unsigned long"), TYPE("ino_t", "unsigned long"), TYPE("nlink_t", "unsigned long"), TYPE("blkcnt_t", "long"),
	TYPE("daddr_t", "int"), TYPE("caddr_t", "char *"), TYPE("register_t", "long"),
	NAMES_OF_HEADERS(
		" uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t"
		" int_least8_t int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t"
		" int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t"
		" INT8_MIN INT8_MAX UINT8_MAX INT16_MIN INT16_MAX UINT16_MAX INT32_MIN INT32_MAX UINT32_MAX INT64_MIN INT64_MAX"
		" UINT64_MAX SIZE_MAX INT8_C INT16_C INT32_C INT64_C UINT8_C UINT16_C UINT32_C UINT64_C INTMAX_C UINTMAX_C ",
		"#include <stdint.h>\n"),
	/* Headers of the toolkit's host libraries, such as <cublas_v2.h>, include both. */
	NAMES_OF_HEADERS(" __half __half2 half half2 __nv_bfloat16 __nv_bfloat162 nv_bfloat16 nv_bfloat162 ",
	                 "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"),
	NAMES(" CHAR_BIT SCHAR_MIN SCHAR_MAX UCHAR_MAX CHAR_MIN CHAR_MAX SHRT_MIN SHRT_MAX USHRT_MAX INT_MIN INT_MAX UINT_MAX LONG_MAX"
	      " LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX LONG_LONG_MAX LONG_LONG_MIN ULONG_LONG_MAX MB_LEN_MAX BOOL_MAX"
	      " BOOL_WIDTH CHAR_WIDTH SCHAR_WIDTH UCHAR_WIDTH SHRT_WIDTH USHRT_WIDTH INT_WIDTH UINT_WIDTH LONG_WIDTH ULONG_WIDTH"
	      " LLONG_WIDTH ULLONG_WIDTH LONG_BIT WORD_BIT SSIZE_MAX PATH_MAX NAME_MAX ", "#include <limits.h>\n"),
	NAMES_OF_HEADERS(" FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG FLT_MANT_DIG DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG DBL_MANT_DIG FLT_RADIX ",
	                 "#include <float.h>\n"),
	NAMES(" M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2"
	      " M_Ef M_LOG2Ef M_LOG10Ef M_LN2f M_LN10f M_PIf M_PI_2f M_PI_4f M_1_PIf M_2_PIf M_2_SQRTPIf M_SQRT2f M_SQRT1_2f"
	      " HUGE_VAL HUGE_VALF INFINITY NAN MAXFLOAT FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_ILOGB0 FP_ILOGBNAN ",
	      "#include <math.h>\n"),
	MACRO("RAND_MAX", "2147483647"), MACRO("EXIT_SUCCESS", "0"), MACRO("EXIT_FAILURE", "1"), MACRO("CLOCKS_PER_SEC", "1000000l"),
	NAMES_OF_HEADERS(" BUFSIZ ", "#define BUFSIZ 8192\n"),
	/* Inline functions of the runtime for kernels. */
	NAMES(" cudaGridDependencySynchronize cudaTriggerProgrammaticLaunchCompletion ",
	      "static __device__ __forceinline__ void cudaGridDependencySynchronize() { asm volatile(\"griddepcontrol.wait;\" ::: \"memory\"); }\n"
	      "static __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion()\n"
	      "{ asm volatile(\"griddepcontrol.launch_dependents;\" :::); }\n"),
	NAMES(" pow ", GENERAL_POW),
	/* nvcc accepts the keyword in every dialect. */
	MACRO("register", ""),
	/* GNU's alternative keywords. */
	MACRO("__const", "const"), MACRO("__const__", "const"), MACRO("__signed__", "signed"), MACRO("__volatile__", "volatile"),
	{0},
};
/* clang-format on */

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
	NAMES(" min max clamp ", LEAST_AND_MOST),
	NAMES(" abs fabs sqrt cbrt exp exp2 expm1 log log2 log10 log1p pow sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil round"
              " trunc rint fmod fmin fmax fma hypot erf erfc tgamma lgamma isnan isinf isfinite copysign ldexp frexp ",
              "#include <math.h>\n"),
	NAMES_OF_HEADERS(" int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ",
                         "#include <stdint.h>\n"),
	NAMES(" size_t ptrdiff_t nullptr_t ",
              "namespace std { typedef decltype(sizeof 0) size_t; typedef long ptrdiff_t; typedef decltype(nullptr) nullptr_t; }\n"),
	NAMES_OF_CCCL(" numeric_limits ", "#include <limits>\n"),
	NAMES_OF_CCCL(
		" pair make_pair swap move forward exchange declval integer_sequence index_sequence make_index_sequence"
		" make_integer_sequence index_sequence_for in_place_t ",
		"#include <utility>\n"),
	NAMES_OF_CCCL(
		" enable_if enable_if_t conditional conditional_t integral_constant bool_constant true_type false_type is_same is_same_v"
		" is_void is_integral is_integral_v is_floating_point is_floating_point_v is_arithmetic is_arithmetic_v is_signed"
		" is_signed_v is_unsigned is_unsigned_v is_pointer is_pointer_v is_reference is_const is_const_v is_class is_enum is_array"
		" is_base_of is_base_of_v is_convertible is_convertible_v is_trivially_copyable is_trivially_copyable_v is_constructible"
		" is_invocable is_invocable_v decay decay_t remove_reference remove_reference_t remove_const remove_const_t remove_cv"
		" remove_cv_t remove_pointer remove_pointer_t remove_extent add_const add_pointer add_lvalue_reference make_signed"
		" make_signed_t make_unsigned make_unsigned_t underlying_type common_type common_type_t aligned_storage invoke_result"
		" invoke_result_t void_t alignment_of rank extent is_empty is_trivial is_standard_layout is_pod is_constant_evaluated ",
		"#include <type_traits>\n"),
	NAMES_OF_CCCL(" array ", "#include <array>\n"),
	NAMES_OF_CCCL(" tuple get make_tuple tie tuple_size tuple_element apply ", "#include <tuple>\n"),
	NAMES_OF_CCCL(
		" plus minus multiplies divides modulus negate less less_equal greater greater_equal equal_to not_equal_to logical_and"
		" logical_or logical_not bit_and bit_or bit_xor ",
		"#include <functional>\n"),
	NAMES_OF_CCCL(" initializer_list ", "#include <initializer_list>\n"),
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
known_name_text(const char *name, bool is_std, const struct known_libraries *libraries)
{
	for (const struct known_names *known = is_std ? std_names : global_names; known->names; known++) {
		const char *text = libraries->has_cccl && known->cccl_text ? known->cccl_text : known->text;
		if (*text && (libraries->has_headers || !known->is_of_header) && lists(known->names, name))
			return text;
	}
	return NULL;
}

bool
known_names_include(const char *header)
{
	static const char headers[] =
		" cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h math.h cmath stdlib.h cstdlib string.h"
		" cstring assert.h cassert time.h ctime limits.h climits stddef.h cstddef stdbool.h ";
	return lists(headers, header);
}
