import pg from "pg";
import { closeWhenUnanswered } from "../db/connections/connection-loss.ts";

const TIMEOUT = 30_000;

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * The connections of a job runner. If its listening connection breaks while the library stops listening, the library releases it
 * twice. The pool throws at the second release, and the process would end. So the second release is ignored.
 */
export class QueuePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    // A broken connection is replaced; the library reports the error of its statement.
    this.on("error", () => {});
    this.on("connect", (client) => {
      client.on("error", () => {});
      closeWhenUnanswered(client, TIMEOUT);
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

/** `release` is undefined if the pool has already ended. */
function once(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release?.(error);
  };
}
