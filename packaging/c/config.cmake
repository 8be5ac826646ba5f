# find_package(@NAME@ VERSION): the imported targets @NAME@::shared and @NAME@::static, version @VERSION@, from @REPOSITORY@.
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(_setwise_width " with pointers of 32 bits")
endif()
if(DEFINED _setwise_width OR NOT CMAKE_SYSTEM_NAME STREQUAL "@CMAKE@" OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(@CPUS@)$")
  set(@NAME@_FOUND FALSE)
  set(@NAME@_NOT_FOUND_MESSAGE "These libraries are for @SYSTEM@, not for ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}${_setwise_width}.")
elseif(NOT TARGET @NAME@::static)
  get_filename_component(_setwise_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(@NAME@::shared SHARED IMPORTED)
  set_target_properties(@NAME@::shared PROPERTIES
    IMPORTED_LOCATION "${_setwise_root}/@SHARED@" IMPORTED_IMPLIB "${_setwise_root}/lib/lib@LIBRARY@.dll.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_setwise_root}/include" INTERFACE_COMPILE_DEFINITIONS SETWISE_THREATS_DLL)
  add_library(@NAME@::static STATIC IMPORTED)
  set_target_properties(@NAME@::static PROPERTIES
    IMPORTED_LOCATION "${_setwise_root}/lib/lib@LIBRARY@.a" INTERFACE_INCLUDE_DIRECTORIES "${_setwise_root}/include"
    INTERFACE_LINK_LIBRARIES "@LINKS@" INTERFACE_LINK_OPTIONS "@GC@")
endif()
