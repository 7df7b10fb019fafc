//! The options of Quarto.

rules! {
    /// The rules of Quarto.
    pub struct QuartoRules {
        squares: bool = true,
            "whether four pieces in a 2x2 square win, as four in a line do",
            "si cuatro piezas en un cuadrado de 2x2 ganan, como cuatro en línea";
    }
    presets {
        "square", "lines and 2x2 squares win", "ganan las líneas y los cuadrados de 2x2" {}
        "standard", "only lines win", "solo ganan las líneas" { squares: false }
    }
}
