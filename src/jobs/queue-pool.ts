import pg from "pg";
import { cutWhenSilent } from "../db/silent-line.ts";

const SILENCE = 30_000;

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * The connections of a job runner. The library gives the one it listens on back twice when that breaks while the
 * library stops listening, where nobody catches what the pool says of it, and the process would end: the second
 * time counts for nothing.
 */
export class QueuePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    // A connection that breaks is replaced; the library reports what it was doing.
    this.on("error", () => {});
    this.on("connect", (client) => {
      client.on("error", () => {});
      cutWhenSilent(client, SILENCE);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, client, release) => connected(error, client, once(release)));
    return undefined;
  }
}

/** There is nothing to release where a pool that has ended was asked. */
function once(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release?.(error);
  };
}
