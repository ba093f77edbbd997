import type { Stock } from "./answer-memory.ts";

export interface Question {
  /** What the stock is wanted of. */
  ids: readonly string[];
  /** What is known already: then the rest is not looked up. */
  snapshot: string | null;
  version: string | null;
  /** On the clock of the process, which prices are chosen by. */
  now: number;
}

/** What answers are made of, as one statement sees it. */
export interface Found {
  /** Which transactions it sees; equal ones see the same. Null where that cannot be told. */
  snapshot: string | null;
  /** Null where the snapshot is the known one. */
  state: {
    /** Which changes there have been, but for those of stock. */
    version: string;
    /** Of what was asked for and has any. */
    stock: Readonly<Record<string, string>> | null;
    /** When prices change by themselves the next time; null when never, or where the version is the known one. */
    until: number | null;
  } | null;
}

/** What somebody has in hand who wants to know whether it is still right. */
export interface Held {
  stock: Stock;
  snapshot: string | null;
}

/** The state at some time: of what is read later, one can tell whether it was changed since. */
export interface Seen {
  snapshot: string | null;
  version: string;
  /** Prices stay the same until then. */
  until: number;
}

export interface Look extends Seen {
  stock: Readonly<Record<string, string>> | null;
}

/** After this many milliseconds nobody waits for a look that others have begun. */
const PATIENCE = 50;

/**
 * One look at the database for all who want one at the same time. A look that began before somebody came may have seen
 * too little for them, so they wait for the next one, and share it.
 */
export class SharedLook {
  private last: (Seen & { from: number }) | undefined;
  private current: { began: number; look: Promise<Look> } | undefined;
  private next: { after: unknown; held: Held[]; look: Promise<Look> } | undefined;

  constructor(private readonly ask: (question: Question) => Promise<Found>) {}

  /** What was seen last, unless prices have changed by themselves since. */
  seen(now = Date.now()): Seen | undefined {
    return this.last && this.last.from <= now && now < this.last.until ? this.last : undefined;
  }

  look(held: Held): Promise<Look> {
    const { current } = this;
    if (!current || performance.now() - current.began > PATIENCE) return this.begin([held]);
    if (this.next?.after === current) this.next.held.push(held);
    else {
      const waiting = [held];
      const begin = () => this.begin(waiting);
      this.next = { after: current, held: waiting, look: current.look.then(begin, begin) };
    }
    return this.next.look;
  }

  private begin(held: readonly Held[]): Promise<Look> {
    if (this.next?.held === held) this.next = undefined;
    const current = { began: performance.now(), look: this.askFor(held) };
    this.current = current;
    const end = () => {
      if (this.current === current) this.current = undefined;
    };
    current.look.then(end, end);
    return current.look;
  }

  private async askFor(held: readonly Held[]): Promise<Look> {
    const now = Date.now();
    const known = this.seen(now);
    const found = await this.ask({
      ids: [...new Set(held.flatMap(({ stock }) => [...stock.keys()]))],
      snapshot: known ? commonSnapshot(held) : null,
      version: known?.version ?? null,
      now,
    });
    if (!found.state) return { ...known!, snapshot: found.snapshot, stock: null };
    const { version, stock } = found.state;
    const until = version === known?.version ? known.until : (found.state.until ?? Number.POSITIVE_INFINITY);
    this.last = { snapshot: found.snapshot, version, until, from: now };
    return { ...this.last, stock };
  }
}

const commonSnapshot = ([first, ...rest]: readonly Held[]): string | null =>
  rest.every(({ snapshot }) => snapshot === first!.snapshot) ? first!.snapshot : null;
