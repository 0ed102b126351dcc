/* Warp matrix functions. */
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__
#pragma GCC system_header
#include <cuda_fp16.h>
#include <cuda_bf16.h>
/* fragment, pointer, leading dimension in elements; number and length of lines in memory, bits of an element, adjacent
 * elements in a lane, whether lines cross these, tiles that one ldmatrix loads */
template <class F> __device__ void __gl_matrix_load(F &, const void *, unsigned leading, int lines, int length, int bits, int piece, bool across, int together);
template <class F> __device__ void __gl_matrix_store(const F &, void *, unsigned leading, int lines, int length, int bits, int piece, bool across, int together);
inline __device__ float __float_to_tf32(float x) { return x; }

namespace nvcuda {
namespace wmma {
using ::__float_to_tf32;
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32 {}; }
namespace experimental {
namespace precision { struct u4 {}; struct s4 {}; struct b1 {}; }
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}
/* The stored type of an element, and its bits in memory. */
template <class T> struct __gl_element { typedef T type; enum { bits = 8 * sizeof(T) }; };
template <> struct __gl_element<precision::tf32> { typedef float type; enum { bits = 32 }; };
template <> struct __gl_element<experimental::precision::u4> { typedef unsigned type; enum { bits = 4 }; };
template <> struct __gl_element<experimental::precision::s4> { typedef int type; enum { bits = 4 }; };
template <> struct __gl_element<experimental::precision::b1> { typedef unsigned type; enum { bits = 1 }; };

template <class U, int m, int n, int k> struct __gl_shape;
/* Adjacent elements in a lane are of one row or of one column; m8n32 is computed as the transpose of m32n8. */
template <int m, int n, int k> struct __gl_shape<matrix_a, m, n, k> { enum { rows = m, columns = k, by_row = 1 }; };
template <int m, int n, int k> struct __gl_shape<matrix_b, m, n, k> { enum { rows = k, columns = n, by_row = 0 }; };
template <int m, int n, int k> struct __gl_shape<accumulator, m, n, k> { enum { rows = m, columns = n, by_row = n < 32 }; };
/* Adjacent elements in a lane: 32 bits in A and B, two elements in an accumulator. */
template <class U, int bits> struct __gl_piece { enum { count = bits < 32 ? 32 / bits : 1 }; };
template <int bits> struct __gl_piece<accumulator, bits> { enum { count = 2 }; };
/* The elements that compilers load with ldmatrix. */
template <class U, class T> struct __gl_together { enum { tiles = 0 }; };
template <class U> struct __gl_together<U, __half> { enum { tiles = 4 }; };
template <class U> struct __gl_together<U, signed char> { enum { tiles = 2 }; };
template <class U> struct __gl_together<U, unsigned char> { enum { tiles = 2 }; };
template <> struct __gl_together<accumulator, __half> { enum { tiles = 0 }; };
/* Fragments of half hold each element of A and B twice. */
template <class U, class T> struct __gl_copies { enum { count = 1 }; };
template <> struct __gl_copies<matrix_a, __half> { enum { count = 2 }; };
template <> struct __gl_copies<matrix_b, __half> { enum { count = 2 }; };

template <class U, int m, int n, int k, class T, class L = void> class fragment {
public:
	typedef typename __gl_element<T>::type element_type;
	typedef element_type storage_element_type;
	enum { rows = __gl_shape<U, m, n, k>::rows, columns = __gl_shape<U, m, n, k>::columns };
	enum { wanted = rows * columns * __gl_copies<U, T>::count / 32 * (__gl_element<T>::bits < 8 ? (int)__gl_element<T>::bits : 32) / 32 };
	enum { num_elements = wanted ? wanted : 1, num_storage_elements = num_elements };
	element_type x[num_elements];
};
template <class L> struct __gl_is_row { enum { value = 1 }; };
template <> struct __gl_is_row<col_major> { enum { value = 0 }; };

#define __GL_FRAGMENT fragment<U, m, n, k, T, L>
#define __GL_FRAGMENT_PARAMETERS class U, int m, int n, int k, class T, class L
#define __GL_MOVE(function, pointer, row_major) \
	function(a, pointer, leading, (row_major) ? (int)a.rows : (int)a.columns, (row_major) ? (int)a.columns : (int)a.rows, \
	         (int)__gl_element<T>::bits, (int)__gl_piece<U, __gl_element<T>::bits>::count, \
	         (row_major) != (bool)__gl_shape<U, m, n, k>::by_row, (int)__gl_together<U, T>::tiles)
template <__GL_FRAGMENT_PARAMETERS, class E> inline __device__ void load_matrix_sync(__GL_FRAGMENT &a, const E *p, unsigned leading)
{
	__GL_MOVE(__gl_matrix_load, p, (bool)__gl_is_row<L>::value);
}
template <__GL_FRAGMENT_PARAMETERS, class E> inline __device__ void load_matrix_sync(__GL_FRAGMENT &a, const E *p, unsigned leading, layout_t layout)
{
	__GL_MOVE(__gl_matrix_load, p, layout == mem_row_major);
}
template <__GL_FRAGMENT_PARAMETERS, class E> inline __device__ void store_matrix_sync(E *p, const __GL_FRAGMENT &a, unsigned leading, layout_t layout)
{
	__GL_MOVE(__gl_matrix_store, p, layout == mem_row_major);
}
#undef __GL_MOVE
template <__GL_FRAGMENT_PARAMETERS, class V> inline __device__ void fill_fragment(__GL_FRAGMENT &a, const V &value)
{
	for (int i = 0; i < a.num_elements; i++)
		a.x[i] = value;
}
template <class D, class A, class B, class C> inline __device__ void mma_sync(D &d, const A &, const B &, const C &, bool = false) { __gl_forget(&d, sizeof d); }
template <class D, class A, class B, class C> inline __device__ void bmma_sync(D &d, const A &, const B &, const C &, experimental::bmmaBitOp = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) { __gl_forget(&d, sizeof d); }
#undef __GL_FRAGMENT
#undef __GL_FRAGMENT_PARAMETERS
namespace experimental { using wmma::bmma_sync; }
}
}
#endif
