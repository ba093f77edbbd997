interface Sized {
  readonly size: number;
}

/** Entries of several kinds in one memory. Evicts the least recently used ones above a number of bytes. */
export class LruBytes<Kinds extends { [kind: string]: Sized }> {
  /** In the order of their last use. */
  private readonly entries = new Map<string, Sized>();
  private used = 0;

  constructor(private readonly bytes: number) {}

  get size(): number {
    return this.used;
  }

  get<Kind extends keyof Kinds & string>(kind: Kind, key: string): Kinds[Kind] | undefined {
    const name = kind + key;
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    this.entries.delete(name);
    this.entries.set(name, entry);
    return entry as Kinds[Kind];
  }

  set<Kind extends keyof Kinds & string>(kind: Kind, key: string, entry: Kinds[Kind]): void {
    const name = kind + key;
    this.remove(name);
    const size = sizeOf(name, entry);
    // A very large entry would evict too many others.
    if (size > this.bytes / 4) return;
    for (const oldest of this.entries.keys()) {
      if (this.used + size <= this.bytes) break;
      this.remove(oldest);
    }
    this.entries.set(name, entry);
    this.used += size;
  }

  delete(kind: keyof Kinds & string, key: string): void {
    this.remove(kind + key);
  }

  private remove(name: string): void {
    const entry = this.entries.get(name);
    if (!entry) return;
    this.entries.delete(name);
    this.used -= sizeOf(name, entry);
  }
}

// Memory in addition to the content: objects and map entries.
const OVERHEAD = 500;

const sizeOf = (name: string, { size }: Sized) => size + 2 * name.length + OVERHEAD;
