#include "library_headers.h"

#include <stddef.h>
#include <string.h>

/* The types are those of the system's C library, as in nvcc, because programs overload functions for them. */
#define INTEGER_TYPES \
	"#pragma once\n" \
	"typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;\n" \
	"typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n" \
	"typedef unsigned long uint64_t; typedef int64_t intptr_t; typedef uint64_t uintptr_t;\n" \
	"typedef int64_t intmax_t; typedef uint64_t uintmax_t;\n" \
	"typedef int8_t int_least8_t; typedef int16_t int_least16_t; typedef int32_t int_least32_t;\n" \
	"typedef int64_t int_least64_t; typedef uint8_t uint_least8_t; typedef uint16_t uint_least16_t;\n" \
	"typedef uint32_t uint_least32_t; typedef uint64_t uint_least64_t; typedef int8_t int_fast8_t;\n" \
	"typedef int16_t int_fast16_t; typedef int32_t int_fast32_t; typedef int64_t int_fast64_t;\n" \
	"typedef uint8_t uint_fast8_t; typedef uint16_t uint_fast16_t; typedef uint32_t uint_fast32_t;\n" \
	"typedef uint64_t uint_fast64_t;\n" \
	"#define INT8_MIN (-128)\n#define INT8_MAX 127\n#define UINT8_MAX 255\n" \
	"#define INT16_MIN (-32768)\n#define INT16_MAX 32767\n#define UINT16_MAX 65535\n" \
	"#define INT32_MIN (-2147483647 - 1)\n#define INT32_MAX 2147483647\n#define UINT32_MAX 4294967295u\n" \
	"#define INT64_MIN (-9223372036854775807l - 1)\n#define INT64_MAX 9223372036854775807l\n" \
	"#define UINT64_MAX 18446744073709551615ul\n#define SIZE_MAX 18446744073709551615ul\n" \
	"#define INT8_C(c) c\n#define INT16_C(c) c\n#define INT32_C(c) c\n#define INT64_C(c) c##l\n#define UINT8_C(c) c\n" \
	"#define UINT16_C(c) c\n#define UINT32_C(c) c##u\n#define UINT64_C(c) c##ul\n#define INTMAX_C(c) c##l\n#define UINTMAX_C(c) c##ul\n" \
	"namespace std { using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::uint8_t;\n" \
	"using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::intptr_t; using ::uintptr_t; }\n"

#define INTEGER_LIMITS \
	"#pragma once\n" \
	"#undef INT_MAX\n#undef INT_MIN\n" \
	"#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n" \
	"#define CHAR_MIN SCHAR_MIN\n#define CHAR_MAX SCHAR_MAX\n#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n" \
	"#define USHRT_MAX 65535\n#define INT_MIN (-2147483647 - 1)\n#define INT_MAX 2147483647\n" \
	"#define UINT_MAX 4294967295u\n#define LONG_MAX 9223372036854775807l\n#define LONG_MIN (-LONG_MAX - 1)\n" \
	"#define ULONG_MAX 18446744073709551615ul\n#define LLONG_MAX 9223372036854775807ll\n" \
	"#define LLONG_MIN (-LLONG_MAX - 1)\n#define ULLONG_MAX 18446744073709551615ull\n" \
	"#define LONG_LONG_MAX LLONG_MAX\n#define LONG_LONG_MIN LLONG_MIN\n#define ULONG_LONG_MAX ULLONG_MAX\n" \
	"#define BOOL_MAX 1\n#define BOOL_WIDTH 1\n#define CHAR_WIDTH 8\n#define SCHAR_WIDTH 8\n#define UCHAR_WIDTH 8\n" \
	"#define SHRT_WIDTH 16\n#define USHRT_WIDTH 16\n#define INT_WIDTH 32\n#define UINT_WIDTH 32\n#define LONG_WIDTH 64\n" \
	"#define ULONG_WIDTH 64\n#define LLONG_WIDTH 64\n#define ULLONG_WIDTH 64\n#define LONG_BIT 64\n#define WORD_BIT 32\n" \
	"#define SSIZE_MAX LONG_MAX\n#define MB_LEN_MAX 16\n#define PATH_MAX 4096\n#define NAME_MAX 255\n"

