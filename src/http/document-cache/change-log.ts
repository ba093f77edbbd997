/** What the process knows of the log when it reads the rest. */
export interface LogQuery {
  /** The snapshot of the last read: only later changes are read. Null for the first read. */
  snapshot: string | null;
  /** The version of the catalogue at the last read. */
  version: string | null;
  /** The clock of this process in milliseconds, which also selects the prices. */
  now: number;
}

/** The state of the log, as one statement sees it (migrations/0006_change_log.sql). */
export interface LogState {
  snapshot: string;
  /** Another run has another log: all that was known before counts as changed. */
  run: string;
  /** Changes with every change of the catalogue, except for stock. */
  version: string;
  /** What has changed since the snapshot that was sent. */
  subjects: readonly string[] | null;
  /** The next start or end of a price list; null when there is none, or when the version is the known one. */
  until: number | null;
}

/** The subject of changes that every document depends on. */
export const CATALOGUE = "catalogue";

/** After this many milliseconds a request does not wait for a running query any more. */
const MAX_WAIT = 50;

// Each is an id of some 30 characters. Beyond, all of them count as changed.
const MAX_SUBJECTS = 50_000;

/** What a read after it sees at least. */
export interface Moment {
  snapshot: string;
  run: string;
  /** Prices are the same between these times. */
  from: number;
  until: number;
}

interface Known extends Moment {
  version: string;
}

/**
 * Follows the changes of the catalogue. Every change that `refresh` finds gets a number. What is read after a refresh is
 * current until one of its subjects has a number above `now` at that time. The log is read by one query for all requests
 * that arrive at the same time: a query that started before a request arrived may see too little for it, so the request
 * shares the next one.
 */
export class ChangeLog {
  private known: Known | undefined;
  private number = 0;
  /** The numbers of the last changes. */
  private readonly subjects = new Map<string, number>();
  private everything = 0;
  private version = 0;
  private current: { began: number; done: Promise<void> } | undefined;
  private next: { after: unknown; done: Promise<void> } | undefined;

  constructor(private readonly query: (query: LogQuery) => Promise<LogState>) {}

  /** The number of the last change that is known. */
  get now(): number {
    return this.number;
  }

  /** Of the last refresh. There was one. */
  get moment(): Moment {
    return this.known!;
  }

  hasChanged(subjects: readonly string[], since: number): boolean {
    if (this.everything > since) return true;
    return subjects.some((subject) => (this.subjects.get(subject) ?? 0) > since);
  }

  /** Whether anything of the catalogue but stock has changed. */
  hasCatalogueChanged(since: number): boolean {
    return this.everything > since || this.version > since;
  }

  /** Then everything that was committed before the call is known. */
  refresh(): Promise<void> {
    const { current } = this;
    if (!current || performance.now() - current.began > MAX_WAIT) return this.begin();
    if (this.next?.after !== current) {
      const begin = () => this.begin();
      this.next = { after: current, done: current.done.then(begin, begin) };
    }
    return this.next.done;
  }

  private begin(): Promise<void> {
    this.next = undefined;
    const current = { began: performance.now(), done: this.read() };
    this.current = current;
    const end = () => {
      if (this.current === current) this.current = undefined;
    };
    current.done.then(end, end);
    return current.done;
  }

  private async read(): Promise<void> {
    const now = Date.now();
    const known = this.knownAt(now);
    const state = await this.query({
      snapshot: known?.snapshot ?? null,
      version: known?.version ?? null,
      now,
    });
    // Another one was the first: what has changed since then is not in the answer to this one.
    if (!known && this.knownAt(Date.now())) return this.read();
    this.apply(state, { known, now });
  }

  private knownAt(now: number): Known | undefined {
    return this.known && this.known.from <= now && now < this.known.until ? this.known : undefined;
  }

  private apply(state: LogState, { known, now }: { known: Known | undefined; now: number }): void {
    const { snapshot, run, version, subjects } = state;
    const isOther = !known || known.run !== run;
    const isChanged = isOther || known.version !== version || subjects !== null;
    if (isChanged) this.number++;
    if (isOther || this.subjects.size > MAX_SUBJECTS || subjects?.includes(CATALOGUE)) {
      this.everything = this.number;
      this.subjects.clear();
    }
    if (known?.version !== version) this.version = this.number;
    for (const subject of subjects ?? []) this.subjects.set(subject, this.number);
    const isSamePeriod = known?.version === version;
    const until = isSamePeriod ? known.until : (state.until ?? Number.POSITIVE_INFINITY);
    this.known = { snapshot, run, version, from: isSamePeriod ? known.from : now, until };
  }
}
