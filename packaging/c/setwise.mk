# Flags for a Makefile that includes this file: SETWISE_CFLAGS before the source, SETWISE_LIBS or SETWISE_THREATS_LIBS after it.
SETWISE := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SETWISE_MACHINE := $(shell $(CC) -dumpmachine)
ifneq ($(SETWISE_MACHINE),$(filter x86_64-%linux x86_64-%linux-gnu,$(SETWISE_MACHINE)))
$(error setwise: these libraries are for Linux on x86-64 with glibc, not for $(SETWISE_MACHINE))
endif
SETWISE_CFLAGS := -I$(SETWISE)/include
SETWISE_LIBS := -Wl,--gc-sections $(SETWISE)/lib/libsetwise.a -lpthread -ldl -lm
SETWISE_THREATS_LIBS := -Wl,--gc-sections $(SETWISE)/lib/libsetwise_threats.a
