//! Which compiled version of a kernel runs, decided where it is called.

/// Evaluates the expression for the kernels in use: for AVX-512, for AVX2, or in plain Rust.
macro_rules! by_processor {
    ($kernels:expr, $avx512:expr, $avx2:expr, $plain:expr) => {
        match $kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where these features were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            $crate::kernels::Kernels::Avx512 => unsafe { $avx512 },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            $crate::kernels::Kernels::Avx2 => unsafe { $avx2 },
            _ => $plain,
        }
    };
}

/// Defines functions of plain loops that are compiled three times: for any processor, and with the wide registers of AVX2
/// and AVX-512 for the compiler to use. Their first argument says which version runs. All versions add and multiply in the
/// same order, so they give the same bytes; only the time differs.
macro_rules! compiled_for_each {
    ($($(#[$meta:meta])* $visibility:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        $visibility fn $name(kernels: $crate::kernels::Kernels, $($argument: $kind),*) {
            #[inline(always)]
            fn plain($($argument: $kind),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($argument: $kind),*) {
                plain($($argument),*);
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
            fn avx512($($argument: $kind),*) {
                plain($($argument),*);
            }

            $crate::kernels::dispatch::by_processor!(
                kernels,
                avx512($($argument),*),
                avx2($($argument),*),
                plain($($argument),*)
            )
        }
    )*};
}

pub(crate) use {by_processor, compiled_for_each};
