/** What has stock, by id: which versions of it there are. Null where there is nothing to count. */
export type Stock = ReadonlyMap<string, string | null>;

/** An answer as it was sent, and what has to be the same for it to be sent again. */
export interface RememberedAnswer {
  readonly body: Buffer;
  readonly version: string;
  readonly stock: Stock;
  /** In between, on the clock of this process, prices are the same. */
  readonly from: number;
  readonly until: number;
  /** When it was last found to be right. */
  snapshot: string | null;
}

// Beside bodies and keys: objects, places in maps, texts of ids and stocks.
const OVERHEAD = 1_000;
const OVERHEAD_OF_STOCK = 300;

const sizeOf = (key: string, { body, stock }: RememberedAnswer) =>
  body.length + 2 * key.length + OVERHEAD + stock.size * OVERHEAD_OF_STOCK;

/** As many answers as there is room for. Those that nobody has asked for the longest make room. */
export class AnswerMemory {
  /** In the order of their last use. */
  private readonly answers = new Map<string, RememberedAnswer>();
  private used = 0;

  constructor(private readonly bytes: number) {}

  get size(): number {
    return this.used;
  }

  get(key: string): RememberedAnswer | undefined {
    const answer = this.answers.get(key);
    if (!answer) return undefined;
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: RememberedAnswer): void {
    this.forget(key);
    const size = sizeOf(key, answer);
    // One that takes the place of a great many others is better made again.
    if (size > this.bytes / 4) return;
    for (const oldest of this.answers.keys()) {
      if (this.used + size <= this.bytes) break;
      this.forget(oldest);
    }
    this.answers.set(key, answer);
    this.used += size;
  }

  private forget(key: string): void {
    const answer = this.answers.get(key);
    if (!answer) return;
    this.answers.delete(key);
    this.used -= sizeOf(key, answer);
  }
}
