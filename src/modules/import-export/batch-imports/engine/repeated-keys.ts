/** In bits: enough for a million names with few false positives. */
const SIZE = 2 ** 25;

/**
 * Finds names that appear more than once in a file, with constant memory. False positives are possible and harmless: the
 * importer then tracks more than necessary.
 */
export class RepeatedKeys {
  private readonly seen = new Uint8Array(SIZE / 8);
  private readonly repeated = new Set<string>();

  record(kind: string, name: string): void {
    if (name === "") return;
    const position = hashOf(`${kind}:${name}`) % SIZE;
    const bit = 1 << (position % 8);
    const index = position >>> 3;
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
