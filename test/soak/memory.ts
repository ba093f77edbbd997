/** An order that a client got an answer about. */
export interface KnownOrder {
  id: string;
  cartId: string;
  email: string;
  total: number;
}

/** What the shop has acknowledged, as those remember it whom it told. */
export class Memory {
  readonly orders = new Map<string, KnownOrder>();
  /** Pieces by variant, of carts that nobody has completed. */
  readonly carts = new Map<string, ReadonlyMap<string, number>>();
  /** First names of accounts, by email. */
  readonly customers = new Map<string, string>();
  /** Payments whose money was taken. */
  readonly captured = new Set<string>();
  /** Their orders. */
  readonly paid = new Set<string>();
  readonly canceled = new Set<string>();
  /** Amounts, by order. */
  readonly refunds = new Map<string, number[]>();
  readonly returns = new Set<string>();
  readonly fulfillments = new Set<string>();
  readonly swaps = new Set<string>();
  readonly claims = new Set<string>();
  readonly edits = new Set<string>();
  /** Handles of products that were imported. */
  readonly imported = new Set<string>();
  readonly jobs = new Set<string>();
  /** Carts of which it is not known what became of their completion. */
  readonly unclear = new Set<string>();
  /** What was wrong at the moment at which it was seen. */
  readonly violations: string[] = [];
  /** How often what was done, asked and answered. */
  readonly counts = new Map<string, number>();

  /** When the shop last acknowledged a change, and the longest time in which it acknowledged none since `watchWrites`. */
  private lastWrite = performance.now();
  private longestGap = 0;

  noteWrite(): void {
    const now = performance.now();
    this.longestGap = Math.max(this.longestGap, now - this.lastWrite);
    this.lastWrite = now;
  }

  watchWrites(): void {
    this.longestGap = 0;
  }

  /** In milliseconds. */
  timeWithoutWrites(): number {
    return Math.max(this.longestGap, performance.now() - this.lastWrite);
  }

  count(what: string, more = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + more);
  }

  violation(what: string): void {
    if (this.violations.length < 200) this.violations.push(what);
  }
}
