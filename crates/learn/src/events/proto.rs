//! The few protocol-buffer messages that TensorBoard reads, encoded by hand: a field is a tag and its bytes.

/// A message under construction.
#[derive(Clone, Default, Debug)]
pub(super) struct Message(Vec<u8>);

impl Message {
    /// The encoded bytes.
    pub(super) fn bytes(self) -> Vec<u8> {
        self.0
    }

    fn tag(&mut self, field: u64, wire: u64) {
        varint(&mut self.0, field << 3 | wire);
    }

    /// A whole number; negative ones as the format wants them, in ten bytes.
    pub(super) fn int(mut self, field: u64, value: i64) -> Self {
        self.tag(field, 0);
        varint(&mut self.0, value.cast_unsigned());
        self
    }

    /// A number of eight bytes.
    pub(super) fn double(mut self, field: u64, value: f64) -> Self {
        self.tag(field, 1);
        self.0.extend(value.to_le_bytes());
        self
    }

    /// A number of four bytes.
    pub(super) fn float(mut self, field: u64, value: f32) -> Self {
        self.tag(field, 5);
        self.0.extend(value.to_le_bytes());
        self
    }

    /// A text, or any bytes.
    pub(super) fn put(mut self, field: u64, value: impl AsRef<[u8]>) -> Self {
        self.tag(field, 2);
        varint(&mut self.0, value.as_ref().len() as u64);
        self.0.extend(value.as_ref());
        self
    }

    /// A message inside.
    pub(super) fn message(self, field: u64, value: Self) -> Self {
        self.put(field, value.0)
    }

    /// Numbers of eight bytes, packed.
    pub(super) fn doubles(self, field: u64, values: impl IntoIterator<Item = f64>) -> Self {
        let bytes: Vec<u8> = values.into_iter().flat_map(f64::to_le_bytes).collect();
        self.put(field, bytes)
    }
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_encoded_as_worked_by_hand() {
        // 150 is 0x96 0x01, as the format's own description works it out.
        assert_eq!(Message::default().int(1, 150).bytes(), [0x08, 0x96, 0x01]);
        assert_eq!(Message::default().put(2, "testing").bytes(), b"\x12\x07testing");
        assert_eq!(Message::default().float(2, 1.0).bytes(), [0x15, 0, 0, 0x80, 0x3f]);
        let inner = Message::default().int(1, 1);
        assert_eq!(
            Message::default().message(16, inner).bytes(),
            [0x82, 0x01, 2, 0x08, 1]
        );
        assert_eq!(Message::default().int(1, -1).bytes().len(), 11);
    }
}
