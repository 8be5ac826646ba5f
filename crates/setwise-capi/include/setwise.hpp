// The C interface of setwise for C++20: spans instead of pointers and sizes, exceptions instead of status codes.
// setwise.h documents the functions; each function here has the name of one there without `setwise_`.

#ifndef SETWISE_HPP
#define SETWISE_HPP

#include "setwise.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

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

inline board occluded_fill(setwise_direction direction, board generators, board propagators) {
    board out;
    detail::check(setwise_occluded_fill(direction, generators, propagators, &out));
    return out;
}

inline void batch_attacks(const batch &in, std::span<board> out) {
    const auto n = detail::length(out, in.orthogonal, in.diagonal, in.occupied);
    detail::check(setwise_batch_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), out.data(), n));
}

inline void batch_ray_attacks(const batch &in, const std::array<std::span<board>, 8> &out) {
    std::array<board *, 8> pointers;
    for (std::size_t d = 0; d < 8; ++d) {
        detail::length(in.orthogonal, out[d]);
        pointers[d] = out[d].data();
    }
    const auto n = detail::length(in.orthogonal, in.diagonal, in.occupied);
    detail::check(setwise_batch_ray_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), pointers.data(), n));
}

inline void batch_occluded_fill(setwise_direction direction, boards generators, boards propagators, std::span<board> out) {
    const auto n = detail::length(out, generators, propagators);
    detail::check(setwise_batch_occluded_fill(direction, generators.data(), propagators.data(), out.data(), n));
}

inline void batch_xray_attacks(const batch &in, boards blockers, std::span<board> out) {
    const auto n = detail::length(out, in.orthogonal, in.diagonal, in.occupied, blockers);
    detail::check(setwise_batch_xray_attacks(in.orthogonal.data(), in.diagonal.data(), in.occupied.data(), blockers.data(),
                                             out.data(), n));
}

// The attacks of a piece by the default system.
inline board piece_attacks(setwise_piece_kind kind, std::uint32_t square, board occupied) {
    board out;
    detail::check(setwise_piece_attacks(setwise_piecewise_best(), kind, square, occupied, &out));
    return out;
}

inline std::string selected_kernel(const char *entry_point, std::size_t n) {
    const char *name;
    detail::check(setwise_selected_kernel(entry_point, n, &name));
    return name;
}

inline setwise_position position_from_fen(const std::string &fen) {
    setwise_position position{};
    position.size = sizeof position;
    detail::check(setwise_position_from_fen(fen.c_str(), &position));
    return position;
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

} // namespace setwise

#endif // SETWISE_HPP
