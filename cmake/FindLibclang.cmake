# libclang of exactly the major version asked for: the cursor kinds that the front end reads change between versions, and
# older ones cannot read CUDA 13's headers.

find_program(Libclang_CONFIG NAMES llvm-config-${Libclang_FIND_VERSION_MAJOR})
set(Libclang_roots "/usr/lib/llvm-${Libclang_FIND_VERSION_MAJOR}" "/usr/lib/llvm${Libclang_FIND_VERSION_MAJOR}")
if(Libclang_CONFIG)
	execute_process(COMMAND "${Libclang_CONFIG}" --prefix
		OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
	list(PREPEND Libclang_roots "${prefix}")
endif()

find_path(Libclang_INCLUDE_DIR clang-c/Index.h HINTS ${Libclang_roots} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(Libclang_LIBRARY NAMES clang-${Libclang_FIND_VERSION_MAJOR} clang
	HINTS ${Libclang_roots} PATH_SUFFIXES lib NO_DEFAULT_PATH)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libclang
	REQUIRED_VARS Libclang_LIBRARY Libclang_INCLUDE_DIR
	REASON_FAILURE_MESSAGE "install libclang-${Libclang_FIND_VERSION_MAJOR}-dev (on Debian, setup.sh does it)")
mark_as_advanced(Libclang_CONFIG Libclang_INCLUDE_DIR Libclang_LIBRARY)

if(Libclang_FOUND AND NOT TARGET Libclang::libclang)
	add_library(Libclang::libclang UNKNOWN IMPORTED)
	set_target_properties(Libclang::libclang PROPERTIES
		IMPORTED_LOCATION "${Libclang_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${Libclang_INCLUDE_DIR}")
endif()
