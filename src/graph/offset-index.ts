import type pg from "pg";

/**
 * Finds the row at an offset of a list without reading the rows before it, so that a deep page costs hardly more than the
 * first one (docs/adr/0010-counts-and-offsets.md).
 */
export interface OffsetIndex {
  /** The order of the lists, as requests name it: one column that is never null. */
  readonly order: string;
  readonly lists: readonly IndexedList[];
  /** SQL that updates the index after changes. While it has not run, offsets are right, but slower to find. */
  readonly maintain: string;
}

interface IndexedList {
  /** The names of its conditions, in the order of the filters. A list with other conditions is another list. */
  readonly conditions: readonly string[];
  /** SQL of the row at an offset: the column of the order, and the key. The parameters are those of its conditions. */
  readonly rowAt: (offset: string, parameters: readonly string[]) => string;
}

export interface OffsetIndexMaintenanceOptions {
  pool: pg.Pool;
  entities: readonly { readonly offsetIndex?: OffsetIndex }[];
  log: { warn(details: object, message: string): void };
}

const INTERVAL = 1_000;
/** The pause is at least this many times as long as the work, so that a large import does not load the database twice. */
const PAUSE_PER_WORK = 5;

/**
 * Updates the offset indexes of large lists in the background. Several processes may run it at the same time: the
 * statements lock, so one of them works. Answers do not depend on it, only the cost of deep pages does.
 */
export class OffsetIndexMaintenance {
  private readonly statements: Set<string>;
  private timer: NodeJS.Timeout | undefined;
  private running = Promise.resolve();
  private isStopping = false;

  constructor(private readonly options: OffsetIndexMaintenanceOptions) {
    const statements = options.entities.flatMap(({ offsetIndex }) => offsetIndex?.maintain ?? []);
    this.statements = new Set(statements);
  }

  start(): void {
    this.runAfter(INTERVAL);
  }

  /** Waits for the current run. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private runAfter(pause: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, pause);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    const start = performance.now();
    try {
      // On the pool itself: statements of requests are counted, these are not.
      for (const text of this.statements) await this.options.pool.query(text);
    } catch (error) {
      this.options.log.warn({ err: error }, "updating the offset indexes failed; retrying");
    }
    this.runAfter(Math.max(INTERVAL, PAUSE_PER_WORK * (performance.now() - start)));
  }
}
