/* cuBLAS. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#pragma GCC system_header
#include <gpulint/library_call.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define CUBLAS_API_H_
#define CUBLAS_VER_MAJOR 13
typedef enum {
	CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_CONJG } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH } cublasMath_t;
typedef enum { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum { CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77 } cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;
typedef struct cublasXtContext *cublasXtHandle_t;
typedef struct cublasLtContext *cublasLtHandle_t;
typedef enum {
	CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3, CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0,
	CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F,
	CUBLASLT_MATMUL_MATRIX_SCALE_PER_BATCH_SCALAR_32F,
} cublasLtMatmulMatrixScale_t;
typedef struct { unsigned long long data[32]; } cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct { unsigned long long data[8]; } cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct { unsigned long long data[8]; } cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
typedef struct { unsigned long long data[8]; } cublasLtMatmulAlgo_t;
typedef struct { cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; float wavesCount; int reserved[4]; } cublasLtMatmulHeuristicResult_t;
typedef enum {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE,
	CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_TRANSC,
	CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
	CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
	CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET,
	CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
	CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER,
	CUBLASLT_MATMUL_DESC_FAST_ACCUM, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE,
} cublasLtMatmulDescAttributes_t;
typedef enum {
	CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS,
	CUBLASLT_MATRIX_LAYOUT_COLS, CUBLASLT_MATRIX_LAYOUT_LD, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
	CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET,
} cublasLtMatrixLayoutAttribute_t;
typedef enum {
	CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
} cublasLtMatmulPreferenceAttributes_t;
typedef enum {
	CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4,
	CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36,
	CUBLASLT_EPILOGUE_RELU_AUX = 130, CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134, CUBLASLT_EPILOGUE_DRELU = 136,
	CUBLASLT_EPILOGUE_DRELU_BGRAD = 152, CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
	CUBLASLT_EPILOGUE_DGELU = 192, CUBLASLT_EPILOGUE_DGELU_BGRAD = 208, CUBLASLT_EPILOGUE_BGRADA = 256,
	CUBLASLT_EPILOGUE_BGRADB = 512,
} cublasLtEpilogue_t;
typedef enum {
	CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C,
	CUBLASLT_ORDER_COL32_2R_4R4,
} cublasLtOrder_t;
inline const char *cublasGetStatusString(cublasStatus_t) { return "cublasStatus_t"; }
inline const char *cublasGetStatusName(cublasStatus_t) { return "cublasStatus_t"; }
#define __GL_CUBLAS(name) __GL_LIBRARY_CALL(cublasStatus_t, CUBLAS_STATUS_SUCCESS, name)
__GL_CUBLAS(cublasSaxpy)
__GL_CUBLAS(cublasScopy)
__GL_CUBLAS(cublasSscal)
__GL_CUBLAS(cublasSswap)
__GL_CUBLAS(cublasSrot)
__GL_CUBLAS(cublasSrotg)
__GL_CUBLAS(cublasSgemv)
__GL_CUBLAS(cublasSger)
__GL_CUBLAS(cublasSgbmv)
__GL_CUBLAS(cublasSsymv)
__GL_CUBLAS(cublasSsyr)
__GL_CUBLAS(cublasSsyr2)
__GL_CUBLAS(cublasStrmv)
__GL_CUBLAS(cublasStrsv)
__GL_CUBLAS(cublasStbmv)
__GL_CUBLAS(cublasSgemm)
__GL_CUBLAS(cublasSgemm_v2)
__GL_CUBLAS(cublasSgemmBatched)
__GL_CUBLAS(cublasSgemmStridedBatched)
__GL_CUBLAS(cublasSsymm)
__GL_CUBLAS(cublasSsyrk)
__GL_CUBLAS(cublasSsyr2k)
__GL_CUBLAS(cublasStrmm)
__GL_CUBLAS(cublasStrsm)
__GL_CUBLAS(cublasStrsmBatched)
__GL_CUBLAS(cublasSgeam)
__GL_CUBLAS(cublasSdgmm)
__GL_CUBLAS(cublasSgetrfBatched)
__GL_CUBLAS(cublasSgetriBatched)
__GL_CUBLAS(cublasSgetrsBatched)
__GL_CUBLAS(cublasSgeqrfBatched)
__GL_CUBLAS(cublasSmatinvBatched)
__GL_CUBLAS(cublasShemm)
__GL_CUBLAS(cublasSherk)
__GL_CUBLAS(cublasDaxpy)
__GL_CUBLAS(cublasDcopy)
__GL_CUBLAS(cublasDscal)
__GL_CUBLAS(cublasDswap)
__GL_CUBLAS(cublasDrot)
__GL_CUBLAS(cublasDrotg)
__GL_CUBLAS(cublasDgemv)
__GL_CUBLAS(cublasDger)
__GL_CUBLAS(cublasDgbmv)
__GL_CUBLAS(cublasDsymv)
__GL_CUBLAS(cublasDsyr)
__GL_CUBLAS(cublasDsyr2)
__GL_CUBLAS(cublasDtrmv)
__GL_CUBLAS(cublasDtrsv)
__GL_CUBLAS(cublasDtbmv)
__GL_CUBLAS(cublasDgemm)
__GL_CUBLAS(cublasDgemm_v2)
__GL_CUBLAS(cublasDgemmBatched)
__GL_CUBLAS(cublasDgemmStridedBatched)
__GL_CUBLAS(cublasDsymm)
__GL_CUBLAS(cublasDsyrk)
__GL_CUBLAS(cublasDsyr2k)
__GL_CUBLAS(cublasDtrmm)
__GL_CUBLAS(cublasDtrsm)
__GL_CUBLAS(cublasDtrsmBatched)
__GL_CUBLAS(cublasDgeam)
__GL_CUBLAS(cublasDdgmm)
__GL_CUBLAS(cublasDgetrfBatched)
__GL_CUBLAS(cublasDgetriBatched)
__GL_CUBLAS(cublasDgetrsBatched)
__GL_CUBLAS(cublasDgeqrfBatched)
__GL_CUBLAS(cublasDmatinvBatched)
__GL_CUBLAS(cublasDhemm)
__GL_CUBLAS(cublasDherk)
__GL_CUBLAS(cublasCaxpy)
__GL_CUBLAS(cublasCcopy)
__GL_CUBLAS(cublasCscal)
__GL_CUBLAS(cublasCswap)
__GL_CUBLAS(cublasCrot)
__GL_CUBLAS(cublasCrotg)
__GL_CUBLAS(cublasCgemv)
__GL_CUBLAS(cublasCger)
__GL_CUBLAS(cublasCgbmv)
__GL_CUBLAS(cublasCsymv)
__GL_CUBLAS(cublasCsyr)
__GL_CUBLAS(cublasCsyr2)
__GL_CUBLAS(cublasCtrmv)
__GL_CUBLAS(cublasCtrsv)
__GL_CUBLAS(cublasCtbmv)
__GL_CUBLAS(cublasCgemm)
__GL_CUBLAS(cublasCgemm_v2)
__GL_CUBLAS(cublasCgemmBatched)
__GL_CUBLAS(cublasCgemmStridedBatched)
__GL_CUBLAS(cublasCsymm)
__GL_CUBLAS(cublasCsyrk)
__GL_CUBLAS(cublasCsyr2k)
__GL_CUBLAS(cublasCtrmm)
__GL_CUBLAS(cublasCtrsm)
__GL_CUBLAS(cublasCtrsmBatched)
__GL_CUBLAS(cublasCgeam)
__GL_CUBLAS(cublasCdgmm)
__GL_CUBLAS(cublasCgetrfBatched)
__GL_CUBLAS(cublasCgetriBatched)
__GL_CUBLAS(cublasCgetrsBatched)
__GL_CUBLAS(cublasCgeqrfBatched)
__GL_CUBLAS(cublasCmatinvBatched)
__GL_CUBLAS(cublasChemm)
__GL_CUBLAS(cublasCherk)
__GL_CUBLAS(cublasZaxpy)
__GL_CUBLAS(cublasZcopy)
__GL_CUBLAS(cublasZscal)
__GL_CUBLAS(cublasZswap)
__GL_CUBLAS(cublasZrot)
__GL_CUBLAS(cublasZrotg)
__GL_CUBLAS(cublasZgemv)
__GL_CUBLAS(cublasZger)
__GL_CUBLAS(cublasZgbmv)
__GL_CUBLAS(cublasZsymv)
__GL_CUBLAS(cublasZsyr)
__GL_CUBLAS(cublasZsyr2)
__GL_CUBLAS(cublasZtrmv)
__GL_CUBLAS(cublasZtrsv)
__GL_CUBLAS(cublasZtbmv)
__GL_CUBLAS(cublasZgemm)
__GL_CUBLAS(cublasZgemm_v2)
__GL_CUBLAS(cublasZgemmBatched)
__GL_CUBLAS(cublasZgemmStridedBatched)
__GL_CUBLAS(cublasZsymm)
__GL_CUBLAS(cublasZsyrk)
__GL_CUBLAS(cublasZsyr2k)
__GL_CUBLAS(cublasZtrmm)
__GL_CUBLAS(cublasZtrsm)
__GL_CUBLAS(cublasZtrsmBatched)
__GL_CUBLAS(cublasZgeam)
__GL_CUBLAS(cublasZdgmm)
__GL_CUBLAS(cublasZgetrfBatched)
__GL_CUBLAS(cublasZgetriBatched)
__GL_CUBLAS(cublasZgetrsBatched)
__GL_CUBLAS(cublasZgeqrfBatched)
__GL_CUBLAS(cublasZmatinvBatched)
__GL_CUBLAS(cublasZhemm)
__GL_CUBLAS(cublasZherk)
__GL_CUBLAS(cublasSdot)
__GL_CUBLAS(cublasSnrm2)
__GL_CUBLAS(cublasSasum)
__GL_CUBLAS(cublasDdot)
__GL_CUBLAS(cublasDnrm2)
__GL_CUBLAS(cublasDasum)
__GL_CUBLAS(cublasScnrm2)
__GL_CUBLAS(cublasDznrm2)
__GL_CUBLAS(cublasScasum)
__GL_CUBLAS(cublasDzasum)
__GL_CUBLAS(cublasCdotu)
__GL_CUBLAS(cublasCdotc)
__GL_CUBLAS(cublasZdotu)
__GL_CUBLAS(cublasZdotc)
__GL_CUBLAS(cublasCsscal)
__GL_CUBLAS(cublasZdscal)
__GL_CUBLAS(cublasCgeru)
__GL_CUBLAS(cublasCgerc)
__GL_CUBLAS(cublasZgeru)
__GL_CUBLAS(cublasZgerc)
__GL_CUBLAS(cublasHgemm)
__GL_CUBLAS(cublasHgemmBatched)
__GL_CUBLAS(cublasHgemmStridedBatched)
__GL_CUBLAS(cublasGemmEx)
__GL_CUBLAS(cublasGemmBatchedEx)
__GL_CUBLAS(cublasGemmStridedBatchedEx)
__GL_CUBLAS(cublasSgemmEx)
__GL_CUBLAS(cublasAxpyEx)
__GL_CUBLAS(cublasDotEx)
__GL_CUBLAS(cublasScalEx)
__GL_CUBLAS(cublasNrm2Ex)
__GL_CUBLAS(cublasIsamax)
__GL_CUBLAS(cublasIsamin)
__GL_CUBLAS(cublasIdamax)
__GL_CUBLAS(cublasIdamin)
__GL_CUBLAS(cublasIcamax)
__GL_CUBLAS(cublasIcamin)
__GL_CUBLAS(cublasIzamax)
__GL_CUBLAS(cublasIzamin)
__GL_CUBLAS(cublasCreate)
__GL_CUBLAS(cublasCreate_v2)
__GL_CUBLAS(cublasDestroy)
__GL_CUBLAS(cublasDestroy_v2)
__GL_CUBLAS(cublasSetStream)
__GL_CUBLAS(cublasSetStream_v2)
__GL_CUBLAS(cublasGetStream)
__GL_CUBLAS(cublasSetPointerMode)
__GL_CUBLAS(cublasSetPointerMode_v2)
__GL_CUBLAS(cublasGetPointerMode)
__GL_CUBLAS(cublasSetMathMode)
__GL_CUBLAS(cublasGetMathMode)
__GL_CUBLAS(cublasSetAtomicsMode)
__GL_CUBLAS(cublasSetWorkspace)
__GL_CUBLAS(cublasGetVersion)
__GL_CUBLAS(cublasSetVector)
__GL_CUBLAS(cublasGetVector)
__GL_CUBLAS(cublasSetMatrix)
__GL_CUBLAS(cublasGetMatrix)
__GL_CUBLAS(cublasSetVectorAsync)
__GL_CUBLAS(cublasGetVectorAsync)
__GL_CUBLAS(cublasSetMatrixAsync)
__GL_CUBLAS(cublasGetMatrixAsync)
__GL_CUBLAS(cublasXtCreate)
__GL_CUBLAS(cublasXtDestroy)
__GL_CUBLAS(cublasXtDeviceSelect)
__GL_CUBLAS(cublasXtSgemm)
__GL_CUBLAS(cublasXtDgemm)
__GL_CUBLAS(cublasLtCreate)
__GL_CUBLAS(cublasLtDestroy)
__GL_CUBLAS(cublasLtMatmul)
__GL_CUBLAS(cublasLtMatmulDescCreate)
__GL_CUBLAS(cublasLtMatmulDescDestroy)
__GL_CUBLAS(cublasLtMatmulDescSetAttribute)
__GL_CUBLAS(cublasLtMatrixLayoutCreate)
__GL_CUBLAS(cublasLtMatrixLayoutDestroy)
__GL_CUBLAS(cublasLtMatrixLayoutSetAttribute)
__GL_CUBLAS(cublasLtMatmulPreferenceCreate)
__GL_CUBLAS(cublasLtMatmulPreferenceDestroy)
__GL_CUBLAS(cublasLtMatmulPreferenceSetAttribute)
__GL_CUBLAS(cublasLtMatmulAlgoGetHeuristic)
__GL_CUBLAS(cublasLtMatmulDescInit)
__GL_CUBLAS(cublasLtMatmulDescGetAttribute)
__GL_CUBLAS(cublasLtMatrixLayoutInit)
__GL_CUBLAS(cublasLtMatrixLayoutGetAttribute)
__GL_CUBLAS(cublasLtMatmulPreferenceInit)
__GL_CUBLAS(cublasLtMatmulPreferenceGetAttribute)
__GL_CUBLAS(cublasLtMatmulAlgoGetIds)
__GL_CUBLAS(cublasLtMatmulAlgoInit)
__GL_CUBLAS(cublasLtMatmulAlgoCheck)
#endif
