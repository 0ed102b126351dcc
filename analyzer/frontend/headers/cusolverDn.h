/* cuSOLVER. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_
#pragma GCC system_header
#include <gpulint/library_call.h>
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cusparse.h>
#define CUSOLVER_COMMON_H_
typedef enum {
	CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
	CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED,
	CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED,
	CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE,
} cusolverStatus_t;
typedef enum {
	CUSOLVER_R_8I = 1201, CUSOLVER_R_8U, CUSOLVER_R_64F, CUSOLVER_R_32F, CUSOLVER_R_16F, CUSOLVER_R_16BF, CUSOLVER_R_TF32, CUSOLVER_R_AP,
	CUSOLVER_C_8I = 1211, CUSOLVER_C_8U, CUSOLVER_C_64F, CUSOLVER_C_32F, CUSOLVER_C_16F, CUSOLVER_C_16BF, CUSOLVER_C_TF32, CUSOLVER_C_AP,
} cusolverPrecType_t;
typedef int cusolver_int_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct cusolverRfCommon *cusolverRfHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct csrqrInfo *csrqrInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V } cusolverEigRange_t;
typedef enum { CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM, CUSOLVER_ONE_NORM, CUSOLVER_FRO_NORM } cusolverNorm_t;
typedef enum { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 } cusolverAlgMode_t;
typedef enum { CUBLAS_STOREV_COLUMNWISE, CUBLAS_STOREV_ROWWISE } cusolverStorevMode_t;
typedef enum { CUBLAS_DIRECT_FORWARD, CUBLAS_DIRECT_BACKWARD } cusolverDirectMode_t;
typedef enum { CUSOLVER_DETERMINISTIC_RESULTS = 1, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS } cusolverDeterministicMode_t;
typedef enum { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF } cusolverDnFunction_t;
typedef enum {
	CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE, CUSOLVER_IRS_REFINE_CLASSICAL, CUSOLVER_IRS_REFINE_CLASSICAL_GMRES,
	CUSOLVER_IRS_REFINE_GMRES, CUSOLVER_IRS_REFINE_GMRES_GMRES, CUSOLVER_IRS_REFINE_GMRES_NOPCOND,
} cusolverIRSRefinement_t;
typedef enum { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON } cusolverRfResetValuesFastMode_t;
typedef enum { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC } cusolverRfMatrixFormat_t;
typedef enum { CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U } cusolverRfUnitDiagonal_t;
typedef enum { CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2 } cusolverRfFactorization_t;
typedef enum { CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 } cusolverRfTriangularSolve_t;
typedef enum { CUSOLVERRF_NUMERIC_BOOST_NOT_USED, CUSOLVERRF_NUMERIC_BOOST_USED } cusolverRfNumericBoostReport_t;
#define __GL_CUSOLVER(name) __GL_LIBRARY_CALL(cusolverStatus_t, CUSOLVER_STATUS_SUCCESS, name)
/* The function and the one that returns its workspace size. */
#define __GL_CUSOLVER_SIZED(name) __GL_CUSOLVER(name) __GL_CUSOLVER(name##_bufferSize)
#define __GL_CUSOLVER_REAL(name) __GL_CUSOLVER_SIZED(cusolverDnS##name) __GL_CUSOLVER_SIZED(cusolverDnD##name)
#define __GL_CUSOLVER_COMPLEX(name) __GL_CUSOLVER_SIZED(cusolverDnC##name) __GL_CUSOLVER_SIZED(cusolverDnZ##name)
#define __GL_CUSOLVER_ALL(name) __GL_CUSOLVER_REAL(name) __GL_CUSOLVER_COMPLEX(name)
#define __GL_CUSOLVER_PLAIN(library, name) \
	__GL_CUSOLVER(library##S##name) __GL_CUSOLVER(library##D##name) __GL_CUSOLVER(library##C##name) __GL_CUSOLVER(library##Z##name)
/* ---- handles, parameters and properties ---- */
__GL_CUSOLVER(cusolverGetVersion)
__GL_CUSOLVER(cusolverGetProperty)
__GL_CUSOLVER(cusolverDnCreate)
__GL_CUSOLVER(cusolverDnDestroy)
__GL_CUSOLVER(cusolverDnSetStream)
__GL_CUSOLVER(cusolverDnGetStream)
__GL_CUSOLVER(cusolverDnSetDeterministicMode)
__GL_CUSOLVER(cusolverDnGetDeterministicMode)
__GL_CUSOLVER(cusolverDnCreateParams)
__GL_CUSOLVER(cusolverDnDestroyParams)
__GL_CUSOLVER(cusolverDnSetAdvOptions)
__GL_CUSOLVER(cusolverDnCreateSyevjInfo)
__GL_CUSOLVER(cusolverDnDestroySyevjInfo)
__GL_CUSOLVER(cusolverDnXsyevjSetTolerance)
__GL_CUSOLVER(cusolverDnXsyevjSetMaxSweeps)
__GL_CUSOLVER(cusolverDnXsyevjSetSortEig)
__GL_CUSOLVER(cusolverDnXsyevjGetResidual)
__GL_CUSOLVER(cusolverDnXsyevjGetSweeps)
__GL_CUSOLVER(cusolverDnCreateGesvdjInfo)
__GL_CUSOLVER(cusolverDnDestroyGesvdjInfo)
__GL_CUSOLVER(cusolverDnXgesvdjSetTolerance)
__GL_CUSOLVER(cusolverDnXgesvdjSetMaxSweeps)
__GL_CUSOLVER(cusolverDnXgesvdjSetSortEig)
__GL_CUSOLVER(cusolverDnXgesvdjGetResidual)
__GL_CUSOLVER(cusolverDnXgesvdjGetSweeps)
__GL_CUSOLVER(cusolverDnIRSParamsCreate)
__GL_CUSOLVER(cusolverDnIRSParamsDestroy)
__GL_CUSOLVER(cusolverDnIRSParamsSetRefinementSolver)
__GL_CUSOLVER(cusolverDnIRSParamsSetSolverMainPrecision)
__GL_CUSOLVER(cusolverDnIRSParamsSetSolverLowestPrecision)
__GL_CUSOLVER(cusolverDnIRSParamsSetSolverPrecisions)
__GL_CUSOLVER(cusolverDnIRSParamsSetTol)
__GL_CUSOLVER(cusolverDnIRSParamsSetTolInner)
__GL_CUSOLVER(cusolverDnIRSParamsSetMaxIters)
__GL_CUSOLVER(cusolverDnIRSParamsSetMaxItersInner)
__GL_CUSOLVER(cusolverDnIRSParamsGetMaxIters)
__GL_CUSOLVER(cusolverDnIRSParamsEnableFallback)
__GL_CUSOLVER(cusolverDnIRSParamsDisableFallback)
__GL_CUSOLVER(cusolverDnIRSInfosCreate)
__GL_CUSOLVER(cusolverDnIRSInfosDestroy)
__GL_CUSOLVER(cusolverDnIRSInfosGetNiters)
__GL_CUSOLVER(cusolverDnIRSInfosGetOuterNiters)
__GL_CUSOLVER(cusolverDnIRSInfosGetMaxIters)
__GL_CUSOLVER(cusolverDnIRSInfosRequestResidual)
__GL_CUSOLVER(cusolverDnIRSInfosGetResidualHistory)
/* ---- dense, of any type ---- */
__GL_CUSOLVER_SIZED(cusolverDnIRSXgesv)
__GL_CUSOLVER_SIZED(cusolverDnIRSXgels)
__GL_CUSOLVER_SIZED(cusolverDnXgetrf)
__GL_CUSOLVER_SIZED(cusolverDnXgeqrf)
__GL_CUSOLVER_SIZED(cusolverDnXpotrf)
__GL_CUSOLVER_SIZED(cusolverDnXsyevd)
__GL_CUSOLVER_SIZED(cusolverDnXsyevdx)
__GL_CUSOLVER_SIZED(cusolverDnXsyevBatched)
__GL_CUSOLVER_SIZED(cusolverDnXgesvd)
__GL_CUSOLVER_SIZED(cusolverDnXgesvdp)
__GL_CUSOLVER_SIZED(cusolverDnXgesvdr)
__GL_CUSOLVER_SIZED(cusolverDnXtrtri)
__GL_CUSOLVER_SIZED(cusolverDnXsytrs)
__GL_CUSOLVER_SIZED(cusolverDnXlarft)
__GL_CUSOLVER_SIZED(cusolverDnXgeev)
__GL_CUSOLVER_SIZED(cusolverDnPotrf)
__GL_CUSOLVER_SIZED(cusolverDnGeqrf)
__GL_CUSOLVER_SIZED(cusolverDnGetrf)
__GL_CUSOLVER_SIZED(cusolverDnSyevd)
__GL_CUSOLVER_SIZED(cusolverDnSyevdx)
__GL_CUSOLVER_SIZED(cusolverDnGesvd)
__GL_CUSOLVER(cusolverDnXgetrs)
__GL_CUSOLVER(cusolverDnXpotrs)
__GL_CUSOLVER(cusolverDnPotrs)
__GL_CUSOLVER(cusolverDnGetrs)
/* ---- dense, by type ---- */
__GL_CUSOLVER_ALL(getrf)
__GL_CUSOLVER_ALL(potrf)
__GL_CUSOLVER_ALL(potri)
__GL_CUSOLVER_ALL(lauum)
__GL_CUSOLVER_ALL(geqrf)
__GL_CUSOLVER_ALL(gebrd)
__GL_CUSOLVER_ALL(gesvd)
__GL_CUSOLVER_ALL(gesvdj)
__GL_CUSOLVER_ALL(gesvdjBatched)
__GL_CUSOLVER_ALL(gesvdaStridedBatched)
__GL_CUSOLVER_ALL(sytrf)
__GL_CUSOLVER_ALL(sytri)
__GL_CUSOLVER_REAL(ormqr)
__GL_CUSOLVER_REAL(orgqr)
__GL_CUSOLVER_REAL(orgbr)
__GL_CUSOLVER_REAL(orgtr)
__GL_CUSOLVER_REAL(ormtr)
__GL_CUSOLVER_REAL(sytrd)
__GL_CUSOLVER_REAL(syevd)
__GL_CUSOLVER_REAL(syevdx)
__GL_CUSOLVER_REAL(syevj)
__GL_CUSOLVER_REAL(syevjBatched)
__GL_CUSOLVER_REAL(sygvd)
__GL_CUSOLVER_REAL(sygvdx)
__GL_CUSOLVER_REAL(sygvj)
__GL_CUSOLVER_COMPLEX(unmqr)
__GL_CUSOLVER_COMPLEX(ungqr)
__GL_CUSOLVER_COMPLEX(ungbr)
__GL_CUSOLVER_COMPLEX(ungtr)
__GL_CUSOLVER_COMPLEX(unmtr)
__GL_CUSOLVER_COMPLEX(hetrd)
__GL_CUSOLVER_COMPLEX(heevd)
__GL_CUSOLVER_COMPLEX(heevdx)
__GL_CUSOLVER_COMPLEX(heevj)
__GL_CUSOLVER_COMPLEX(heevjBatched)
__GL_CUSOLVER_COMPLEX(hegvd)
__GL_CUSOLVER_COMPLEX(hegvdx)
__GL_CUSOLVER_COMPLEX(hegvj)
__GL_CUSOLVER_PLAIN(cusolverDn, getrs)
__GL_CUSOLVER_PLAIN(cusolverDn, potrs)
__GL_CUSOLVER_PLAIN(cusolverDn, laswp)
__GL_CUSOLVER_PLAIN(cusolverDn, potrfBatched)
__GL_CUSOLVER_PLAIN(cusolverDn, potrsBatched)
/* Solves in one precision and refines in another. */
#define __GL_CUSOLVER_REFINED(types) __GL_CUSOLVER_SIZED(cusolverDn##types##gesv) __GL_CUSOLVER_SIZED(cusolverDn##types##gels)
__GL_CUSOLVER_REFINED(ZZ)
__GL_CUSOLVER_REFINED(ZC)
__GL_CUSOLVER_REFINED(ZK)
__GL_CUSOLVER_REFINED(ZE)
__GL_CUSOLVER_REFINED(ZY)
__GL_CUSOLVER_REFINED(CC)
__GL_CUSOLVER_REFINED(CK)
__GL_CUSOLVER_REFINED(CE)
__GL_CUSOLVER_REFINED(CY)
__GL_CUSOLVER_REFINED(DD)
__GL_CUSOLVER_REFINED(DS)
__GL_CUSOLVER_REFINED(DH)
__GL_CUSOLVER_REFINED(DB)
__GL_CUSOLVER_REFINED(DX)
__GL_CUSOLVER_REFINED(SS)
__GL_CUSOLVER_REFINED(SH)
__GL_CUSOLVER_REFINED(SB)
__GL_CUSOLVER_REFINED(SX)
/* ---- sparse ---- */
__GL_CUSOLVER(cusolverSpCreate)
__GL_CUSOLVER(cusolverSpDestroy)
__GL_CUSOLVER(cusolverSpSetStream)
__GL_CUSOLVER(cusolverSpGetStream)
__GL_CUSOLVER(cusolverSpXcsrissymHost)
__GL_CUSOLVER(cusolverSpXcsrsymrcmHost)
__GL_CUSOLVER(cusolverSpXcsrsymmdqHost)
__GL_CUSOLVER(cusolverSpXcsrsymamdHost)
__GL_CUSOLVER(cusolverSpXcsrmetisndHost)
__GL_CUSOLVER(cusolverSpXcsrperm_bufferSizeHost)
__GL_CUSOLVER(cusolverSpXcsrpermHost)
__GL_CUSOLVER(cusolverSpCreateCsrqrInfo)
__GL_CUSOLVER(cusolverSpDestroyCsrqrInfo)
__GL_CUSOLVER(cusolverSpXcsrqrAnalysisBatched)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvqr)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvqrHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvchol)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvcholHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvlu)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsvluHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csrlsqvqrHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csreigvsi)
__GL_CUSOLVER_PLAIN(cusolverSp, csreigvsiHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csreigsHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csrzfdHost)
__GL_CUSOLVER_PLAIN(cusolverSp, csrqrBufferInfoBatched)
__GL_CUSOLVER_PLAIN(cusolverSp, csrqrsvBatched)
__GL_CUSOLVER(cusolverRfCreate)
__GL_CUSOLVER(cusolverRfDestroy)
__GL_CUSOLVER(cusolverRfSetupDevice)
__GL_CUSOLVER(cusolverRfSetupHost)
__GL_CUSOLVER(cusolverRfAnalyze)
__GL_CUSOLVER(cusolverRfRefactor)
__GL_CUSOLVER(cusolverRfSolve)
__GL_CUSOLVER(cusolverRfAccessBundledFactorsDevice)
__GL_CUSOLVER(cusolverRfExtractBundledFactorsHost)
__GL_CUSOLVER(cusolverRfExtractSplitFactorsHost)
__GL_CUSOLVER(cusolverRfResetValues)
__GL_CUSOLVER(cusolverRfSetMatrixFormat)
__GL_CUSOLVER(cusolverRfGetMatrixFormat)
__GL_CUSOLVER(cusolverRfSetNumericProperties)
__GL_CUSOLVER(cusolverRfGetNumericProperties)
__GL_CUSOLVER(cusolverRfGetNumericBoostReport)
__GL_CUSOLVER(cusolverRfSetAlgs)
__GL_CUSOLVER(cusolverRfGetAlgs)
__GL_CUSOLVER(cusolverRfSetResetValuesFastMode)
__GL_CUSOLVER(cusolverRfGetResetValuesFastMode)
__GL_CUSOLVER(cusolverRfBatchSetupHost)
__GL_CUSOLVER(cusolverRfBatchAnalyze)
__GL_CUSOLVER(cusolverRfBatchResetValues)
__GL_CUSOLVER(cusolverRfBatchRefactor)
__GL_CUSOLVER(cusolverRfBatchSolve)
__GL_CUSOLVER(cusolverRfBatchZeroPivot)
#undef __GL_CUSOLVER_REFINED
#undef __GL_CUSOLVER_PLAIN
#undef __GL_CUSOLVER_ALL
#undef __GL_CUSOLVER_COMPLEX
#undef __GL_CUSOLVER_REAL
#undef __GL_CUSOLVER_SIZED
#endif
