# find_package(setwise-threats VERSION): the imported targets setwise-threats::static and setwise-threats::shared.
get_filename_component(_setwise_threats_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_setwise_threats_kind static shared)
  if(NOT TARGET setwise-threats::${_setwise_threats_kind})
    string(TOUPPER "${_setwise_threats_kind}" _setwise_threats_upper)
    add_library(setwise-threats::${_setwise_threats_kind} UNKNOWN IMPORTED)
    set_target_properties(setwise-threats::${_setwise_threats_kind} PROPERTIES
      IMPORTED_LOCATION "${_setwise_threats_root}/lib/libsetwise_threats${CMAKE_${_setwise_threats_upper}_LIBRARY_SUFFIX}"
      INTERFACE_INCLUDE_DIRECTORIES "${_setwise_threats_root}/include")
  endif()
endforeach()
set_target_properties(setwise-threats::static PROPERTIES INTERFACE_LINK_OPTIONS "-Wl,--gc-sections")
