/** Random numbers that can be repeated: the same seed gives the same. */
export class RandomSource {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  whole = (least: number, most: number): number => least + Math.floor(this.next() * (most - least + 1));

  isLucky = (share: number): boolean => this.next() < share;

  pick = <T>(all: readonly T[]): T => all[this.whole(0, all.length - 1)]!;

  /** Each name as often as its number says. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return entries.at(-1)![0];
  }

  /** A random source for another part of the work. */
  child = (): RandomSource => new RandomSource(Math.floor(this.next() * 2 ** 32));
}
