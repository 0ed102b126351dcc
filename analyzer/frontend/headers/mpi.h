/* MPI: one process, rank 0 of 1. */
#ifndef MPI_INCLUDED
#define MPI_INCLUDED
#pragma GCC system_header
#include <gpulint/library_call.h>
#define MPI_SUCCESS 0
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_UNDEFINED (-32766)
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Group, MPI_Win, MPI_Info, MPI_File;
typedef long MPI_Aint, MPI_Offset;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
enum { MPI_COMM_NULL, MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_TYPE_SHARED };
enum { MPI_DATATYPE_NULL, MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_BYTE, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_DOUBLE_INT, MPI_2INT };
enum { MPI_OP_NULL, MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR, MPI_MAXLOC, MPI_MINLOC };
enum { MPI_REQUEST_NULL, MPI_INFO_NULL = 0 };
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)1)
inline int MPI_Comm_rank(MPI_Comm, int *rank) { *rank = 0; return MPI_SUCCESS; }
inline int MPI_Comm_size(MPI_Comm, int *size) { *size = 1; return MPI_SUCCESS; }
inline int MPI_Abort(MPI_Comm, int status) { exit(status); }
inline double MPI_Wtime() { return __gl_unknown<double>(); }
inline int MPI_Init(int *, char ***) { return MPI_SUCCESS; }
inline int MPI_Init_thread(int *, char ***, int wanted, int *given) { *given = wanted; return MPI_SUCCESS; }
inline int MPI_Finalize() { return MPI_SUCCESS; }
inline int MPI_Barrier(MPI_Comm) { return MPI_SUCCESS; }
#define __GL_MPI(name) __GL_LIBRARY_CALL(int, MPI_SUCCESS, name)
__GL_MPI(MPI_Initialized)
__GL_MPI(MPI_Finalized)
__GL_MPI(MPI_Get_processor_name)
__GL_MPI(MPI_Comm_split)
__GL_MPI(MPI_Comm_split_type)
__GL_MPI(MPI_Comm_dup)
__GL_MPI(MPI_Comm_free)
__GL_MPI(MPI_Cart_create)
__GL_MPI(MPI_Cart_coords)
__GL_MPI(MPI_Cart_shift)
__GL_MPI(MPI_Dims_create)
__GL_MPI(MPI_Recv)
__GL_MPI(MPI_Irecv)
__GL_MPI(MPI_Sendrecv)
__GL_MPI(MPI_Wait)
__GL_MPI(MPI_Waitall)
__GL_MPI(MPI_Test)
__GL_MPI(MPI_Probe)
__GL_MPI(MPI_Get_count)
__GL_MPI(MPI_Bcast)
__GL_MPI(MPI_Reduce)
__GL_MPI(MPI_Allreduce)
__GL_MPI(MPI_Scatter)
__GL_MPI(MPI_Scatterv)
__GL_MPI(MPI_Gather)
__GL_MPI(MPI_Gatherv)
__GL_MPI(MPI_Allgather)
__GL_MPI(MPI_Allgatherv)
__GL_MPI(MPI_Alltoall)
__GL_MPI(MPI_Alltoallv)
__GL_MPI(MPI_Scan)
__GL_MPI(MPI_Exscan)
__GL_MPI(MPI_Type_contiguous)
__GL_MPI(MPI_Type_vector)
__GL_MPI(MPI_Type_commit)
__GL_MPI(MPI_Type_free)
__GL_MPI(MPI_Op_create)
__GL_MPI(MPI_Error_string)
template <class... A> inline int MPI_Send(const void *, A...) { return MPI_SUCCESS; }
template <class... A> inline int MPI_Ssend(const void *, A...) { return MPI_SUCCESS; }
template <class... A> inline int MPI_Isend(const void *, A...) { return MPI_SUCCESS; }
#endif
