//! A function of DataFusion.

use crate::arrays::{layout_of, list_type, position_type};
use crate::{call::Call, positions::Positions};
use crate::rows::{Argument, Returns, Row};
use datafusion::arrow::array::Array;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{ScalarValue, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use std::hash::{Hash, Hasher};

/// A scalar function whose first argument is a position.
///
/// ```
/// let functions = setwise_datafusion::functions();
/// let play = functions.iter().find(|function| function.usage() == "play(position, move)").unwrap();
/// assert_eq!(play.definition(), "the position after the move, stored as the position is");
/// ```
#[derive(Debug)]
pub struct PositionFunction {
    row: Row,
    signature: Signature,
}

impl PositionFunction {
    pub(crate) fn new(row: Row) -> Self {
        Self {
            row,
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }

    /// The name with the arguments.
    pub fn usage(&self) -> String {
        let others = self.row.arguments.iter().map(|other| other.name());
        let arguments: Vec<_> = [Argument::POSITION].into_iter().chain(others).collect();
        format!("{}({})", self.row.name, arguments.join(", "))
    }

    /// The type of the result.
    pub const fn returns(&self) -> &'static str {
        self.row.returns.name()
    }

    /// The definition.
    pub const fn definition(&self) -> &'static str {
        self.row.definition
    }
}

/// Functions are equal if their names are.
impl PartialEq for PositionFunction {
    fn eq(&self, other: &Self) -> bool {
        self.row.name == other.row.name
    }
}

impl Eq for PositionFunction {}

impl Hash for PositionFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.row.name.hash(state);
    }
}

impl ScalarUDFImpl for PositionFunction {
    fn name(&self) -> &str {
        self.row.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let Some((position, others)) = types.split_first() else {
            return plan_err!("{} is missing its arguments", self.usage());
        };
        if others.len() != self.row.arguments.len() {
            return plan_err!("{} does not take {} arguments", self.usage(), types.len());
        }
        if layout_of(position).is_none() {
            return plan_err!(
                "{}: a position is text (FEN), 32 bytes or a structure of bitboards, but not {position}",
                self.usage()
            );
        }
        let position = match position {
            DataType::Null => DataType::Utf8,
            stored => stored.clone(),
        };
        let others = self.row.arguments.iter().map(|other| other.data_type());
        Ok([position].into_iter().chain(others).collect())
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        let layout = types.first().and_then(layout_of).unwrap_or_default();
        Ok(match self.row.returns {
            Returns::Number => DataType::Int64,
            Returns::Truth => DataType::Boolean,
            Returns::Unsigned => DataType::UInt64,
            Returns::Text => DataType::Utf8,
            Returns::Texts => list_type(DataType::Utf8),
            Returns::Position => position_type(layout),
            Returns::Positions => list_type(position_type(layout)),
            Returns::InLayout(layout) => position_type(layout),
        })
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_array = |value: &ColumnarValue| matches!(value, ColumnarValue::Array(_));
        let is_scalar = !args.args.iter().any(is_array);
        let mut arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let stored = arrays.remove(0);
        let positions = Positions::of(&stored)?;
        if !self.row.takes_invalid {
            positions.check(&stored)?;
        }
        let result = self.row.compute.run(&Call {
            stored,
            positions,
            others: arrays,
        })?;
        Ok(match is_scalar && result.len() == 1 {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?),
            false => ColumnarValue::Array(result),
        })
    }
}
