//! Wrong pointers and lengths for every function that has pointers, from the table of valid calls.
//!
//! Each pointer in turn is null or not aligned, each output overlaps each other array, and each
//! length is wrong. All these calls must fail with the right status, name the argument, and write
//! nothing. No wrong pointer is read if the function checks it.

use crate::common::string;
use crate::table::{Given, functions};
use setwise_capi::*;
use std::alloc::Layout;
use std::cell::Cell;
use std::ffi::CStr;
use std::ptr::{null_mut, without_provenance_mut};

/// What C passes: a pointer, or a number as the address of one.
pub(crate) type Raw = *mut u8;

/// The type of an argument.
pub(crate) trait Value {
    /// The value of this type. Notes the layout of what a pointer points to.
    fn of(raw: Raw, layouts: &mut Vec<Layout>) -> Self;
}

/// What a function returns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// A status.
    Status(i32),
    /// An answer, which is 0 or null after a failure.
    Value(u64),
}

impl Answer {
    fn is(self, status: Status) -> bool {
        match self {
            Self::Status(found) => found == status as i32,
            Self::Value(value) => status == Status::Ok || value == 0,
        }
    }
}

macro_rules! types {
    ($($pointer:ty)*; $($number:ty)*; $($answer:ty)*) => {
        $(impl<T> Value for $pointer {
            fn of(raw: Raw, layouts: &mut Vec<Layout>) -> Self {
                layouts.push(Layout::new::<T>());
                raw.cast()
            }
        })*
        $(impl Value for $number {
            fn of(raw: Raw, layouts: &mut Vec<Layout>) -> Self {
                layouts.push(Layout::new::<u8>());
                raw.addr() as Self
            }
        })*
        $(impl From<$answer> for Answer {
            fn from(value: $answer) -> Self {
                Self::Value(value as u64)
            }
        })*
    };
}

types! { *const T *mut T; u16 u32 u64 usize i32; u32 u64 usize *const Position }

impl From<i32> for Answer {
    fn from(status: i32) -> Self {
        Self::Status(status)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Number,
    /// The length of plain arrays.
    Count,
    /// The length of an array that knows it.
    Length,
    Text,
    Input,
    /// The number of elements, if there is an array.
    Output(usize),
    /// A structure of words: the number of its fields, which follow.
    Fields(usize),
}

/// An argument of a valid call, or a field of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// Its name in messages.
    pub(crate) what: &'static str,
    pub(crate) kind: Kind,
    pub(crate) raw: Raw,
    layout: Option<Layout>,
    /// Address and size of an array that no output may overlap.
    array: (usize, usize),
    is_optional: bool,
}

const fn argument(what: &'static str, kind: Kind, raw: Raw) -> Argument {
    Argument {
        what,
        kind,
        raw,
        layout: None,
        array: (0, 0),
        is_optional: false,
    }
}

/// One value.
pub(crate) const fn one<T>(value: *const T, what: &'static str) -> Argument {
    argument(what, Kind::Input, value.cast_mut().cast())
}

/// An array.
pub(crate) fn list<T>(values: &[T], what: &'static str) -> Argument {
    let array = (values.as_ptr().addr(), size_of_val(values));
    owner(values.as_ptr(), array, what).of::<T>()
}

/// What owns an array of this address and size.
pub(crate) fn owner<T>(owner: *const T, array: (usize, usize), what: &'static str) -> Argument {
    let one = one(owner, what);
    Argument { array, ..one }
}

/// A text, which has no alignment.
pub(crate) const fn text(text: &CStr, what: &'static str) -> Argument {
    argument(what, Kind::Text, text.as_ptr().cast_mut().cast())
}

/// Memory for one value, or for any output that is not compared with arrays.
pub(crate) const fn out(what: &'static str) -> Argument {
    outs(0, what)
}

/// Memory for at least `n` values.
pub(crate) const fn outs(n: usize, what: &'static str) -> Argument {
    argument(what, Kind::Output(n), null_mut())
}

/// The length of arrays of any length. Null pointers stand for no elements.
pub(crate) const fn count(n: usize) -> Argument {
    argument("", Kind::Count, without_provenance_mut(n))
}

/// The length of arrays that belong to one of this length.
pub(crate) const fn length(n: usize, what: &'static str) -> Argument {
    argument(what, Kind::Length, without_provenance_mut(n))
}

/// A structure of pointers and numbers of their size. No output overlaps it if it `is_list`.
pub(crate) fn fields(what: &'static str, is_list: bool, fields: &[Argument]) -> Arguments {
    let mut head = argument(what, Kind::Fields(fields.len()), null_mut());
    head.array.1 = usize::from(is_list) * fields.len() * size_of::<Raw>();
    Arguments([&[head], fields].concat())
}

/// A number.
pub(crate) const fn number(n: usize) -> Argument {
    argument("", Kind::Number, without_provenance_mut(n))
}