#define FLOAT_LIMITS \
	"#pragma once\n" \
	"#define FLT_MAX 3.402823466e+38F\n#define FLT_MIN 1.175494351e-38F\n#define FLT_EPSILON 1.192092896e-07F\n" \
	"#define FLT_DIG 6\n#define FLT_MANT_DIG 24\n#define DBL_MAX 1.7976931348623158e+308\n" \
	"#define DBL_MIN 2.2250738585072014e-308\n#define DBL_EPSILON 2.2204460492503131e-016\n#define DBL_DIG 15\n" \
	"#define DBL_MANT_DIG 53\n#define FLT_RADIX 2\n"

#define MATHEMATICS \
	"#pragma once\n" \
	"#define M_E 2.7182818284590452354\n#define M_LOG2E 1.4426950408889634074\n" \
	"#define M_LOG10E 0.43429448190325182765\n#define M_LN2 0.69314718055994530942\n" \
	"#define M_LN10 2.30258509299404568402\n#define M_PI 3.14159265358979323846\n" \
	"#define M_PI_2 1.57079632679489661923\n#define M_PI_4 0.78539816339744830962\n" \
	"#define M_1_PI 0.31830988618379067154\n#define M_2_PI 0.63661977236758134308\n" \
	"#define M_2_SQRTPI 1.12837916709551257390\n#define M_SQRT2 1.41421356237309504880\n" \
	"#define M_SQRT1_2 0.70710678118654752440\n" \
	"#define M_Ef 2.7182818284590452354f\n#define M_LOG2Ef 1.4426950408889634074f\n#define M_LOG10Ef 0.43429448190325182765f\n" \
	"#define M_LN2f 0.69314718055994530942f\n#define M_LN10f 2.30258509299404568402f\n#define M_PIf 3.14159265358979323846f\n" \
	"#define M_PI_2f 1.57079632679489661923f\n#define M_PI_4f 0.78539816339744830962f\n#define M_1_PIf 0.31830988618379067154f\n" \
	"#define M_2_PIf 0.63661977236758134308f\n#define M_2_SQRTPIf 1.12837916709551257390f\n" \
	"#define M_SQRT2f 1.41421356237309504880f\n#define M_SQRT1_2f 0.70710678118654752440f\n" \
	"#define FP_NAN 0\n#define FP_INFINITE 1\n#define FP_ZERO 2\n#define FP_SUBNORMAL 3\n#define FP_NORMAL 4\n" \
	"#define FP_ILOGB0 (-2147483647 - 1)\n#define FP_ILOGBNAN (-2147483647 - 1)\n#define MAXFLOAT 3.40282347e+38F\n" \
	"#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)\n" \
	"#define HUGE_VALF __int_as_float(0x7f800000)\n#define INFINITY HUGE_VALF\n#define NAN __int_as_float(0x7fffffff)\n"

/* The functions of <math.h> and <cmath>, which are equal in C++. */
#define MATHEMATICS_STD \
	MATHEMATICS \
	"namespace std { using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::exp; using ::exp2; using ::expm1;\n" \
	"using ::log; using ::log2; using ::log10; using ::log1p; using ::pow; using ::sin; using ::cos; using ::tan;\n" \
	"using ::asin; using ::acos; using ::atan; using ::atan2; using ::sinh; using ::cosh; using ::tanh; using ::floor;\n" \
	"using ::ceil; using ::round; using ::trunc; using ::rint; using ::fmod; using ::fmin; using ::fmax; using ::fma;\n" \
	"using ::hypot; using ::erf; using ::erfc; using ::tgamma; using ::lgamma; using ::isnan; using ::isinf;\n" \
	"using ::isfinite; using ::copysign; using ::ldexp; using ::frexp; }\n"

