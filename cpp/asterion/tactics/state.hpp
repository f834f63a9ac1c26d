// A position of the tactics game: board, team to play, turn, resources, selected unit.
//
// A value: compared, hashed and stored as words, always the same ones for the same position. Room
// for the largest board is inside, but a copy takes only the used part: 96 bytes up to 64 tiles.
// Keep many of them in a StateTable: `words()` go in, `State(words)` comes out (88 bytes for 7 x
// 7). Up to 64 tiles two words of bits mark all occupied tiles and all walls; larger boards are
// scanned instead, eight tiles at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "asterion/search/state_table.hpp"

namespace asterion::tactics {

using Tile = std::uint16_t;  // row x width + column
inline constexpr Tile kNoTile = 0xFFFF;
inline constexpr int kLongestSide = 32;
inline constexpr int kMostTeams = 8;
inline constexpr int kSmall = 64;  // tiles of a board that has its bits in one word

enum class Kind : std::uint8_t { melee, blaster, sniper, laser };
inline constexpr int kKinds = 4;

struct Traits {
  const char* name;
  int mp;  // per step
  int ap;  // per attack
  int range;
};
inline constexpr std::array<Traits, kKinds> kTraits = {
    {{"Melee", 1, 1, 1}, {"Blaster", 2, 1, 3}, {"Sniper", 2, 2, 10}, {"Laser", 3, 3, 25}}};

// The wall or unit on a tile.
using Thing = std::uint8_t;
inline constexpr Thing kNothing = 0;
inline constexpr Thing kWall = 1;
constexpr Thing unit(Kind kind, int team) {
  return static_cast<Thing>(4 + 4 * team + static_cast<int>(kind));
}
inline constexpr Thing kLastThing = unit(Kind::laser, kMostTeams - 1);
constexpr bool is_unit(Thing thing) { return thing >= 4; }
constexpr Kind kind_of(Thing unit) { return static_cast<Kind>(unit & 3); }
constexpr int team_of(Thing unit) { return (unit >> 2) - 1; }
constexpr const Traits& traits_of(Thing unit) { return kTraits[unit & 3]; }

class State {
 public:
  // An empty board; team 0 is to play, nothing is selected, resources are full.
  State(int width, int height, int mp, int ap) {
    std::fill_n(words_, std::max(kSmallWords, kHead + (width * height + 7) / 8), Word{0});
    byte(kWidth) = static_cast<std::uint8_t>(width);
    byte(kHeight) = static_cast<std::uint8_t>(height);
    set_most(mp, ap);
    set_left(mp, ap);
    select(kNoTile);
  }
  explicit State(const Word* words) {
    words_[0] = words[0];
    if (tiles() <= kSmall) std::fill(words_ + kHead, words_ + kSmallWords, Word{0});
    std::memcpy(words_, words, size() * sizeof(Word));
  }
  State(const State& other) { copy(other); }
  State& operator=(const State& other) {
    if (this != &other) copy(other);
    return *this;
  }

  int width() const { return byte(kWidth); }
  int height() const { return byte(kHeight); }
  int tiles() const { return width() * height(); }
  int team() const { return byte(kTeam); }
  int mp() const { return byte(kMp); }
  int ap() const { return byte(kAp); }
  int most_mp() const { return byte(kMostMp); }  // at the beginning of a turn
  int most_ap() const { return byte(kMostAp); }
  std::uint32_t turn() const { return static_cast<std::uint32_t>(words_[1]); }
  Tile selected() const { return static_cast<Tile>(words_[1] >> 32); }
  unsigned teams() const { return byte(kTeams); }  // that take part, a bit each
  unsigned alive() const { return byte(kAlive); }  // that have a unit, a bit each
  Thing at(Tile tile) const { return reinterpret_cast<const std::uint8_t*>(words_ + kHead)[tile]; }

  bool small() const { return tiles() <= kSmall; }
  Word occupied() const { return words_[2]; }            // of a small board
  Word walls() const { return words_[3]; }               // of a small board
  Word units() const { return words_[2] & ~words_[3]; }  // of a small board

