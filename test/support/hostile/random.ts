export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many of them, in the order they had; all when there are not more. */
export function someOf<T>(list: readonly T[], count: number, random: Random): T[] {
  const drawn = list.map((value, index) => ({ value, index, draw: random() }));
  const chosen = drawn.sort((a, b) => a.draw - b.draw).slice(0, count);
  return chosen.sort((a, b) => a.index - b.index).map(({ value }) => value);
}
