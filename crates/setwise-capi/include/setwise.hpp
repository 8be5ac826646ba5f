// The C interface of setwise for C++20: spans instead of pointers and sizes, exceptions instead of status codes.
// setwise.h documents the functions; each function here has the name of one there without `setwise_`. The class `piecewise` has
// those of the piece-wise systems.

#ifndef SETWISE_HPP
#define SETWISE_HPP

#include "setwise.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace setwise {

// A call has failed. Nothing has been written.
class error : public std::runtime_error {
public:
    error(int32_t status, const std::string &message) : std::runtime_error(message), status_(status) {}
    int32_t status() const noexcept { return status_; }

private:
    int32_t status_;
};

namespace detail {
inline void check(int32_t status) {
    if (status != SETWISE_STATUS_OK) {
        throw error(status, std::string(setwise_strerror(status)) + ": " + setwise_last_error());
    }
}

// The spans of a call have one length, that of the first.
template <class First, class... Others> std::size_t length(const First &first, const Others &...others) {
    if (((others.size() != first.size()) || ...)) {
        throw std::invalid_argument("setwise: the spans differ in length");
    }
    return first.size();
}

inline std::array<std::uint64_t *, 8> pointers(const std::array<std::span<std::uint64_t>, 8> &spans) {
    std::array<std::uint64_t *, 8> out;
    for (std::size_t d = 0; d < 8; ++d) {
        length(spans[0], spans[d]);
        out[d] = spans[d].data();
    }
    return out;
}
} // namespace detail

using board = std::uint64_t;
using boards = std::span<const board>;
using rays = std::array<board, 8>;

// The boards of many positions: rooks and queens, bishops and queens, all pieces.
struct batch {
    boards orthogonal, diagonal, occupied;
};

inline board attacks(board orthogonal, board diagonal, board occupied) {
    board out;
    detail::check(setwise_attacks(orthogonal, diagonal, occupied, &out));
    return out;
}

inline rays ray_attacks(board orthogonal, board diagonal, board occupied) {
    rays out;
    detail::check(setwise_ray_attacks(orthogonal, diagonal, occupied, out.data()));
    return out;
}

inline board occluded_fill(board generators, board propagators, setwise_direction direction) {
    board out;
    detail::check(setwise_occluded_fill(generators, propagators, direction, &out));
    return out;
}

inline void batch_attacks(const batch &in, std::span<board> out) {
    const auto n = detail::length(out, in.orthogonal, in.diagonal, in.occupied);
    detail::check(setwise_batch_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), out.data(), n));
}

inline void batch_ray_attacks(const batch &in, const std::array<std::span<board>, 8> &out) {
    const auto pointers = detail::pointers(out);
    const auto n = detail::length(out[0], in.orthogonal, in.diagonal, in.occupied);
    detail::check(setwise_batch_ray_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), pointers.data(), n));
}

inline void batch_occluded_fill(boards generators, boards propagators, setwise_direction direction, std::span<board> out) {
    const auto n = detail::length(out, generators, propagators);
    detail::check(setwise_batch_occluded_fill(generators.data(), propagators.data(), direction, out.data(), n));
}

inline void batch_xray_attacks(const batch &in, boards blockers, std::span<board> out) {
    const auto n = detail::length(out, in.orthogonal, in.diagonal, in.occupied, blockers);
    detail::check(setwise_batch_xray_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), blockers.data(),
                                             out.data(), n));
}

// A piece-wise system, which computes the attacks of one piece at a time. The systems differ in speed only.
class piecewise {
public:
    // The default system.
    piecewise() : system_(setwise_piecewise_best()) {}

    explicit piecewise(const std::string &name) { detail::check(setwise_piecewise_named(name.c_str(), &system_)); }

    static std::vector<std::string> names() {
        std::vector<std::string> all;
        for (std::uint32_t system = 0; system < setwise_piecewise_count(); ++system) {
            all.push_back(name_of(system));
        }
        return all;
    }