/* The toolkit's C++ library is written for the device; std becomes an alias of it. */
#define CCCL(name) "#pragma once\n#include <cuda/std/" name ">\nnamespace std { using namespace cuda::std; }\n"

/* The library's own header defines other 64-bit types for NVRTC than for nvcc. */
#define CSTDINT_OF_CCCL \
	"#pragma once\n#include <cuda/std/detail/__config>\n#include <cuda/std/version>\n#include <stdint.h>\n" \
	"#ifdef _LIBCUDACXX_BEGIN_NAMESPACE_STD\n_LIBCUDACXX_BEGIN_NAMESPACE_STD\n#else\n_CCCL_BEGIN_NAMESPACE_CUDA_STD\n#endif\n" \
	"using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::uint8_t; using ::uint16_t; using ::uint32_t;\n" \
	"using ::uint64_t; using ::int_fast8_t; using ::int_fast16_t; using ::int_fast32_t; using ::int_fast64_t;\n" \
	"using ::uint_fast8_t; using ::uint_fast16_t; using ::uint_fast32_t; using ::uint_fast64_t; using ::int_least8_t;\n" \
	"using ::int_least16_t; using ::int_least32_t; using ::int_least64_t; using ::uint_least8_t; using ::uint_least16_t;\n" \
	"using ::uint_least32_t; using ::uint_least64_t; using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;\n" \
	"#ifdef __SIZEOF_INT128__\nusing __cccl_intmax_t = __int128_t; using __cccl_uintmax_t = __uint128_t;\n" \
	"#else\nusing __cccl_intmax_t = long long; using __cccl_uintmax_t = unsigned long long;\n#endif\n" \
	"#ifdef _LIBCUDACXX_END_NAMESPACE_STD\n_LIBCUDACXX_END_NAMESPACE_STD\n#else\n_CCCL_END_NAMESPACE_CUDA_STD\n#endif\n"

/* A toolkit header that defines integer types of its own for NVRTC, and uses <stdint.h> otherwise. It is read as nvcc
 * reads it, except for <nv/target>, which must be NVRTC's. */
#define AS_NVCC_READS(name) \
	"#pragma once\n#include <stdint.h>\n#if __has_include(<nv/target>)\n#include <nv/target>\n#endif\n" \
	"#undef __CUDACC_RTC__\n#include <./" name ">\n#define __CUDACC_RTC__ 1\n"

/* The functions of CUB for blocks, warps and threads. The rest of cub/cub.cuh is for the host. */
#define CUB_HEADER(name) "#if __has_include(<cub/" name ".cuh>)\n#include <cub/" name ".cuh>\n#endif\n"
/* clang-format off */
#define DEVICE_CUB \
	"#pragma once\n" \
	CUB_HEADER("block/block_adjacent_difference") CUB_HEADER("block/block_discontinuity") CUB_HEADER("block/block_exchange") \
	CUB_HEADER("block/block_histogram") CUB_HEADER("block/block_load") CUB_HEADER("block/block_load_to_shared") \
	CUB_HEADER("block/block_merge_sort") CUB_HEADER("block/block_radix_rank") CUB_HEADER("block/block_radix_sort") \
	CUB_HEADER("block/block_raking_layout") CUB_HEADER("block/block_reduce") CUB_HEADER("block/block_run_length_decode") \
	CUB_HEADER("block/block_scan") CUB_HEADER("block/block_shuffle") CUB_HEADER("block/block_store") \
	CUB_HEADER("warp/warp_exchange") CUB_HEADER("warp/warp_load") CUB_HEADER("warp/warp_merge_sort") \
	CUB_HEADER("warp/warp_reduce") CUB_HEADER("warp/warp_scan") CUB_HEADER("warp/warp_store") \
	CUB_HEADER("thread/thread_load") CUB_HEADER("thread/thread_operators") CUB_HEADER("thread/thread_reduce") \
	CUB_HEADER("thread/thread_scan") CUB_HEADER("thread/thread_search") CUB_HEADER("thread/thread_sort") \
	CUB_HEADER("thread/thread_store")
