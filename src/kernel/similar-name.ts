/** The number of letters to insert, remove or replace to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

const MOST_TYPOS = 2;

/** The command, setting or permission that was probably meant. */
export function similarName(typed: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, typos: distance(typed, name) }))
    .sort((a, b) => a.typos - b.typos);
  return nearest && nearest.typos <= MOST_TYPOS ? nearest.name : undefined;
}