    std::string name() const { return name_of(system_); }

    board piece_attacks(setwise_piece_kind kind, std::uint32_t square, board occupied) const {
        board out;
        detail::check(setwise_piece_attacks(system_, kind, square, occupied, &out));
        return out;
    }

    void batch_piece_attacks(setwise_piece_kind kind, std::span<const std::uint8_t> squares, boards occupied,
                             std::span<board> out) const {
        const auto n = detail::length(out, squares, occupied);
        detail::check(setwise_batch_piece_attacks(system_, kind, squares.data(), occupied.data(), out.data(), n));
    }

    board attacks(board orthogonal, board diagonal, board occupied) const {
        board out;
        detail::check(setwise_piecewise_attacks(system_, orthogonal, diagonal, occupied, &out));
        return out;
    }

    rays ray_attacks(board orthogonal, board diagonal, board occupied) const {
        rays out;
        detail::check(setwise_piecewise_ray_attacks(system_, orthogonal, diagonal, occupied, out.data()));
        return out;
    }

    void batch_attacks(const batch &in, std::span<board> out) const {
        const auto n = detail::length(out, in.orthogonal, in.diagonal, in.occupied);
        detail::check(setwise_piecewise_batch_attacks(system_, in.orthogonal.data(), in.diagonal.data(), in.occupied.data(),
                                                      out.data(), n));
    }

    void batch_ray_attacks(const batch &in, const std::array<std::span<board>, 8> &out) const {
        const auto pointers = detail::pointers(out);
        const auto n = detail::length(out[0], in.orthogonal, in.diagonal, in.occupied);
        detail::check(setwise_piecewise_batch_ray_attacks(system_, in.orthogonal.data(), in.diagonal.data(), in.occupied.data(),
                                                          pointers.data(), n));
    }

private:
    static std::string name_of(std::uint32_t system) {
        const char *name;
        detail::check(setwise_piecewise_name(system, &name));
        return name;
    }

    std::uint32_t system_;
};

// The attacks of a piece by the default system.
inline board piece_attacks(setwise_piece_kind kind, std::uint32_t square, board occupied) {
    return piecewise().piece_attacks(kind, square, occupied);
}

// The attacks of many pieces by the default system.
inline void batch_piece_attacks(setwise_piece_kind kind, std::span<const std::uint8_t> squares, boards occupied,
                                std::span<board> out) {
    piecewise().batch_piece_attacks(kind, squares, occupied, out);
}

// The names of all kernels of this build.
inline std::vector<std::string> kernel_names() {
    std::vector<std::string> all;
    for (std::size_t index = 0; index < setwise_kernel_count(); ++index) {
        const char *name;
        detail::check(setwise_kernel_name(index, &name));
        all.emplace_back(name);
    }
    return all;
}

inline bool kernel_is_supported(const std::string &name) {
    std::uint32_t supported;
    detail::check(setwise_kernel_is_supported(name.c_str(), &supported));
    return supported != 0;
}

// Call it before all other functions.
inline void select_kernel(const std::string &name) { detail::check(setwise_select_kernel(name.c_str())); }

// Call it before all other functions. Without the environment variable it returns nothing.
inline std::optional<std::string> select_kernel_from_env() {
    const char *name;
    detail::check(setwise_select_kernel_from_env(&name));
    return name ? std::optional<std::string>(name) : std::nullopt;
}

inline std::string selected_kernel(const std::string &entry_point, std::size_t n) {
    const char *name;
    detail::check(setwise_selected_kernel(entry_point.c_str(), n, &name));
    return name;
}

inline setwise_position position_from_fen(const std::string &fen) {
    setwise_position position{};
    position.size = sizeof position;
    detail::check(setwise_position_from_fen(fen.c_str(), &position));
    return position;
}

inline std::string position_to_fen(const setwise_position &position) {
    char fen[96];
    detail::check(setwise_position_to_fen(&position, fen, sizeof fen));
    return fen;
}