/* clang-format on */

/* Types that host code names in prototypes and class members which device code shares. Code that needs more of them is
 * removed. A string has the size of libstdc++'s, because the toolkit's std::optional of an incomplete type crashes the
 * compiler. */
#define STRINGS \
	"#pragma once\n" \
	"namespace std { template <class C> struct char_traits; template <class T> class allocator;\n" \
	"template <class C, class T = char_traits<C>, class A = allocator<C>> class basic_string { C *first; decltype(sizeof 0) rest[3]; };\n" \
	"typedef basic_string<char> string; }\n"
#define FILES "#pragma once\ntypedef struct _IO_FILE FILE;\n"
#define TIMES "#pragma once\nstruct timeval { long tv_sec, tv_usec; };\n"

/* Includes <string>, as the headers of this name in both libraries do. */
#define STRING(name) {name, "#include <string>\n", NULL}
#define EMPTY(name) {name, "", NULL}

/* clang-format off */
const struct library_header library_headers[] = {
	{"stdint.h", INTEGER_TYPES, NULL}, {"cstdint", "#include <stdint.h>\n", NULL},
	{"inttypes.h", "#include <stdint.h>\n", NULL}, {"cinttypes", "#include <stdint.h>\n", NULL},
	{"sys/types.h", "#include <stdint.h>\n", NULL},
	{"limits.h", INTEGER_LIMITS, NULL}, {"climits", "#include <limits.h>\n", NULL},
	{"float.h", FLOAT_LIMITS, NULL}, {"cfloat", "#include <float.h>\n", NULL},
	{"values.h", "#include <limits.h>\n#include <float.h>\n", NULL},
	{"math.h", MATHEMATICS_STD, NULL}, {"cmath", "#include <math.h>\n", NULL},
	{"cuda_pipeline_helpers.h", AS_NVCC_READS("cuda_pipeline_helpers.h"), NULL},
	{"cuda_awbarrier_helpers.h", AS_NVCC_READS("cuda_awbarrier_helpers.h"), NULL},
	{"cub/cub.cuh", NULL, DEVICE_CUB}, {"cuda/std/cstdint", NULL, CSTDINT_OF_CCCL},
	{"limits", "", CCCL("limits")}, {"type_traits", "", CCCL("type_traits")}, {"utility", "", CCCL("utility")},
	{"tuple", "", CCCL("tuple")}, {"array", "", CCCL("array")}, {"functional", "", CCCL("functional")},
	{"complex", "", CCCL("complex")}, {"bit", "", CCCL("bit")}, {"concepts", "", CCCL("concepts")},
	{"span", "", CCCL("span")}, {"optional", "", CCCL("optional")}, {"initializer_list", "", CCCL("initializer_list")},

	{"string", STRINGS, NULL}, {"stdio.h", FILES, NULL}, {"cstdio", "#include <stdio.h>\n", NULL}, {"sys/time.h", TIMES, NULL},
	STRING("exception"), STRING("filesystem"), STRING("fstream"), STRING("ios"), STRING("iosfwd"), STRING("iostream"),
	STRING("istream"), STRING("locale"), STRING("ostream"), STRING("regex"), STRING("sstream"), STRING("stdexcept"),
	STRING("streambuf"), STRING("string_view"), STRING("system_error"),

	EMPTY("algorithm"), EMPTY("any"), EMPTY("atomic"), EMPTY("bitset"), EMPTY("cassert"), EMPTY("cctype"), EMPTY("cerrno"),
	EMPTY("cfenv"), EMPTY("charconv"), EMPTY("chrono"), EMPTY("clocale"), EMPTY("condition_variable"), EMPTY("csetjmp"),
	EMPTY("csignal"), EMPTY("cstdarg"), EMPTY("cstddef"), EMPTY("cstdlib"), EMPTY("cstring"),
	EMPTY("ctime"), EMPTY("cwchar"), EMPTY("cwctype"), EMPTY("deque"), EMPTY("fenv.h"), EMPTY("forward_list"),
	EMPTY("future"), EMPTY("iomanip"), EMPTY("iterator"), EMPTY("list"), EMPTY("map"), EMPTY("memory"), EMPTY("mutex"),
	EMPTY("new"), EMPTY("numbers"), EMPTY("numeric"), EMPTY("omp.h"), EMPTY("queue"), EMPTY("random"), EMPTY("ratio"),
	EMPTY("set"), EMPTY("shared_mutex"), EMPTY("stack"), EMPTY("thread"), EMPTY("typeindex"), EMPTY("typeinfo"),
	EMPTY("unordered_map"), EMPTY("unordered_set"), EMPTY("valarray"), EMPTY("variant"), EMPTY("vector"),

	EMPTY("arpa/inet.h"), EMPTY("assert.h"), EMPTY("ctype.h"), EMPTY("dirent.h"), EMPTY("dlfcn.h"), EMPTY("err.h"),
	EMPTY("errno.h"), EMPTY("execinfo.h"), EMPTY("fcntl.h"), EMPTY("getopt.h"), EMPTY("libgen.h"), EMPTY("locale.h"),
	EMPTY("malloc.h"), EMPTY("memory.h"), EMPTY("netdb.h"), EMPTY("netinet/in.h"), EMPTY("poll.h"), EMPTY("pthread.h"),
	EMPTY("pwd.h"), EMPTY("sched.h"), EMPTY("semaphore.h"), EMPTY("setjmp.h"), EMPTY("signal.h"), EMPTY("stdarg.h"),
	EMPTY("stdbool.h"), EMPTY("stddef.h"), EMPTY("stdlib.h"), EMPTY("string.h"), EMPTY("strings.h"),
	EMPTY("sys/ioctl.h"), EMPTY("sys/mman.h"), EMPTY("sys/param.h"), EMPTY("sys/resource.h"), EMPTY("sys/select.h"),
	EMPTY("sys/socket.h"), EMPTY("sys/stat.h"), EMPTY("sys/syscall.h"), EMPTY("sys/sysinfo.h"), EMPTY("sys/times.h"),
	EMPTY("sys/utsname.h"), EMPTY("sys/wait.h"), EMPTY("termios.h"), EMPTY("time.h"), EMPTY("unistd.h"), EMPTY("wchar.h"),
	EMPTY("wctype.h"), EMPTY("windows.h"),

	/* Annotations for profilers, which only host code uses. */
	EMPTY("nvToolsExt.h"), EMPTY("nvToolsExtCuda.h"), EMPTY("nvToolsExtCudaRt.h"), EMPTY("nvtx3/nvToolsExt.h"),
	EMPTY("nvtx3/nvToolsExtCuda.h"), EMPTY("nvtx3/nvToolsExtCudaRt.h"), EMPTY("nvtx3/nvtx3.hpp"),
	{NULL, NULL, NULL},
};
/* clang-format on */

const char *
library_header_text(const struct library_header *library_header, bool has_cccl)
{
	return has_cccl && library_header->cccl_text ? library_header->cccl_text : library_header->text;
}

bool
is_device_header(const char *name)
{
	static const char *const beginnings[] = {
		"cub/cub.cuh",   "cub/block/",          "cub/warp/",        "cub/thread/",
		"cub/util_ptx",  "cub/util_type",       "cub/util_math",    "thrust/tuple.h",
		"thrust/pair.h", "thrust/functional.h", "thrust/iterator/", "cuda/",
	};
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
		if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	}
	return false;
}
