// The C interface of setwise for C++17 and later, with or without exceptions and RTTI. Errors are values (`result`), arrays are
// views, and memory is allocated only by `positions`, inside the library. setwise.h documents the functions; those here have the
// names there without `setwise_`, `setwise_position_` and `setwise_positions_`.

#ifndef SETWISE_HPP
#define SETWISE_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "setwise.hpp needs C++17 or later, for example -std=c++17"
#endif

#include "setwise.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif
#if __cplusplus >= 202002L || (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#define SETWISE_HAS_SPAN 1
#include <span>
#else
#define SETWISE_HAS_SPAN 0
#endif

namespace setwise {

// A pointer and a length. It does not own its elements.
#if SETWISE_HAS_SPAN
template <class T> using view = std::span<T>;
#else
template <class T> class view {
    // A container of `T`, or of what only `const` makes a `T`. One that dies with the expression can be read, not written to.
    template <class Container>
    static constexpr bool fits = !std::is_same_v<std::decay_t<Container>, view> &&
                                 (std::is_lvalue_reference_v<Container> || std::is_const_v<T>);
    template <class Container> using element = std::remove_pointer_t<decltype(std::declval<Container &>().data())>;

public:
    constexpr view() noexcept = default;
    constexpr view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr view(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container, class Size = decltype(std::declval<Container &>().size()),
              class = std::enable_if_t<fits<Container> && std::is_convertible_v<Size, std::size_t> &&
                                       std::is_convertible_v<element<Container> (*)[], T (*)[]>>>
    constexpr view(Container &&container) noexcept : data_(container.data()), size_(container.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

#if defined(__cpp_exceptions)
// The exception of `or_throw`.
class error : public std::runtime_error {
public:
    error(setwise_status status, const char *message) : std::runtime_error(message), status_(status) {}
    setwise_status status() const noexcept { return status_; }

private:
    setwise_status status_;
};
#endif

namespace detail {
// The views of a call differ in length, so that the library has not been called.
struct wrong_length {};

// The status of a call.
class outcome {
public:
    constexpr explicit operator bool() const noexcept { return status_ == SETWISE_STATUS_OK; }
    constexpr setwise_status status() const noexcept { return static_cast<setwise_status>(status_); }

    // What has failed. The text is about this call until another call of the same thread fails.
    const char *message() const noexcept {
        const char *text = from_library_ && !*this ? setwise_last_error() : "";
        return *text ? text : setwise_strerror(status_);
    }

protected:
    constexpr explicit outcome(std::int32_t status) noexcept : status_(status), from_library_(true) {}
    constexpr explicit outcome(wrong_length) noexcept : status_(SETWISE_STATUS_WRONG_LENGTH), from_library_(false) {}

#if defined(__cpp_exceptions)
    void throw_failure() const {
        if (!*this) {
            throw error(status(), message());
        }
    }
#endif

private:
    std::int32_t status_;
    bool from_library_;
};
} // namespace detail

// What a call returns: a value, or the status and the message of a failure. A call that fails writes to none of its views.
template <class T> class [[nodiscard]] result : public detail::outcome {
public:
    constexpr result(std::int32_t status, const T &value) noexcept : outcome(status), value_(value) {}
    constexpr result(std::int32_t status, T &&value) noexcept : outcome(status), value_(static_cast<T &&>(value)) {}

    // The value. After a failure it has no meaning; `*` and `->` assert that there is none.
    constexpr T &value() & noexcept { return value_; }
    constexpr const T &value() const & noexcept { return value_; }
    constexpr T &&value() && noexcept { return static_cast<T &&>(value_); }
    constexpr T &operator*() & noexcept { return assert(*this), value_; }
    constexpr const T &operator*() const & noexcept { return assert(*this), value_; }
    constexpr T &&operator*() && noexcept { return assert(*this), static_cast<T &&>(value_); }
    constexpr T *operator->() noexcept { return assert(*this), &value_; }
    constexpr const T *operator->() const noexcept { return assert(*this), &value_; }

#if defined(__cpp_exceptions)
    // Returns the value, or throws an `error`.
    T &or_throw() & {
        throw_failure();
        return value_;
    }
    const T &or_throw() const & {
        throw_failure();
        return value_;
    }
    T or_throw() && {
        throw_failure();
        return static_cast<T &&>(value_);
    }
#endif

private:
    T value_;
};

template <> class [[nodiscard]] result<void> : public detail::outcome {
public:
    constexpr explicit result(std::int32_t status) noexcept : outcome(status) {}
    constexpr explicit result(detail::wrong_length failure) noexcept : outcome(failure) {}

#if defined(__cpp_exceptions)
    void or_throw() const { throw_failure(); }
#endif
};

namespace detail {
// Calls a function that writes a value through its last argument.
template <class T, class Function, class... Arguments> result<T> get(Function *function, Arguments... arguments) noexcept {
    T value{};
    const std::int32_t status = function(arguments..., &value);
    return result<T>(status, value);
}

inline result<void> done(std::int32_t status) noexcept { return result<void>(status); }

template <class First, class... Others> bool differ(const First &first, const Others &...others) noexcept {
    return ((others.size() != first.size()) || ...);
}

// A name with its end for the functions of C. No name of the library is longer.
struct name {
    char chars[64] = {};
    explicit name(std::string_view from) noexcept { from.copy(chars, sizeof chars - 1); }
};

// The functions of C get arrays of classes as arrays of what they consist of.
template <class To, class From> To *as(From *pointer) noexcept {
    static_assert(std::is_standard_layout_v<From> || std::is_enum_v<From>, "another layout");
    return reinterpret_cast<To *>(pointer);
}
} // namespace detail

// Bit 0 is a1, bit 7 is h1, bit 63 is h8.
using board = std::uint64_t;
using boards = view<const board>;

// Squares that are attacked in each `setwise_direction`.
struct rays {
    board of[8];
};

// A number for each role: pawn, knight, bishop, rook, queen, king.
struct piece_values {
    std::int32_t of[6];
};
struct role_counts {
    std::uint32_t of[6];
};

// How many legal moves capture, promote, and give check.
struct move_kinds {
    std::uint32_t captures, promotions, checks;
};

// The squares that the pieces of each color attack.
struct attack_map {
    board white, black;
};
static_assert(sizeof(role_counts) == 24 && sizeof(move_kinds) == 12 && sizeof(attack_map) == 16, "arrays of C");

// A short text as a value.
template <std::size_t Size> class text {
public:
    const char *c_str() const noexcept { return chars_; }
    char *data() noexcept { return chars_; }
    static constexpr std::size_t capacity() noexcept { return Size; }

private:
    char chars_[Size] = {};
};
using fen_text = text<SETWISE_FEN_SIZE>;
using move_text = text<SETWISE_MOVE_SIZE>;

// A move of 16 bits, as in `setwise_move_list`. No move is `move()`.
class move {
public:
    constexpr move() noexcept = default;
    constexpr explicit move(std::uint16_t bits) noexcept : bits_(bits) {}

    constexpr std::uint16_t bits() const noexcept { return bits_; }
    // For castling, the source is the square of the king and the target that of the rook.
    constexpr std::uint32_t source() const noexcept { return bits_ >> 6 & 63u; }
    constexpr std::uint32_t target() const noexcept { return bits_ & 63u; }
    // A `SETWISE_MOVE_KIND_...`.
    constexpr std::uint32_t kind() const noexcept { return static_cast<std::uint32_t>(bits_) >> 12; }
    constexpr bool is_castling() const noexcept { return kind() == SETWISE_MOVE_KIND_CASTLING; }
    constexpr bool is_promotion() const noexcept { return kind() >= SETWISE_MOVE_KIND_BISHOP_PROMOTION && !is_castling(); }
    // The role of the piece that a promotion makes; `SETWISE_ROLE_NONE` for other moves.
    std::uint32_t promoted() const noexcept { return is_promotion() ? setwise_code_role(kind()) : SETWISE_ROLE_NONE; }
    constexpr explicit operator bool() const noexcept { return bits_ != 0; }

    // An empty text if the bits stand for no move, which is `0000` in UCI.
    move_text uci(bool chess960 = false) const noexcept {
        move_text out;
        setwise_move_uci(bits_, chess960, out.data(), out.capacity());
        return out;
    }

    friend constexpr bool operator==(move a, move b) noexcept { return a.bits_ == b.bits_; }
    friend constexpr bool operator!=(move a, move b) noexcept { return a.bits_ != b.bits_; }
    friend constexpr bool operator<(move a, move b) noexcept { return a.bits_ < b.bits_; }

private:
    std::uint16_t bits_ = 0;
};
static_assert(sizeof(move) == sizeof(std::uint16_t) && std::is_trivially_copyable_v<move>, "the moves of C");

// The moves of a position.
class move_list {
public:
    // An empty list. Its room is not initialized.
    move_list() noexcept { raw_.count = 0; }

    std::size_t size() const noexcept { return raw_.count; }
    bool empty() const noexcept { return raw_.count == 0; }
    move *data() noexcept { return detail::as<move>(raw_.moves); }
    const move *data() const noexcept { return detail::as<const move>(raw_.moves); }
    move *begin() noexcept { return data(); }
    const move *begin() const noexcept { return data(); }
    move *end() noexcept { return data() + size(); }
    const move *end() const noexcept { return data() + size(); }
    move &operator[](std::size_t index) noexcept { return data()[index]; }
    const move &operator[](std::size_t index) const noexcept { return data()[index]; }
    setwise_move_list *raw() noexcept { return &raw_; }

private:
    setwise_move_list raw_;
};

// The options of a perft.
struct perft_options {
    // The number of threads; 0: all cores, 1: the calling thread.
    std::uint32_t threads = 0;
    // The size of a hash table in bytes; 0 for none.
    std::size_t hash_bytes = 0;
};

// The role of the code of a piece, as in `setwise_role`.
inline std::uint32_t code_role(std::uint32_t code) noexcept { return setwise_code_role(code); }

// A chess position as a value. Squares are 0 (a1) to 63 (h8). Colors and roles are those of `setwise_color` and `setwise_role`.
// Calls are fastest at addresses that are multiples of 32.
class alignas(32) position {
public:
    // Memory for a position. It has no meaning before a position is assigned.
    position() noexcept = default;
    explicit position(const setwise_position &raw) noexcept : raw_(raw) {}

    static position startpos() noexcept {
        position out;
        setwise_position_startpos(&out.raw_);
        return out;
    }
    static result<position> from_fen(const char *fen) noexcept { return make(setwise_position_from_fen, fen); }
    static result<position> from_fen(std::string_view fen) noexcept {
        return make(setwise_position_from_fen_n, fen.data(), fen.size());
    }
    // Sets the field `size` itself.
    static result<position> from_setup(setwise_setup setup) noexcept {
        setup.size = sizeof setup;
        return make(setwise_position_from_setup, &setup);
    }

    setwise_setup setup() const noexcept {
        setwise_setup out{};
        setwise_position_to_setup(&raw_, &out);
        return out;
    }
    fen_text fen() const noexcept {
        fen_text out;
        setwise_position_to_fen(&raw_, out.data(), out.capacity());
        return out;
    }
    const setwise_position &raw() const noexcept { return raw_; }

    std::uint32_t turn() const noexcept { return setwise_position_turn(&raw_); }
    board occupied() const noexcept { return setwise_position_occupied(&raw_); }
    board by_color(std::uint32_t color) const noexcept { return setwise_position_by_color(&raw_, color); }
    board by_role(std::uint32_t role) const noexcept { return setwise_position_by_role(&raw_, role); }
    board pieces(std::uint32_t color, std::uint32_t role) const noexcept { return by_color(color) & by_role(role); }
    // The code of the piece, as in `setwise_position`; 0 for none.
    std::uint32_t code_on(std::uint32_t square) const noexcept { return setwise_position_code_on(&raw_, square); }
    // The role of the piece; `SETWISE_ROLE_NONE` for none.
    std::uint32_t role_on(std::uint32_t square) const noexcept { return setwise_position_role_on(&raw_, square); }
    // The code of the piece that a legal move captures, en passant included; 0 for none.
    std::uint32_t captured(move legal) const noexcept { return setwise_position_captured(&raw_, legal.bits()); }
    board castling() const noexcept { return setwise_position_castling(&raw_); }
    std::uint32_t en_passant() const noexcept { return setwise_position_en_passant(&raw_); }
    std::uint32_t halfmoves() const noexcept { return setwise_position_halfmoves(&raw_); }
    std::uint32_t fullmove() const noexcept { return setwise_position_fullmove(&raw_); }

    // Without room for all moves, which a game never needs, these fail or return an empty list. `captures` leaves out
    // promotions that do not capture.
    result<void> legal_moves(move_list &out) const noexcept {
        return detail::done(setwise_position_legal_moves(&raw_, out.raw()));
    }
    result<void> captures(move_list &out) const noexcept { return detail::done(setwise_position_captures(&raw_, out.raw())); }
    move_list legal_moves() const noexcept {
        move_list out;
        setwise_position_legal_moves(&raw_, out.raw());
        return out;
    }
    move_list captures() const noexcept {
        move_list out;
        setwise_position_captures(&raw_, out.raw());
        return out;
    }
    std::uint32_t count_legal_moves() const noexcept { return setwise_position_count_legal_moves(&raw_); }
    bool is_legal(move wanted) const noexcept { return setwise_position_is_legal(&raw_, wanted.bits()) != 0; }
    // The move must be legal.
    bool gives_check(move legal) const noexcept { return setwise_position_gives_check(&raw_, legal.bits()) != 0; }

    result<position> play(move wanted) const noexcept { return make(setwise_position_play, &raw_, wanted.bits()); }
    // The move must be legal.
    position play_unchecked(move legal) const noexcept {
        position out;
        setwise_position_play_unchecked(&raw_, legal.bits(), &out.raw_);
        return out;
    }
    // Fails in check. En passant is no longer possible, and the clocks go on.
    result<position> null_move() const noexcept { return make(setwise_position_null_move, &raw_); }
    position mirror() const noexcept {
        position out;
        setwise_position_mirror(&raw_, &out.raw_);
        return out;
    }

    // Clocks do not count in the key, and an en passant square only if a capture there is legal.
    std::uint64_t key() const noexcept { return setwise_position_key(&raw_); }
    std::uint64_t pawn_key() const noexcept { return setwise_position_pawn_key(&raw_); }
    std::uint64_t material_key() const noexcept { return setwise_position_material_key(&raw_); }
    std::uint64_t polyglot_key() const noexcept { return setwise_position_polyglot_key(&raw_); }

    board checkers() const noexcept { return setwise_position_checkers(&raw_); }
    board pinned() const noexcept { return setwise_position_pinned(&raw_); }
    board attackers_to(std::uint32_t square, board blockers) const noexcept {
        return setwise_position_attackers_to(&raw_, square, blockers);
    }
    board attackers_to(std::uint32_t square) const noexcept { return attackers_to(square, occupied()); }
    // Without repetitions, which `history` finds. It counts the legal moves, which is too slow for each node of a search.
    setwise_game_status status() const noexcept { return static_cast<setwise_game_status>(setwise_position_status(&raw_)); }

    // The material that a move wins if both sides capture on its target as long as they gain.
    result<std::int32_t> exchange_value(move wanted, const piece_values &values) const noexcept {
        return detail::get<std::int32_t>(setwise_position_exchange_value, &raw_, wanted.bits(), values.of);
    }
    // The move must be legal.
    bool exchange_reaches(move legal, const piece_values &values, std::int32_t threshold) const noexcept {
        return setwise_position_exchange_reaches(&raw_, legal.bits(), values.of, threshold) != 0;
    }

    // `0000`, capital letters and spaces around the move are refused.
    result<move> parse_uci(const char *uci) const noexcept { return parse(setwise_position_parse_uci, uci); }
    result<move> parse_uci(std::string_view uci) const noexcept {
        return parse(setwise_position_parse_uci_n, uci.data(), uci.size());
    }
    result<move> parse_san(const char *san) const noexcept { return parse(setwise_position_parse_san, san); }
    result<move> parse_san(std::string_view san) const noexcept {
        return parse(setwise_position_parse_san_n, san.data(), san.size());
    }
    result<move_text> san(move legal) const noexcept {
        move_text out;
        const std::int32_t status = setwise_position_san(&raw_, legal.bits(), out.data(), out.capacity());
        return result<move_text>(status, out);
    }

    // Runs on the calling thread.
    result<std::uint64_t> perft(std::uint32_t depth) const noexcept {
        return detail::get<std::uint64_t>(setwise_position_perft, &raw_, depth,
                                          static_cast<const setwise_perft_options *>(nullptr));
    }
    result<std::uint64_t> perft(std::uint32_t depth, const perft_options &options) const noexcept {
        return perft_with(depth, options, nullptr, nullptr);
    }
    // `progress` gets a `const setwise_perft_progress &` and returns whether to go on. One thread at a time calls it, perhaps
    // another one than the caller's. It must not throw.
    template <class Progress>
    result<std::uint64_t> perft(std::uint32_t depth, const perft_options &options, Progress &&progress) const noexcept {
        using function = std::remove_reference_t<Progress>;
        const auto call = [](const setwise_perft_progress *now, void *context) noexcept -> std::int32_t {
            return (**static_cast<function **>(context))(*now) ? 0 : 1;
        };
        // A pointer to the pointer may lose no `const`.
        function *pointer = &progress;
        return perft_with(depth, options, call, &pointer);
    }

private:
    template <class Function, class... Arguments>
    static result<position> make(Function *function, Arguments... arguments) noexcept {
        position out{};
        const std::int32_t status = function(arguments..., &out.raw_);
        return result<position>(status, out);
    }
    template <class Function, class... Text> result<move> parse(Function *function, Text... text) const noexcept {
        const auto bits = detail::get<std::uint16_t>(function, &raw_, text...);
        return result<move>(bits.status(), move(bits.value()));
    }
    result<std::uint64_t> perft_with(std::uint32_t depth, const perft_options &options,
                                     std::int32_t (*progress)(const setwise_perft_progress *, void *),
                                     void *context) const noexcept {
        const setwise_perft_options all = {sizeof all, options.threads, 0, options.hash_bytes, progress, context};
        return detail::get<std::uint64_t>(setwise_position_perft, &raw_, depth, &all);
    }

    setwise_position raw_;
};
static_assert(sizeof(position) == 64 && sizeof(position) == sizeof(setwise_position), "the position of C");
static_assert(std::is_standard_layout_v<position> && std::is_trivially_copyable_v<position>, "the position of C");

// The positions of a game or of a line of a search before the current one, to find repetitions: a value of 8 KB.
class history {
public:
    // Without positions. Its room is not initialized.
    history() noexcept { raw_.count = 0; }

    // Adds a position that a move is played from. Fails if there are `SETWISE_HISTORY_ROOM` of them.
    result<void> push(const position &before) noexcept { return detail::done(setwise_history_push(&raw_, &before.raw())); }
    // Removes the last position. Returns whether there was one.
    bool pop() noexcept { return !empty() && raw_.count-- != 0; }
    // Removes all positions.
    void clear() noexcept { raw_.count = 0; }
    std::size_t size() const noexcept { return raw_.count; }
    bool empty() const noexcept { return raw_.count == 0; }

    // How often the position was on the board before.
    std::uint32_t repetitions(const position &current) const noexcept {
        return setwise_history_repetitions(&raw_, &current.raw());
    }
    // The number of plies since the position was on the board last; 0 if it never was.
    std::uint32_t plies_to_repetition(const position &current) const noexcept {
        return setwise_history_plies_to_repetition(&raw_, &current.raw());
    }
    // Whether the position is there for the third time at least: a draw can be claimed.
    bool is_threefold(const position &current) const noexcept { return repetitions(current) >= 2; }

private:
    setwise_history raw_;
};

// The outputs of `analyze`. Each view is empty, and then not written, or has one entry per position. They are as in
// `setwise_analysis_arrays`.
struct analysis {
    view<board> checkers, pinned, danger, attacked_by_white, attacked_by_black;
    view<role_counts> mobility;
    view<std::uint32_t> legal_moves;
};

namespace detail {
template <class Function, class Positions>
result<void> analyze(Function *function, const Positions *positions, std::size_t n, const analysis &out) noexcept {
    const auto fits = [n](const auto &...views) { return ((views.empty() || views.size() == n) && ...); };
    if (!fits(out.checkers, out.pinned, out.danger, out.attacked_by_white, out.attacked_by_black, out.mobility,
              out.legal_moves)) {
        return result<void>(wrong_length{});
    }
    setwise_analysis_arrays arrays{};
    arrays.size = sizeof arrays;
    arrays.checkers = out.checkers.data();
    arrays.pinned = out.pinned.data();
    arrays.danger = out.danger.data();
    arrays.attacked_by_white = out.attacked_by_white.data();
    arrays.attacked_by_black = out.attacked_by_black.data();
    arrays.mobility = as<std::uint32_t>(out.mobility.data());
    arrays.legal_moves = out.legal_moves.data();
    return done(function(positions, &arrays, n));
}
} // namespace detail

// Checked positions, owned by this object. Its calls for all of them need no checks. The library compares the lengths of views
// with the number of positions.
class positions {
public:
    positions() noexcept = default;
    positions(positions &&other) noexcept : array_(other.array_) { other.array_ = nullptr; }
    positions &operator=(positions &&other) noexcept {
        setwise_positions *const array = other.array_;
        other.array_ = array_;
        array_ = array;
        return *this;
    }
    ~positions() { setwise_positions_free(array_); }

    static result<positions> from(view<const position> all) noexcept {
        return make(setwise_positions_new, detail::as<const setwise_position>(all.data()), all.size());
    }
    // For a `std::string_view` each, make `position`s first.
    static result<positions> from_fens(view<const char *const> fens) noexcept {
        return make(setwise_positions_from_fens, fens.data(), fens.size());
    }
    // Each setup has its `size`, as those of `position::setup` do.
    static result<positions> from_setups(view<const setwise_setup> setups) noexcept {
        return make(setwise_positions_from_setups, setups.data(), setups.size());
    }
    result<positions> copy() const noexcept { return make(setwise_positions_copy, get()); }

    std::size_t size() const noexcept { return array_ ? setwise_positions_len(array_) : 0; }
    bool empty() const noexcept { return size() == 0; }
    // The index must be less than `size()`. `play` changes the position that the reference refers to.
    const position &operator[](std::size_t index) const noexcept {
        return *detail::as<const position>(setwise_positions_at(array_, index));
    }
    // The array of C; null if there is none.
    const setwise_positions *get() const noexcept { return array_; }

    result<void> count_legal_moves(view<std::uint32_t> counts) const noexcept {
        return detail::done(setwise_positions_count_legal_moves(array_, counts.data(), counts.size()));
    }
    result<void> count_captures(view<std::uint32_t> counts) const noexcept {
        return detail::done(setwise_positions_count_captures(array_, counts.data(), counts.size()));
    }
    result<void> count_move_kinds(view<move_kinds> kinds) const noexcept {
        return detail::done(setwise_positions_count_move_kinds(array_, detail::as<std::uint32_t[3]>(kinds.data()), kinds.size()));
    }
    // `offsets` has one more entry than there are positions.
    result<void> legal_moves(view<std::size_t> offsets, view<move> moves) const noexcept {
        if (offsets.empty()) {
            return result<void>(detail::wrong_length{});
        }
        return detail::done(setwise_positions_legal_moves(array_, offsets.data(), detail::as<std::uint16_t>(moves.data()),
                                                          moves.size(), offsets.size() - 1));
    }
    result<void> play(view<const move> moves) noexcept {
        return detail::done(setwise_positions_play(array_, detail::as<const std::uint16_t>(moves.data()), moves.size()));
    }
    result<void> keys(view<std::uint64_t> out) const noexcept {
        return detail::done(setwise_positions_keys(array_, out.data(), out.size()));
    }
    result<void> checkers(view<board> out) const noexcept {
        return detail::done(setwise_positions_checkers(array_, out.data(), out.size()));
    }
    result<void> status(view<setwise_game_status> out) const noexcept {
        return detail::done(setwise_positions_status(array_, detail::as<std::uint32_t>(out.data()), out.size()));
    }
    result<void> attack_maps(view<attack_map> maps) const noexcept {
        return detail::done(setwise_positions_attack_maps(array_, detail::as<board[2]>(maps.data()), maps.size()));
    }
    result<void> analyze(const analysis &out) const noexcept {
        return detail::analyze(setwise_positions_analyze, get(), size(), out);
    }
    result<void> is_legal(view<const move> moves, view<std::uint8_t> legal) const noexcept {
        if (detail::differ(moves, legal)) {
            return result<void>(detail::wrong_length{});
        }
        return detail::done(
            setwise_positions_is_legal(array_, detail::as<const std::uint16_t>(moves.data()), legal.data(), moves.size()));
    }
    result<void> exchange_values(view<const move> moves, const piece_values &values, view<std::int32_t> won) const noexcept {
        if (detail::differ(moves, won)) {
            return result<void>(detail::wrong_length{});
        }
        return detail::done(setwise_positions_exchange_values(array_, detail::as<const std::uint16_t>(moves.data()), values.of,
                                                              won.data(), moves.size()));
    }
    result<void> move_effects(view<const move> moves, view<std::uint8_t> effects) const noexcept {
        if (detail::differ(moves, effects)) {
            return result<void>(detail::wrong_length{});
        }
        return detail::done(
            setwise_positions_move_effects(array_, detail::as<const std::uint16_t>(moves.data()), effects.data(), moves.size()));
    }

private:
    template <class Function, class... Arguments>
    static result<positions> make(Function *function, Arguments... arguments) noexcept {
        positions out;
        const std::int32_t status = function(arguments..., &out.array_);
        return result<positions>(status, static_cast<positions &&>(out));
    }

    setwise_positions *array_ = nullptr;
};

// These three check their positions, whatever made them.
inline result<void> validate_positions(view<const position> all) noexcept {
    return detail::done(setwise_validate_positions(detail::as<const setwise_position>(all.data()), all.size()));
}

inline result<void> count_legal_moves(view<const position> all, view<std::uint32_t> counts) noexcept {
    if (detail::differ(all, counts)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(setwise_count_legal_moves(detail::as<const setwise_position>(all.data()), counts.data(), all.size()));
}

inline result<void> analyze(view<const position> all, const analysis &out) noexcept {
    return detail::analyze(setwise_analyze, detail::as<const setwise_position>(all.data()), all.size(), out);
}

// The boards of many positions: rooks and queens, bishops and queens, all pieces.
struct batch {
    boards orthogonal, diagonal, occupied;
};

namespace detail {
// Calls a function for a batch that writes one board per position.
template <class Function, class... First>
result<void> fill(Function *function, const batch &in, view<board> out, First... first) noexcept {
    if (differ(out, in.orthogonal, in.diagonal, in.occupied)) {
        return result<void>(wrong_length{});
    }
    return done(function(first..., in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), out.data(), out.size()));
}

// Calls a function for a batch that writes eight boards per position.
template <class Function, class... First>
result<void> fill_rays(Function *function, const batch &in, const view<board> (&out)[8], First... first) noexcept {
    bool fits = !differ(out[0], in.orthogonal, in.diagonal, in.occupied);
    board *pointers[8];
    for (std::size_t direction = 0; direction < 8; ++direction) {
        fits &= out[direction].size() == out[0].size();
        pointers[direction] = out[direction].data();
    }
    if (!fits) {
        return result<void>(wrong_length{});
    }
    return done(function(first..., in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), pointers, out[0].size()));
}
} // namespace detail

inline board attacks(board orthogonal, board diagonal, board occupied) noexcept {
    return detail::get<board>(setwise_attacks, orthogonal, diagonal, occupied).value();
}

inline rays ray_attacks(board orthogonal, board diagonal, board occupied) noexcept {
    rays out{};
    setwise_ray_attacks(orthogonal, diagonal, occupied, out.of);
    return out;
}

inline result<board> occluded_fill(board generators, board propagators, setwise_direction direction) noexcept {
    return detail::get<board>(setwise_occluded_fill, generators, propagators, direction);
}

inline result<void> batch_attacks(const batch &in, view<board> out) noexcept {
    return detail::fill(setwise_batch_attacks, in, out);
}

inline result<void> batch_ray_attacks(const batch &in, const view<board> (&out)[8]) noexcept {
    return detail::fill_rays(setwise_batch_ray_attacks, in, out);
}

inline result<void> batch_occluded_fill(boards generators, boards propagators, setwise_direction direction,
                                        view<board> out) noexcept {
    if (detail::differ(out, generators, propagators)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(
        setwise_batch_occluded_fill(generators.data(), propagators.data(), direction, out.data(), out.size()));
}

inline result<void> batch_xray_attacks(const batch &in, boards blockers, view<board> out) noexcept {
    if (detail::differ(out, in.orthogonal, in.diagonal, in.occupied, blockers)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(setwise_batch_xray_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(),
                                                   blockers.data(), out.data(), out.size()));
}

// A piece-wise system, which computes the attacks of one piece at a time. The systems differ in speed only.
class piecewise {
public:
    // The default system.
    piecewise() noexcept : system_(setwise_piecewise_best()) {}
    // The system of a number, less than `count()`.
    explicit piecewise(std::uint32_t system) noexcept : system_(system) {}

    static result<piecewise> named(const char *name) noexcept {
        const auto system = detail::get<std::uint32_t>(setwise_piecewise_named, name);
        return result<piecewise>(system.status(), piecewise(system.value()));
    }
    static result<piecewise> named(std::string_view name) noexcept { return named(detail::name(name).chars); }
    static std::uint32_t count() noexcept { return setwise_piecewise_count(); }
    result<const char *> name() const noexcept { return detail::get<const char *>(setwise_piecewise_name, system_); }

    result<board> piece_attacks(setwise_piece_kind kind, std::uint32_t square, board occupied) const noexcept {
        return detail::get<board>(setwise_piece_attacks, system_, kind, square, occupied);
    }
    result<void> batch_piece_attacks(setwise_piece_kind kind, view<const std::uint8_t> squares, boards occupied,
                                     view<board> out) const noexcept {
        if (detail::differ(out, squares, occupied)) {
            return result<void>(detail::wrong_length{});
        }
        return detail::done(
            setwise_batch_piece_attacks(system_, kind, squares.data(), occupied.data(), out.data(), out.size()));
    }
    result<board> attacks(board orthogonal, board diagonal, board occupied) const noexcept {
        return detail::get<board>(setwise_piecewise_attacks, system_, orthogonal, diagonal, occupied);
    }
    result<rays> ray_attacks(board orthogonal, board diagonal, board occupied) const noexcept {
        rays out{};
        const std::int32_t status = setwise_piecewise_ray_attacks(system_, orthogonal, diagonal, occupied, out.of);
        return result<rays>(status, out);
    }
    result<void> batch_attacks(const batch &in, view<board> out) const noexcept {
        return detail::fill(setwise_piecewise_batch_attacks, in, out, system_);
    }
    result<void> batch_ray_attacks(const batch &in, const view<board> (&out)[8]) const noexcept {
        return detail::fill_rays(setwise_piecewise_batch_ray_attacks, in, out, system_);
    }

private:
    std::uint32_t system_;
};

// The attacks of a piece by the default system.
inline result<board> piece_attacks(setwise_piece_kind kind, std::uint32_t square, board occupied) noexcept {
    return piecewise().piece_attacks(kind, square, occupied);
}

// The attacks of many pieces by the default system.
inline result<void> batch_piece_attacks(setwise_piece_kind kind, view<const std::uint8_t> squares, boards occupied,
                                        view<board> out) noexcept {
    return piecewise().batch_piece_attacks(kind, squares, occupied, out);
}

inline const char *version() noexcept { return setwise_version(); }

// The kernels of this build, by index.
inline std::size_t kernel_count() noexcept { return setwise_kernel_count(); }
inline result<const char *> kernel_name(std::size_t index) noexcept {
    return detail::get<const char *>(setwise_kernel_name, index);
}
inline result<bool> kernel_is_supported(const char *name) noexcept {
    const auto supported = detail::get<std::uint32_t>(setwise_kernel_is_supported, name);
    return result<bool>(supported.status(), supported.value() != 0);
}

inline result<bool> kernel_is_supported(std::string_view name) noexcept { return kernel_is_supported(detail::name(name).chars); }

// Call it before all other functions.
inline result<void> select_kernel(const char *name) noexcept { return detail::done(setwise_select_kernel(name)); }
inline result<void> select_kernel(std::string_view name) noexcept { return select_kernel(detail::name(name).chars); }

// Call it before all other functions. Without the environment variable the name is null.
inline result<const char *> select_kernel_from_env() noexcept {
    return detail::get<const char *>(setwise_select_kernel_from_env);
}

inline std::size_t entry_point_count() noexcept { return setwise_entry_point_count(); }
inline result<const char *> entry_point_name(std::size_t index) noexcept {
    return detail::get<const char *>(setwise_entry_point_name, index);
}
inline result<const char *> selected_kernel(const char *entry_point, std::size_t n) noexcept {
    return detail::get<const char *>(setwise_selected_kernel, entry_point, n);
}
inline result<const char *> selected_kernel(std::string_view entry_point, std::size_t n) noexcept {
    return selected_kernel(detail::name(entry_point).chars, n);
}

inline const char *nnue_level() noexcept { return setwise_nnue_level(); }
inline result<setwise_nnue_set> nnue_set_named(const char *name) noexcept {
    const auto set = detail::get<std::uint32_t>(setwise_nnue_set_named, name);
    return result<setwise_nnue_set>(set.status(), static_cast<setwise_nnue_set>(set.value()));
}
inline result<setwise_nnue_set> nnue_set_named(std::string_view name) noexcept {
    return nnue_set_named(detail::name(name).chars);
}
inline result<std::uint32_t> nnue_size(setwise_nnue_set set) noexcept {
    return detail::get<std::uint32_t>(setwise_nnue_size, set);
}
inline result<std::size_t> nnue_max_active(setwise_nnue_set set) noexcept {
    return detail::get<std::size_t>(setwise_nnue_max_active, set);
}

// The boards of a position, for the NNUE functions.
inline setwise_eight_boards eight_boards(const position &from) noexcept {
    setwise_eight_boards out{};
    for (std::uint32_t color = 0; color < 2; ++color) {
        out.colors[color] = from.by_color(color);
    }
    for (std::uint32_t role = 0; role < 6; ++role) {
        out.roles[role] = from.by_role(role);
    }
    out.turn = from.turn();
    return out;
}

// The positions of the NNUE functions: a view of an array, and the order of the perspectives.
class nnue_positions {
public:
    explicit nnue_positions(view<const setwise_eight_boards> all,
                            setwise_perspectives perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK) noexcept
        : raw_{sizeof raw_, all.size(), all.data(), nullptr, nullptr, perspectives, 0} {}
    explicit nnue_positions(view<const setwise_twelve_boards> all,
                            setwise_perspectives perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK) noexcept
        : raw_{sizeof raw_, all.size(), nullptr, all.data(), nullptr, perspectives, 0} {}
    explicit nnue_positions(const positions &all,
                            setwise_perspectives perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK) noexcept
        : raw_{sizeof raw_, all.size(), nullptr, nullptr, all.get(), perspectives, 0} {}

    std::size_t size() const noexcept { return raw_.count; }
    const setwise_nnue_positions *get() const noexcept { return &raw_; }

private:
    setwise_nnue_positions raw_;
};

inline result<void> nnue_count(setwise_nnue_set set, const nnue_positions &all, view<std::uint32_t> counts) noexcept {
    if (detail::differ(counts, all)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(setwise_nnue_count(set, all.get(), counts.data()));
}

// Both views have `stride` numbers for each position.
inline result<void> nnue_pad(setwise_nnue_set set, const nnue_positions &all, view<std::int32_t> first, view<std::int32_t> second,
                             std::size_t stride) noexcept {
    const bool whole = stride == 0 ? first.empty() : first.size() / stride == all.size() && first.size() % stride == 0;
    if (!whole || detail::differ(first, second)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(setwise_nnue_pad(set, all.get(), first.data(), second.data(), stride));
}

// Rows without gaps: the features of position i are the entries offsets[i] to offsets[i + 1]. `offsets` has one more entry than
// there are positions. The sum of the counts of `nnue_count` is room enough in `first` and `second`.
inline result<void> nnue_csr(setwise_nnue_set set, const nnue_positions &all, view<std::size_t> offsets,
                             view<std::uint32_t> first, view<std::uint32_t> second) noexcept {
    if (offsets.empty() || offsets.size() - 1 != all.size() || detail::differ(first, second)) {
        return result<void>(detail::wrong_length{});
    }
    return detail::done(setwise_nnue_csr(set, all.get(), offsets.data(), first.data(), second.data(), first.size()));
}

} // namespace setwise

#endif // SETWISE_HPP
