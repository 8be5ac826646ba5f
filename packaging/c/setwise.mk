# Flags for a Makefile that includes this file: SETWISE_CFLAGS before the source, SETWISE_LIBS, SETWISE_THREATS_LIBS or SETWISE_LOADER_LIBS after it.
SETWISE := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
# GCC names the same machine with and without these options.
SETWISE_32 := $(filter -m32 -mx32,$(CC) $(CXX) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(LDFLAGS))
SETWISE_MACHINE := $(shell $(CC) -dumpmachine)$(firstword $(SETWISE_32))
SETWISE_CFLAGS := -I$(SETWISE)/include
SETWISE_LIBS = $(error setwise: this library is for @SYSTEM@, not for $(SETWISE_MACHINE))
ifneq ($(filter @MACHINES@,$(SETWISE_MACHINE)),)
SETWISE_LIBS := @GC@ $(SETWISE)/lib/libsetwise.a @LINK@
SETWISE_THREATS_LIBS := @GC@ $(SETWISE)/lib/libsetwise_threats.a @LINK@
SETWISE_LOADER_LIBS := @GC@ $(SETWISE)/lib/libsetwise_loader.a @LINK@
# Threats for others
else ifneq ($(filter x86_64-%mingw32,$(SETWISE_MACHINE)),)
SETWISE_THREATS_LIBS := -Wl,--gc-sections $(SETWISE)/lib/x86_64-pc-windows-gnu/libsetwise_threats.a -lntdll
else ifneq ($(filter aarch64-%linux aarch64-%linux-gnu,$(SETWISE_MACHINE)),)
SETWISE_THREATS_LIBS := -Wl,--gc-sections $(SETWISE)/lib/aarch64-unknown-linux-gnu/libsetwise_threats.a
else
SETWISE_THREATS_LIBS = $(error setwise: there is no library of threats for $(SETWISE_MACHINE))
endif
