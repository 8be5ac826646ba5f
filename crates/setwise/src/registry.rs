//! The table of all kernels. Its rows follow from the declarations of the instruction sets.

use crate::kernel::Kernel;
use crate::level::KERNELS;

/// Lists the kernels of an instruction set, such as `rows!(with_streaming Avx2, "avx2")`. The first word selects the
/// list.
macro_rules! rows {
    (words $isa:ty, $name:literal) => {
        crate::registry::rows!(@all $isa, $name)
    };
    (without_streaming $isa:ty, $name:literal) => {
        crate::registry::rows!(@all $isa, $name, direction_per_lane "/direction-per-lane")
    };
    (with_streaming $isa:ty, $name:literal) => {
        crate::registry::rows!(
            @all $isa, $name, streaming "/sliced-stream", direction_per_lane "/direction-per-lane"
        )
    };
    (sliced_only $isa:ty, $name:literal) => {
        &[Kernel::sliced::<$isa>(concat!($name, "/sliced"))]
    };
    (@all $isa:ty, $name:literal $(, $constructor:ident $suffix:literal)*) => {
        &[
            Kernel::natural::<$isa, setwise_core::natural::Dumb7>(concat!($name, "/dumb7")),
            Kernel::natural::<$isa, setwise_core::natural::KoggeStone>(concat!($name, "/kogge-stone")),
            Kernel::natural::<$isa, setwise_core::natural::Subtraction>(concat!($name, "/subtraction")),
            Kernel::natural::<$isa, setwise_core::natural::Adaptive>(concat!($name, "/adaptive")),
            Kernel::sliced::<$isa>(concat!($name, "/sliced")),
            $(Kernel::$constructor::<$isa>(concat!($name, $suffix)),)*
        ]
    };
}
pub(crate) use rows;

const COUNT: usize = {
    let (mut count, mut level) = (0, 0);
    while level < KERNELS.len() {
        count += KERNELS[level].len();
        level += 1;
    }
    count
};

/// All kernels, the narrowest instruction set first.
static REGISTRY: [Kernel; COUNT] = {
    let mut all = [KERNELS[0][0]; COUNT];
    let (mut place, mut level) = (0, KERNELS.len());
    while level > 0 {
        level -= 1;
        let mut row = 0;
        while row < KERNELS[level].len() {
            all[place] = KERNELS[level][row];
            place += 1;
            row += 1;
        }
    }
    all
};

/// Returns all kernels of this build, supported by the host or not.
///
/// ```
/// let sliced = setwise::kernels().iter().filter(|k| k.name().ends_with("/sliced"));
/// assert!(sliced.count() >= 2);
/// ```
pub fn kernels() -> &'static [Kernel] {
    &REGISTRY
}

/// Returns the kernel of a name, such as `avx512/sliced`.
pub fn kernel(name: &str) -> Option<&'static Kernel> {
    kernels().iter().find(|kernel| kernel.name() == name)
}
