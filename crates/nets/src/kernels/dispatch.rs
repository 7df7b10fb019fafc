//! Plain loops that are compiled twice: for any processor, and with the wide registers of AVX2 for the compiler to use.
//!
//! Both versions add and multiply in the same order, so they give the same bytes; only the time differs.

/// Defines functions whose first argument says which of the two versions runs.
macro_rules! compiled_twice {
    ($($(#[$meta:meta])* $visibility:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        $visibility fn $name(kernels: $crate::kernels::Kernels, $($argument: $kind),*) {
            #[inline(always)]
            fn plain($($argument: $kind),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn wide($($argument: $kind),*) {
                plain($($argument),*);
            }

            match kernels {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
                #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
                $crate::kernels::Kernels::Avx2 => unsafe { wide($($argument),*) },
                _ => plain($($argument),*),
            }
        }
    )*};
}

pub(crate) use compiled_twice;
