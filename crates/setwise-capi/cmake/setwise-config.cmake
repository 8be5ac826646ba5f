# find_package(setwise [COMPONENTS static shared]): the imported targets setwise::shared and setwise::static, or the one of them whose
# library exists.
#
# The header is include/setwise.h of the folder above this file, or of the prefix that `cargo cinstall` has installed this file to. The
# libraries are searched in the folder lib beside it, and in SETWISE_LIBRARY_DIR if that is set, such as the folder target/release of the
# workspace. They are called setwise (installed by cargo-c) or setwise_capi (built by cargo).
get_filename_component(_setwise_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
if(NOT EXISTS "${_setwise_root}/include/setwise.h")
  # <prefix>/share/cmake/setwise
  get_filename_component(_setwise_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
endif()

set(SETWISE_LIBRARIES)
foreach(_setwise_kind shared static)
  string(TOUPPER "${_setwise_kind}" _setwise_upper)
  set(_setwise_prefix "${CMAKE_${_setwise_upper}_LIBRARY_PREFIX}")
  set(_setwise_suffix "${CMAKE_${_setwise_upper}_LIBRARY_SUFFIX}")
  find_library(SETWISE_${_setwise_upper}_LIBRARY
    NAMES "${_setwise_prefix}setwise${_setwise_suffix}" "${_setwise_prefix}setwise_capi${_setwise_suffix}"
    HINTS "${SETWISE_LIBRARY_DIR}" "${_setwise_root}/lib" "${_setwise_root}/lib64" "${_setwise_root}/lib/${CMAKE_LIBRARY_ARCHITECTURE}"
    NO_DEFAULT_PATH)
  mark_as_advanced(SETWISE_${_setwise_upper}_LIBRARY)
  if(SETWISE_${_setwise_upper}_LIBRARY)
    set(setwise_${_setwise_kind}_FOUND TRUE)
    list(APPEND SETWISE_LIBRARIES setwise::${_setwise_kind})
    if(NOT TARGET setwise::${_setwise_kind})
      add_library(setwise::${_setwise_kind} UNKNOWN IMPORTED)
      set_target_properties(setwise::${_setwise_kind} PROPERTIES
        IMPORTED_LOCATION "${SETWISE_${_setwise_upper}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${_setwise_root}/include")
    endif()
  endif()
endforeach()

if(TARGET setwise::static AND UNIX)
  find_package(Threads REQUIRED)
  # The static library has every function and kernel in sections of their own: programs keep those that they use.
  if(APPLE)
    set(_setwise_link_options "-Wl,-dead_strip")
  else()
    set(_setwise_link_options "-Wl,--gc-sections")
  endif()
  set_target_properties(setwise::static PROPERTIES
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m"
    INTERFACE_LINK_OPTIONS "${_setwise_link_options}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(setwise REQUIRED_VARS SETWISE_LIBRARIES HANDLE_COMPONENTS
  REASON_FAILURE_MESSAGE "Build it with `cargo build --release -p setwise-capi`, and set SETWISE_LIBRARY_DIR to its folder target/release.")
