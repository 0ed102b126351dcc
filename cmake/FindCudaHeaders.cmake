# The headers of the driver API, NVRTC and CUPTI, from an installed toolkit or from the wheels that setup.sh unpacks. Only
# headers: gpulint-run opens the libraries themselves when it runs.

set(CudaHeaders_roots "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}" /usr/local/cuda /opt/cuda "${GPULINT_CUDA_WHEELS}/nvidia/cu13")
foreach(header IN ITEMS cuda nvrtc cupti)
	find_path(CudaHeaders_${header}_DIR ${header}.h
		PATHS ${CudaHeaders_roots} PATH_SUFFIXES include extras/CUPTI/include)
	list(APPEND CudaHeaders_INCLUDE_DIRS "${CudaHeaders_${header}_DIR}")
	mark_as_advanced(CudaHeaders_${header}_DIR)
endforeach()
list(REMOVE_DUPLICATES CudaHeaders_INCLUDE_DIRS)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CudaHeaders
	REQUIRED_VARS CudaHeaders_cuda_DIR CudaHeaders_nvrtc_DIR CudaHeaders_cupti_DIR
	REASON_FAILURE_MESSAGE "gpulint-run is not built: gpulint lints, but cannot compile or measure kernels")
