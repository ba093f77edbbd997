import pg from "pg";
import { closeWhenUnanswered } from "../db/connection-timeout.ts";

const TIMEOUT = 30_000;

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * The connections of a job runner. When the connection that graphile-worker listens on breaks while it stops listening,
 * the library releases it twice. The pool throws at the second release, which would end the process: it is ignored.
 */
export class QueuePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    // A connection that breaks is replaced; the library reports what it was doing.
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

/** An ended pool gives no client, and no function to release it. */
function once(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release?.(error);
  };
}