  void set_team(int team) { byte(kTeam) = static_cast<std::uint8_t>(team); }
  void set_turn(std::uint32_t turn) { words_[1] = (words_[1] & ~Word{0xFFFFFFFF}) | turn; }
  void select(Tile tile) { words_[1] = (words_[1] & ~(Word{0xFFFF} << 32)) | Word{tile} << 32; }
  void set_left(int mp, int ap) {
    byte(kMp) = static_cast<std::uint8_t>(mp);
    byte(kAp) = static_cast<std::uint8_t>(ap);
  }
  void set_most(int mp, int ap) {
    byte(kMostMp) = static_cast<std::uint8_t>(mp);
    byte(kMostAp) = static_cast<std::uint8_t>(ap);
  }
  void set_teams(unsigned teams) { byte(kTeams) = static_cast<std::uint8_t>(teams); }

  // Puts a thing on a tile, replacing another. A team that gets a unit takes part from now on.
  void put(Tile tile, Thing thing) {
    const Thing before = at(tile);
    write(tile, thing);
    if (is_unit(before)) count_again(team_of(before));
    if (is_unit(thing)) {
      const unsigned bit = 1u << team_of(thing);
      byte(kAlive) = static_cast<std::uint8_t>(alive() | bit);
      set_teams(teams() | bit);
    }
  }
  // Moves a thing to an empty tile. Faster than calling put() twice.
  void carry(Tile from, Tile to) {
    const Thing thing = at(from);
    write(from, kNothing);
    write(to, thing);
  }

  // Calls `visit(tile)` for each unit of a team, tiles in ascending order; of all teams if -1.
  template <class Visit>
  void for_each_unit(int team, Visit&& visit) const {
    const auto wanted = [&](Thing thing) { return team < 0 || team_of(thing) == team; };
    if (small()) {
      for (Word left = units(); left != 0; left &= left - 1) {
        const Tile tile = static_cast<Tile>(std::countr_zero(left));
        if (wanted(at(tile))) visit(tile);
      }
    } else {
      for (int first = 0; first < tiles(); first += 8)
        for (Word left = words_[kHead + first / 8] & kUnits; left != 0;) {
          const int byte = std::countr_zero(left) / 8;
          left &= ~(Word{0xFF} << 8 * byte);
          const Tile tile = static_cast<Tile>(first + byte);
          if (wanted(at(tile))) visit(tile);
        }
    }
  }
  int count(int team) const {
    int units = 0;
    for_each_unit(team, [&](Tile) { ++units; });
    return units;
  }

  const Word* words() const { return words_; }
  std::size_t size() const { return words_for(tiles()); }  // in words
  static std::size_t words_for(int tiles) {
    return static_cast<std::size_t>(kHead + (tiles + 7) / 8);
  }

  friend bool operator==(const State& a, const State& b) {
    return a.words_[0] == b.words_[0] && std::equal(a.words_, a.words_ + a.size(), b.words_);
  }
  Word hash() const {
    Word hash = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      hash = (hash ^ words_[i]) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return hash;
  }

 private:
  static constexpr int kHead = 4;  // words before the tiles
  static constexpr int kSmallWords = kHead + kSmall / 8;
  static constexpr Word kUnits = 0xFCFCFCFCFCFCFCFC;  // bits that only units have, of eight tiles
  static constexpr int kWords = kHead + kLongestSide * kLongestSide / 8;
  // Bytes of the first two words; turn and selected tile are the lower six of the second one.
  enum Byte { kWidth, kHeight, kTeam, kTeams, kMp, kAp, kMostMp, kMostAp, kAlive = 14 };

  std::uint8_t& byte(Byte which) { return reinterpret_cast<std::uint8_t*>(words_)[which]; }
  std::uint8_t byte(Byte which) const {
    return reinterpret_cast<const std::uint8_t*>(words_)[which];
  }

  void copy(const State& other) {
    if (other.small())  // a fixed size needs no call
      std::memcpy(words_, other.words_, kSmallWords * sizeof(Word));
    else
      std::memcpy(words_, other.words_, other.size() * sizeof(Word));
  }

  void write(Tile tile, Thing thing) {
    reinterpret_cast<std::uint8_t*>(words_ + kHead)[tile] = thing;
    if (!small()) return;
    const Word bit = Word{1} << tile;
    words_[2] = thing == kNothing ? words_[2] & ~bit : words_[2] | bit;
    words_[3] = thing == kWall ? words_[3] | bit : words_[3] & ~bit;
  }

  void count_again(int team) {
    const unsigned others = alive() & ~(1u << team);
    byte(kAlive) = static_cast<std::uint8_t>(count(team) > 0 ? others | 1u << team : others);
  }

  Word words_[kWords];  // NOLINT: unused words are never written
};

}  // namespace asterion::tactics
