/* cuSPARSE. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_
#pragma GCC system_header
#include <gpulint/library_call.h>
#include <cuComplex.h>
#define CUSPARSEAPI
typedef enum {
	CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
	CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED,
	CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT,
	CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES,
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_SPMV_COO_ALG1 = 1 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_COO_ALG1 = 1 } cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPGEMM_DEFAULT } cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
inline const char *cusparseGetErrorString(cusparseStatus_t) { return "cusparseStatus_t"; }
inline const char *cusparseGetErrorName(cusparseStatus_t) { return "cusparseStatus_t"; }
inline cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t) { return CUSPARSE_INDEX_BASE_ZERO; }
#define __GL_CUSPARSE(name) __GL_LIBRARY_CALL(cusparseStatus_t, CUSPARSE_STATUS_SUCCESS, name)
__GL_CUSPARSE(cusparseCreate)
__GL_CUSPARSE(cusparseDestroy)
__GL_CUSPARSE(cusparseSetStream)
__GL_CUSPARSE(cusparseGetVersion)
__GL_CUSPARSE(cusparseSetPointerMode)
__GL_CUSPARSE(cusparseCreateMatDescr)
__GL_CUSPARSE(cusparseDestroyMatDescr)
__GL_CUSPARSE(cusparseSetMatType)
__GL_CUSPARSE(cusparseSetMatIndexBase)
__GL_CUSPARSE(cusparseSetMatFillMode)
__GL_CUSPARSE(cusparseSetMatDiagType)
__GL_CUSPARSE(cusparseCreateCsr)
__GL_CUSPARSE(cusparseCreateCsc)
__GL_CUSPARSE(cusparseCreateCoo)
__GL_CUSPARSE(cusparseCreateBsr)
__GL_CUSPARSE(cusparseCreateDnVec)
__GL_CUSPARSE(cusparseCreateDnMat)
__GL_CUSPARSE(cusparseCreateSpVec)
__GL_CUSPARSE(cusparseDestroySpMat)
__GL_CUSPARSE(cusparseDestroyDnVec)
__GL_CUSPARSE(cusparseDestroyDnMat)
__GL_CUSPARSE(cusparseDestroySpVec)
__GL_CUSPARSE(cusparseSpMV)
__GL_CUSPARSE(cusparseSpMV_bufferSize)
__GL_CUSPARSE(cusparseSpMV_preprocess)
__GL_CUSPARSE(cusparseSpMM)
__GL_CUSPARSE(cusparseSpMM_bufferSize)
__GL_CUSPARSE(cusparseSpMM_preprocess)
__GL_CUSPARSE(cusparseSpGEMM_createDescr)
__GL_CUSPARSE(cusparseSpGEMM_destroyDescr)
__GL_CUSPARSE(cusparseSpGEMM_workEstimation)
__GL_CUSPARSE(cusparseSpGEMM_compute)
__GL_CUSPARSE(cusparseSpGEMM_copy)
__GL_CUSPARSE(cusparseSpMatGetSize)
__GL_CUSPARSE(cusparseCsrSetPointers)
__GL_CUSPARSE(cusparseSpMatSetAttribute)
__GL_CUSPARSE(cusparseDnVecSetValues)
__GL_CUSPARSE(cusparseSDDMM)
__GL_CUSPARSE(cusparseSDDMM_bufferSize)
__GL_CUSPARSE(cusparseSpSV_createDescr)
__GL_CUSPARSE(cusparseSpSV_destroyDescr)
__GL_CUSPARSE(cusparseSpSV_bufferSize)
__GL_CUSPARSE(cusparseSpSV_analysis)
__GL_CUSPARSE(cusparseSpSV_solve)
__GL_CUSPARSE(cusparseSpSM_createDescr)
__GL_CUSPARSE(cusparseScsrmv)
__GL_CUSPARSE(cusparseDcsrmv)
__GL_CUSPARSE(cusparseScsrmm)
__GL_CUSPARSE(cusparseDcsrmm)
__GL_CUSPARSE(cusparseXcoo2csr)
__GL_CUSPARSE(cusparseXcsr2coo)
__GL_CUSPARSE(cusparseXcsrsort)
__GL_CUSPARSE(cusparseDcsrilu02)
__GL_CUSPARSE(cusparseScsrilu02)
__GL_CUSPARSE(cusparseCreateCsrilu02Info)
__GL_CUSPARSE(cusparseDestroyCsrilu02Info)
__GL_CUSPARSE(cusparseScsrilu02_bufferSize)
__GL_CUSPARSE(cusparseDcsrilu02_bufferSize)
__GL_CUSPARSE(cusparseScsrilu02_analysis)
__GL_CUSPARSE(cusparseDcsrilu02_analysis)
__GL_CUSPARSE(cusparseDenseToSparse_bufferSize)
__GL_CUSPARSE(cusparseDenseToSparse_analysis)
__GL_CUSPARSE(cusparseDenseToSparse_convert)
__GL_CUSPARSE(cusparseSparseToDense)
__GL_CUSPARSE(cusparseSparseToDense_bufferSize)
__GL_CUSPARSE(cusparseScsrgeam2)
__GL_CUSPARSE(cusparseAxpby)
__GL_CUSPARSE(cusparseGather)
__GL_CUSPARSE(cusparseScatter)
__GL_CUSPARSE(cusparseSpVV)
__GL_CUSPARSE(cusparseSpVV_bufferSize)
#endif