impl Argument {
    /// The same number with a name.
    pub(crate) const fn named(mut self, what: &'static str) -> Self {
        self.what = what;
        self
    }

    /// The same argument, where null is valid.
    pub(crate) const fn or_null(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// A field of this type, or an argument that is first read as this type.
    pub(crate) const fn of<T>(mut self) -> Self {
        self.layout = Some(Layout::new::<T>());
        self
    }

    fn align(&self) -> usize {
        self.layout.map_or(1, |layout| layout.align())
    }
}

/// An argument, and its fields.
pub(crate) struct Arguments(pub(crate) Vec<Argument>);

impl From<Argument> for Arguments {
    fn from(argument: Argument) -> Self {
        Self(vec![argument])
    }
}

impl From<usize> for Arguments {
    fn from(number: usize) -> Self {
        self::number(number).into()
    }
}

/// Adds an argument and its fields. Not inlined: the table is one long function.
#[inline(never)]
pub(crate) fn add(all: &mut Vec<Argument>, argument: impl Into<Arguments>) {
    all.extend(argument.into().0);
}

/// A function with a valid call.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) call: fn(&[Raw], &mut Vec<Layout>) -> Answer,
}

/// Makes rows of calls, whose arguments are made [`Arguments`].
macro_rules! table {
    ($($function:ident($($argument:expr),*);)*) => {
        vec![$($crate::pointers::Row {
            name: stringify!($function),
            arguments: {
                let mut all = Vec::new();
                $($crate::pointers::add(&mut all, $argument);)*
                all
            },
            call: |raws, layouts| {
                let mut raws = raws.iter();
                // SAFETY: the pointers are those of the table, or the function refuses them.
                let answer = unsafe {
                    $function($({
                        let _ = stringify!($argument);
                        let raw = raws.next().expect("an argument");
                        $crate::pointers::Value::of(*raw, layouts)
                    }),*)
                };
                $crate::pointers::Answer::from(answer)
            },
        }),*]
    };
}
pub(crate) use table;

/// Memory for an output, more than all that is written; most of it lies between outputs.
#[derive(Clone)]
#[repr(align(4096))]
struct Block([u8; 8192]);

/// A row, and memory for its outputs and structures.
pub(crate) struct Call {
    pub(crate) row: Row,
    memory: Vec<Block>,
    words: Vec<[Cell<Raw>; 12]>,
}

impl Call {
    fn new(mut row: Row) -> Self {
        let n = row.arguments.len();
        let (mut memory, mut layouts) = (vec![Block([7; 8192]); n], Vec::new());
        let words = vec![[const { Cell::new(null_mut()) }; 12]; n];
        // Null pointers are refused, or have no elements.
        (row.call)(&[null_mut(); 12], &mut layouts);
        let (mut layouts, mut fields) = (layouts.into_iter(), 0);
        let start = memory.as_mut_ptr();
        for (at, one) in row.arguments.iter_mut().enumerate() {
            if fields == 0 {
                one.layout = one.layout.or(layouts.next());
            } else {
                fields -= 1;
                let is_number = matches!(one.kind, Kind::Number | Kind::Length);
                assert!(is_number || one.layout.is_some(), "{one:?} has no type");
            }
            match one.kind {
                Kind::Output(n) => {
                    one.raw = start.wrapping_add(at).cast();
                    one.array = (one.raw.addr(), n * one.layout.map_or(0, |one| one.size()));
                }
                Kind::Fields(n) => {
                    fields = n;
                    one.raw = words[at].as_ptr().cast_mut().cast();
                    one.array.0 = one.raw.addr();
                }
                _ => {}
            }
        }
        Self { row, memory, words }
    }

    /// The arguments of the valid call, with changes.
    pub(crate) fn raws(&self, raw: impl Fn(&Argument) -> Raw) -> Vec<Raw> {
        self.row.arguments.iter().map(raw).collect()
    }

    /// What the function returns for these arguments.
    pub(crate) fn answer(&self, raws: &[Raw]) -> Answer {
        let (mut given, mut at) = (Vec::new(), 0);
        while let Some(one) = self.row.arguments.get(at) {
            given.push(raws[at]);
            let Kind::Fields(n) = one.kind else {
                at += 1;
                continue;
            };
            for (word, &raw) in self.words[at].iter().zip(&raws[at + 1..][..n]) {
                word.set(raw);
            }
            at += 1 + n;
        }
        (self.row.call)(&given, &mut Vec::new())
    }

    /// Makes the valid call, and one without elements.
    fn check_right(&self) {
        self.succeeds(&self.raws(|one| one.raw));
        let arguments = &self.row.arguments;
        if arguments.iter().any(|one| one.kind == Kind::Count) {
            let nothing = self.raws(|one| match one.kind {
                Kind::Count | Kind::Input | Kind::Output(1..) => null_mut(),
                _ => one.raw,
            });
            self.succeeds(&nothing);
        }
    }

