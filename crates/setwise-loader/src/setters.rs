//! Methods that change a choice.

/// Defines methods that take a value, of which each returns it with another choice.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {$(
        $(#[$doc])*
        #[must_use = "the changed value is returned"]
        pub fn $name(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
    )*};
}
pub(crate) use setters;
