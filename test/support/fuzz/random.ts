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

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const drawn = list.map((value) => ({ value, draw: random() }));
  return drawn.sort((a, b) => a.draw - b.draw).map(({ value }) => value);
}
