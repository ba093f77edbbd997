import type pg from "pg";
import type { Registry } from "./registry.ts";

export interface PositionKeeperOptions {
  pool: pg.Pool;
  registry: Registry;
  log: { warn(details: object, message: string): void };
}

const PAUSE = 1_000;
/** After much work there is a longer pause, so that a large import does not keep the database busy twice. */
const REST = 5;

/**
 * Keeps the places of rows in long lists cheap to find while rows change. Any number of processes may do it beside each
 * other: the statements see to it that one works. No answer depends on it, only its cost.
 */
export class PositionKeeper {
  private readonly statements: Set<string>;
  private timer: NodeJS.Timeout | undefined;
  private working = Promise.resolve();
  private isStopping = false;

  constructor(private readonly options: PositionKeeperOptions) {
    const kept = options.registry.all().flatMap(({ positions }) => positions?.keep ?? []);
    this.statements = new Set(kept);
  }

  start(): void {
    this.workAfter(PAUSE);
  }

  /** Waits for the work that is being done. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.working;
  }

  private workAfter(pause: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.working = this.work();
    }, pause);
    this.timer.unref();
  }

  private async work(): Promise<void> {
    const began = performance.now();
    try {
      // Not a statement of a request, so not one that is counted.
      for (const text of this.statements) await this.options.pool.query(text);
    } catch (error) {
      this.options.log.warn({ err: error }, "the places of rows cannot be kept; it will be tried again");
    }
    this.workAfter(Math.max(PAUSE, REST * (performance.now() - began)));
  }
}