inline void validate_positions(std::span<const setwise_position> positions) {
    detail::check(setwise_validate_positions(positions.data(), positions.size()));
}

inline void count_legal_moves(std::span<const setwise_position> positions, std::span<std::uint32_t> counts) {
    detail::check(setwise_count_legal_moves(positions.data(), counts.data(), detail::length(positions, counts)));
}

// Each pointer of `out` is null or points to as many numbers as setwise.h says. The function sets the field `size`.
inline void analyze(std::span<const setwise_position> positions, setwise_analysis_arrays out) {
    out.size = sizeof out;
    detail::check(setwise_analyze(positions.data(), &out, positions.size()));
}

inline setwise_nnue_set nnue_set_named(const std::string &name) {
    std::uint32_t set;
    detail::check(setwise_nnue_set_named(name.c_str(), &set));
    return static_cast<setwise_nnue_set>(set);
}

inline std::uint32_t nnue_size(setwise_nnue_set set) {
    std::uint32_t size;
    detail::check(setwise_nnue_size(set, &size));
    return size;
}

inline std::size_t nnue_max_active(setwise_nnue_set set) {
    std::size_t max_active;
    detail::check(setwise_nnue_max_active(set, &max_active));
    return max_active;
}

// The boards of a position, for the NNUE functions.
inline setwise_eight_boards eight_boards(const setwise_position &position) {
    setwise_eight_boards out{};
    std::copy(std::begin(position.colors), std::end(position.colors), out.colors);
    std::copy(std::begin(position.roles), std::end(position.roles), out.roles);
    out.turn = position.turn;
    return out;
}

// The positions of the NNUE functions: a view of an array, and the order of the perspectives.
class nnue_positions {
public:
    explicit nnue_positions(std::span<const setwise_eight_boards> positions,
                            setwise_perspectives perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK)
        : positions_{sizeof(setwise_positions), positions.size(), positions.data(), nullptr, perspectives, 0} {}

    explicit nnue_positions(std::span<const setwise_twelve_boards> positions,
                            setwise_perspectives perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK)
        : positions_{sizeof(setwise_positions), positions.size(), nullptr, positions.data(), perspectives, 0} {}

    std::size_t size() const noexcept { return positions_.count; }
    const setwise_positions *get() const noexcept { return &positions_; }

private:
    setwise_positions positions_;
};

inline void nnue_count(setwise_nnue_set set, const nnue_positions &positions, std::span<std::uint32_t> counts) {
    detail::length(counts, positions);
    detail::check(setwise_nnue_count(set, positions.get(), counts.data()));
}

// Both spans have `stride` numbers for each position.
inline void nnue_pad(setwise_nnue_set set, const nnue_positions &positions, std::span<std::int32_t> first,
                     std::span<std::int32_t> second, std::size_t stride) {
    if (detail::length(first, second) != positions.size() * stride) {
        throw std::invalid_argument("setwise: the length of the rows is not the number of positions times the stride");
    }
    detail::check(setwise_nnue_pad(set, positions.get(), first.data(), second.data(), stride));
}

// Rows without gaps: the features of position i are the entries offsets[i] to offsets[i + 1].
struct nnue_rows {
    std::vector<std::size_t> offsets;
    std::vector<std::uint32_t> first, second;
};

inline nnue_rows nnue_csr(setwise_nnue_set set, const nnue_positions &positions) {
    std::vector<std::uint32_t> counts(positions.size());
    nnue_count(set, positions, counts);
    const auto features = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    nnue_rows rows{std::vector<std::size_t>(positions.size() + 1), std::vector<std::uint32_t>(features),
                   std::vector<std::uint32_t>(features)};
    detail::check(setwise_nnue_csr(set, positions.get(), rows.offsets.data(), rows.first.data(), rows.second.data(), features));
    return rows;
}

} // namespace setwise

#endif // SETWISE_HPP
