# find_package(setwise): the imported targets setwise::shared and setwise::static.
#
# The header is include/setwise.h of the folder above this file, or of the prefix that `cargo cinstall` has installed this file to. The
# libraries are searched in the folder lib beside it, and in SETWISE_LIBRARY_DIR if that is set, such as the folder target/release of the
# workspace. They are called setwise (installed by cargo-c) or setwise_capi (built by cargo).
get_filename_component(_setwise_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
if(NOT EXISTS "${_setwise_root}/include/setwise.h")
  # <prefix>/share/cmake/setwise
  get_filename_component(_setwise_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
endif()

foreach(_setwise_kind shared static)
  string(TOUPPER "${_setwise_kind}" _setwise_upper)
  set(_setwise_prefix "${CMAKE_${_setwise_upper}_LIBRARY_PREFIX}")
  set(_setwise_suffix "${CMAKE_${_setwise_upper}_LIBRARY_SUFFIX}")
  find_library(SETWISE_${_setwise_upper}_LIBRARY
    NAMES "${_setwise_prefix}setwise${_setwise_suffix}" "${_setwise_prefix}setwise_capi${_setwise_suffix}"
    HINTS "${SETWISE_LIBRARY_DIR}" "${_setwise_root}/lib" "${_setwise_root}/lib64" "${_setwise_root}/lib/${CMAKE_LIBRARY_ARCHITECTURE}"
    NO_DEFAULT_PATH)
  if(SETWISE_${_setwise_upper}_LIBRARY AND NOT TARGET setwise::${_setwise_kind})
    add_library(setwise::${_setwise_kind} UNKNOWN IMPORTED)
    set_target_properties(setwise::${_setwise_kind} PROPERTIES
      IMPORTED_LOCATION "${SETWISE_${_setwise_upper}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${_setwise_root}/include")
  endif()
endforeach()

if(TARGET setwise::static AND UNIX)
  find_package(Threads REQUIRED)
  set_target_properties(setwise::static PROPERTIES
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(setwise REQUIRED_VARS SETWISE_SHARED_LIBRARY SETWISE_STATIC_LIBRARY)
