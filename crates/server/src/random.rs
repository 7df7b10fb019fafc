//! The system's random source for what must not be foreseen, such as the deals of a game.

use std::convert::Infallible;

use rand_core::TryRng;

/// Draws from the system every time.
///
/// # Panics
/// If the system gives no random numbers: nothing safe could be dealt then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemRng;

impl TryRng for SystemRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        getrandom::fill(bytes).expect("the system gives random numbers");
        Ok(())
    }
}
