/** Bits: enough for a million names with few that only seem to be the same. */
const SIZE = 2 ** 25;

/**
 * Finds names that come more than once in a file, in little memory however long the file is. Some names that come only
 * once may seem to come again; whoever keeps something in mind for them does no harm.
 */
export class Sightings {
  private readonly seen = new Uint8Array(SIZE / 8);
  private readonly repeated = new Set<string>();

  note(kind: string, name: string): void {
    if (name === "") return;
    const place = hashOf(`${kind}:${name}`) % SIZE;
    const bit = 1 << (place % 8);
    const index = place >>> 3;
    if (this.seen[index]! & bit) this.repeated.add(`${kind}:${name}`);
    else this.seen[index]! |= bit;
  }

  isRepeated(kind: string, name: string): boolean {
    return this.repeated.has(`${kind}:${name}`);
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