    fn succeeds(&self, raws: &[Raw]) {
        let name = self.row.name;
        assert!(
            self.answer(raws).is(Status::Ok),
            "{name}: {}",
            string(setwise_last_error())
        );
        if let Some(made) = self
            .row
            .arguments
            .iter()
            .position(|one| one.what == "the new array")
        {
            // SAFETY: the output is a pointer to an array that nothing else uses.
            unsafe { setwise_positions_free(*raws[made].cast()) };
        }
    }

    fn fails(&self, (at, address): (usize, usize), status: Status, parts: &[&str]) {
        let mut raws = self.raws(|one| one.raw);
        raws[at] = raws[at].with_addr(address);
        // SAFETY: null is refused. The message is another one than that of the call.
        unsafe { setwise_piecewise_name(u32::MAX, null_mut()) };
        let is = self.answer(&raws).is(status);
        let message = string(setwise_last_error());
        let context = format!("{} with {address:#x} as {at}: {message}", self.row.name);
        assert!(is, "{context}");
        assert!(
            parts.iter().all(|&part| message.contains(part)),
            "{context} lacks {parts:?}"
        );
        assert!(self.is_untouched(), "{context}");
    }

    /// Whether no call has written anything.
    pub(crate) fn is_untouched(&self) -> bool {
        let mut bytes = self.memory.iter().flat_map(|block| block.0);
        bytes.all(|byte| byte == 7)
    }

    fn check_wrong(&self) {
        for (at, one) in self.row.arguments.iter().enumerate() {
            let (what, address) = (one.what, one.raw.addr());
            match one.kind {
                Kind::Number => {}
                Kind::Count => {
                    let mut arrays = self.row.arguments.iter().filter(|one| one.array.1 > 0);
                    let size = arrays
                        .next()
                        .and_then(|one| one.layout)
                        .expect("a list")
                        .size();
                    for n in [
                        usize::MAX,
                        usize::MAX / size,
                        isize::MAX as usize / size + 1,
                    ] {
                        self.fails((at, n), Status::TooLarge, &["do not fit the address space"]);
                    }
                }
                Kind::Length => {
                    for n in [0, address - 1, address + 1, usize::MAX] {
                        let message = format!("{what}: {n} entries instead of {address}");
                        self.fails((at, n), Status::WrongLength, &[&message]);
                    }
                }
                Kind::Text => {
                    let message = format!("{what}: a null pointer");
                    self.fails((at, 0), Status::BadPointer, &[&message]);
                }
                Kind::Input | Kind::Output(_) | Kind::Fields(_) => {
                    let message = format!("{what}: a pointer that is null or not aligned");
                    let align = one.align();
                    let odd = [1, align / 2].map(|shift| address + shift);
                    let odd = odd.into_iter().filter(|_| align > 1);
                    for wrong in odd.chain((!one.is_optional).then_some(0)) {
                        self.fails((at, wrong), Status::BadPointer, &[&message]);
                    }
                }
            }
            if let Kind::Output(1..) = one.kind {
                self.check_overlaps(at);
            }
        }
    }

    /// Moves an output to the beginning and to the end of each other array.
    fn check_overlaps(&self, at: usize) {
        let (out, align) = (&self.row.arguments[at], self.row.arguments[at].align());
        for (index, other) in self.row.arguments.iter().enumerate() {
            let (start, size) = other.array;
            if index != at && size > 0 {
                for place in [start, start + size - 1].map(|address| address / align * align) {
                    let parts = [out.what, "overlaps", other.what];
                    self.fails((at, place), Status::Overlap, &parts);
                }
            }
        }
    }
}

/// Calls of all functions.
pub(crate) fn calls(given: &Given) -> Vec<Call> {
    functions(given).into_iter().map(Call::new).collect()
}

#[test]
fn wrong_pointers_and_lengths() {
    let given = Given::new();
    let calls = calls(&given);
    for call in &calls {
        call.check_wrong();
    }
    given.assert_unchanged();
    // A process selects its kernels once.
    for call in calls
        .iter()
        .filter(|call| !call.row.name.contains("select_kernel"))
    {
        call.check_right();
    }
}

/// The table has all functions of the header that have pointers.
#[test]
fn table_is_complete() {
    let header = include_str!("../../include/setwise.h");
    let header = header.split("extern \"C\"").nth(1);
    let code = header
        .expect("functions")
        .lines()
        .filter(|line| !line.starts_with(['/', '#', '}']));
    let code = code.collect::<Vec<_>>().join(" ");
    let calls = code
        .split(';')
        .filter_map(|declaration| declaration.split_once('('));
    let calls = calls.filter(|(_, arguments)| arguments.contains('*'));
    let declared = calls.filter_map(|(start, _)| start.rsplit([' ', '*']).next());
    let mut declared: Vec<_> = declared.collect();
    declared.sort_unstable();
    let mut listed: Vec<_> = functions(&Given::new())
        .iter()
        .map(|row| row.name)
        .collect();
    // Null is valid, and any other pointer is freed.
    listed.push("setwise_positions_free");
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed, declared);
}
