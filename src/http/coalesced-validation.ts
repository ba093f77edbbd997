import type { StockVersions } from "./lru-responses.ts";

export interface StateQuery {
  /** The products whose stock versions are read. */
  ids: readonly string[];
  /** What is known already: if it is still current, the rest is not read. */
  snapshot: string | null;
  version: string | null;
  /** The clock of this process in milliseconds, which also selects the prices. */
  now: number;
}

/** The state of the catalogue, as one statement sees it. */
export interface StateResult {
  /** The visible transactions: equal snapshots see the same rows. Null on a replica, which cannot compare them. */
  snapshot: string | null;
  /** Null when the snapshot is the known one. */
  state: {
    /** Changes with every change of the catalogue, except for stock. */
    version: string;
    /** Of the requested products that have any. */
    stock: Readonly<Record<string, string>> | null;
    /** The next start or end of a price list; null when there is none, or when the version is the known one. */
    until: number | null;
  } | null;
}

/** A cached response, as far as validation needs it. */
export interface Validated {
  stock: StockVersions;
  snapshot: string | null;
}

export interface CatalogueState {
  snapshot: string | null;
  version: string;
  /** Prices stay the same until then. */
  until: number;
}

export interface ReadState extends CatalogueState {
  stock: Readonly<Record<string, string>> | null;
}

/** After this many milliseconds a request does not wait for a running query any more. */
const MAX_WAIT = 50;

/**
 * Validates cached responses with one query for all requests that arrive at the same time. A query that started before a
 * request arrived may see too little for it, so the request shares the next query.
 */
export class CoalescedValidation {
  private last: (CatalogueState & { from: number }) | undefined;
  private current: { began: number; state: Promise<ReadState> } | undefined;
  private next: { after: unknown; responses: Validated[]; state: Promise<ReadState> } | undefined;

  constructor(private readonly query: (query: StateQuery) => Promise<StateResult>) {}

  /** The last state that was read, unless a price list has started or ended since. */
  lastState(now = Date.now()): CatalogueState | undefined {
    return this.last && this.last.from <= now && now < this.last.until ? this.last : undefined;
  }

  readState(response: Validated): Promise<ReadState> {
    const { current } = this;
    if (!current || performance.now() - current.began > MAX_WAIT) return this.begin([response]);
    if (this.next?.after === current) this.next.responses.push(response);
    else {
      const waiting = [response];
      const begin = () => this.begin(waiting);
      this.next = { after: current, responses: waiting, state: current.state.then(begin, begin) };
    }
    return this.next.state;
  }

  private begin(responses: readonly Validated[]): Promise<ReadState> {
    if (this.next?.responses === responses) this.next = undefined;
    const current = { began: performance.now(), state: this.queryFor(responses) };
    this.current = current;
    const end = () => {
      if (this.current === current) this.current = undefined;
    };
    current.state.then(end, end);
    return current.state;
  }

  private async queryFor(responses: readonly Validated[]): Promise<ReadState> {
    const now = Date.now();
    const known = this.lastState(now);
    const result = await this.query({
      ids: [...new Set(responses.flatMap(({ stock }) => [...stock.keys()]))],
      snapshot: known ? commonSnapshot(responses) : null,
      version: known?.version ?? null,
      now,
    });
    if (!result.state) return { ...known!, snapshot: result.snapshot, stock: null };
    const { version, stock } = result.state;
    const until = version === known?.version ? known.until : (result.state.until ?? Number.POSITIVE_INFINITY);
    this.last = { snapshot: result.snapshot, version, until, from: now };
    return { ...this.last, stock };
  }
}

const commonSnapshot = ([first, ...rest]: readonly Validated[]): string | null =>
  rest.every(({ snapshot }) => snapshot === first!.snapshot) ? first!.snapshot : null;
