//! The networks of Damero by name: from a text such as `resnet:4x64,heads=dueling` and a game to a description.
//!
//! | text | network |
//! |---|---|
//! | `quarto` | the two-headed convolutional network of Quarto: `place` and `select` |
//! | `azul` | `AzulNet`: convolutions over the boards, a transformer over the factories |
//! | `mlp:256-256` | linear layers of these widths over everything, for any game; with `residual`, every layer whose width equals the one before adds to it |
//! | `resnet:4x64` | residual blocks × channels over the board, for any game that has one; with `planes`, actions are scored by planes of squares where the game says which ones; with `pool`, what is said of the whole board reaches every square of it and the value |
//! | `tokens:2x64` | a residual MLP over tokens: blocks × width, for any game, made for Azul; slices of a tensor, such as factories, share their weights |
//!
//! `heads=` says what the last three answer: `policy-value` (the default), `policy-value-scores` (and the points that both
//! will have), `value` (one number, for judging what a move leads to), `q` (one number for each action) or `dueling` (the
//! same, as a value and advantages over the legal mean). With policy and value the words `owner`, `moves_left` and
//! `threats` add answers that are only learned ([`Auxiliary`]).

mod auxiliary;
mod azul;
mod heads;
mod mlp;
mod quarto;
mod resnet;
mod tokens;

use std::fmt;
use std::str::FromStr;

use damero_games::{Encode, GameId, Text, text, with_game};

use crate::describe::{Builder, DescriptionError, Network};

use self::auxiliary::Answers;
pub use self::auxiliary::Auxiliary;
pub use self::heads::Heads;

/// A network of Damero, before it knows its game.
///
/// ```
/// use damero_games::reversi::Reversi;
/// use damero_nets::Architecture;
/// let architecture: Architecture = "resnet:4x64".parse()?;
/// let network = architecture.describe::<Reversi>(None)?;
/// assert_eq!(network.output("policy").map(|(_, n)| n), Some(65));
/// # Ok::<(), damero_nets::DescriptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Architecture {
    /// Two heads over a small convolutional trunk: where to place the piece, which piece to give.
    QuartoCnn,
    /// Convolutions over the boards, a transformer over the factories, and a shared trunk.
    AzulNet,
    /// Linear layers over all tensors.
    Mlp {
        /// The widths of the hidden layers.
        widths: Vec<usize>,
        /// Whether a layer adds to what it reads where the widths are equal.
        residual: bool,
        /// What it answers.
        heads: Heads,
        /// What else it learns to answer.
        auxiliary: Vec<Auxiliary>,
    },
    /// Residual blocks over the board.
    ResNet {
        /// How many blocks of two convolutions.
        blocks: usize,
        /// Channels of the trunk.
        channels: usize,
        /// Whether actions are scored by planes of squares.
        planes: bool,
        /// Whether the trunk and the value read means and maxima over the whole board.
        pool: bool,
        /// What it answers.
        heads: Heads,
        /// What else it learns to answer.
        auxiliary: Vec<Auxiliary>,
    },
    /// A residual MLP over the slices of all tensors.
    Tokens {
        /// How many blocks.
        blocks: usize,
        /// Numbers of a token.
        width: usize,
        /// What it answers.
        heads: Heads,
        /// What else it learns to answer.
        auxiliary: Vec<Auxiliary>,
    },
}

impl Architecture {
    /// Describes the network for `G`, over its default encoding unless another is named.
    ///
    /// # Errors
    /// If the game has no such encoding, or the encoding not the tensors that the network reads.
    pub fn describe<G: Encode>(&self, encoding: Option<&str>) -> Result<Network, DescriptionError> {
        let encoding = encoding.or(match self {
            Self::AzulNet => Some("seed4"),
            Self::QuartoCnn | Self::Mlp { .. } | Self::ResNet { .. } | Self::Tokens { .. } => None,
        });
        let builder = Builder::new::<G>(self.to_string(), encoding)?;
        match self {
            Self::QuartoCnn => quarto::describe(builder),
            Self::AzulNet => azul::describe(builder, G::ACTIONS),
            Self::Mlp {
                widths,
                residual,
                heads,
                auxiliary,
            } => mlp::describe(builder, widths, *residual, &Answers::of::<G>(*heads, auxiliary)?),
            Self::ResNet {
                blocks,
                channels,
                planes,
                pool,
                heads,
                auxiliary,
            } => {
                let planes = match planes {
                    true => Some(G::action_planes().ok_or_else(no_planes::<G>)?),
                    false => None,
                };
                let answers = Answers::of::<G>(*heads, auxiliary)?;
                resnet::describe(builder, [*blocks, *channels], planes, *pool, &answers)
            }
            Self::Tokens {
                blocks,
                width,
                heads,
                auxiliary,
            } => tokens::describe(builder, [*blocks, *width], &Answers::of::<G>(*heads, auxiliary)?),
        }
    }

    /// As [`describe`](Self::describe), for a game under these rules: its planes of actions must fit them.
    ///
    /// # Errors
    /// As [`describe`](Self::describe), and if the planes do not tell the moves apart.
    pub fn describe_under<G: Encode>(
        &self,
        rules: &G::Rules,
        encoding: Option<&str>,
    ) -> Result<Network, DescriptionError> {
        if matches!(self, Self::ResNet { planes: true, .. }) && !G::planes_fit(rules) {
            let problem = text!(
                "`planes`: the planes of {} do not tell the moves apart under the rules {rules}; leave `planes` out",
                "`planes`: los planos de {} no distinguen las jugadas con las reglas {rules}; hay que quitar `planes`",
                G::META.id
            );
            return Err(DescriptionError::new("", problem));
        }
        self.describe::<G>(encoding)
    }

    /// As [`describe`](Self::describe), for a game known at run time.
    ///
    /// # Errors
    /// As [`describe`](Self::describe).
    pub fn describe_for(&self, game: GameId, encoding: Option<&str>) -> Result<Network, DescriptionError> {
        with_game!(game, G => self.describe::<G>(encoding))
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (heads, auxiliary) = match self {
            Self::QuartoCnn => return f.write_str("quarto"),
            Self::AzulNet => return f.write_str("azul"),
            Self::Mlp {
                widths,
                residual,
                heads,
                auxiliary,
            } => {
                let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
                write!(f, "mlp:{}", widths.join("-"))?;
                if *residual {
                    f.write_str(",residual")?;
                }
                (heads, auxiliary)
            }
            Self::ResNet {
                blocks,
                channels,
                planes,
                pool,
                heads,
                auxiliary,
            } => {
                write!(f, "resnet:{blocks}x{channels}")?;
                for (_, word) in [(planes, ",planes"), (pool, ",pool")]
                    .iter()
                    .filter(|(on, _)| **on)
                {
                    f.write_str(word)?;
                }
                (heads, auxiliary)
            }
            Self::Tokens {
                blocks,
                width,
                heads,
                auxiliary,
            } => {
                write!(f, "tokens:{blocks}x{width}")?;
                (heads, auxiliary)
            }
        };
        for one in auxiliary {
            write!(f, ",{}", one.as_str())?;
        }
        match heads {
            Heads::PolicyValue => Ok(()),
            other => write!(f, ",heads={other}"),
        }
    }
}

impl FromStr for Architecture {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
        match (kind, settings) {
            ("quarto", "") => return Ok(Self::QuartoCnn),
            ("azul", "") => return Ok(Self::AzulNet),
            ("mlp" | "resnet" | "tokens", _) => {}
            _ => return Err(unknown(text)),
        }
        let mut settings = settings.split(',');
        let sizes = settings.next().unwrap_or_default();
        let (mut residual, mut planes, mut pool, mut heads) = (false, false, false, Heads::default());
        let mut auxiliary = Vec::new();
        for setting in settings {
            match setting.split_once('=') {
                None if setting == "residual" && kind == "mlp" => residual = true,
                None if setting == "planes" && kind == "resnet" => planes = true,
                None if setting == "pool" && kind == "resnet" => pool = true,
                None if Auxiliary::named(setting).is_some() => auxiliary.extend(Auxiliary::named(setting)),
                Some(("heads", name)) => heads = name.parse()?,
                _ => return Err(unknown(text)),
            }
        }
        auxiliary.sort_unstable();
        auxiliary.dedup();
        if !auxiliary.is_empty() && !matches!(heads, Heads::PolicyValue | Heads::PolicyValueScores) {
            return Err(unknown(text));
        }
        if kind == "mlp" {
            let widths: Option<Vec<usize>> = sizes.split('-').map(positive).collect();
            let widths = widths.ok_or_else(|| unknown(text))?;
            return Ok(Self::Mlp {
                widths,
                residual,
                heads,
                auxiliary,
            });
        }
        let size = |(blocks, channels)| Some((positive(blocks)?, positive(channels)?));
        let (blocks, channels) = sizes
            .split_once('x')
            .and_then(size)
            .ok_or_else(|| unknown(text))?;
        if kind == "tokens" {
            return Ok(Self::Tokens {
                blocks,
                width: channels,
                heads,
                auxiliary,
            });
        }
        Ok(Self::ResNet {
            blocks,
            channels,
            planes,
            pool,
            heads,
            auxiliary,
        })
    }
}

/// A size that can be meant.
fn positive(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n| (1..=1 << 16).contains(n))
}

fn unknown(text: &str) -> DescriptionError {
    let problem = text!(
        "{text:?} is no network; expected quarto, azul, mlp:256-256, resnet:4x64 or tokens:2x64, the last three perhaps with ,heads=policy-value|policy-value-scores|value|q|dueling, with policy and value also ,owner ,moves_left ,threats, mlp with ,residual and resnet with ,planes and ,pool",
        "{text:?} no es ninguna red; se esperaba quarto, azul, mlp:256-256, resnet:4x64 o tokens:2x64, las tres últimas quizá con ,heads=policy-value|policy-value-scores|value|q|dueling, con policy y value también ,owner ,moves_left ,threats, mlp con ,residual y resnet con ,planes y ,pool"
    );
    DescriptionError::new("", problem)
}

/// The game does not say where its actions are on a board.
fn no_planes<G: Encode>() -> DescriptionError {
    let game = G::META.id;
    let problem = text!(
        "`planes`: the actions of {game} are no squares of a board",
        "`planes`: las acciones de {game} no son casillas de un tablero"
    );
    DescriptionError::new("", problem)
}

/// The encoding lacks a tensor that the network reads.
fn lacks(builder: &Builder, en: &str, es: &str) -> DescriptionError {
    let found: Vec<_> = builder
        .inputs()
        .iter()
        .map(|input| format!("{} {:?}", input.name, input.shape))
        .collect();
    let found = found.join(", ");
    let problem = Text::owned(
        format!("the network reads {en}; this encoding has {found}"),
        format!("la red lee {es}; esta codificación tiene {found}"),
    );
    DescriptionError::new("", problem)
}

/// Whether the encoding has a tensor of that name with so many axes.
fn has(builder: &Builder, name: &str, axes: usize) -> bool {
    let mut inputs = builder.inputs().iter();
    inputs.any(|input| input.name == name && input.shape.len() == axes)
}
