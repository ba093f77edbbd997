import { expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { handleOf } from "./handle.ts";
import { KillableServer } from "./killable-server.ts";
import { withSetup } from "./with-setup.ts";

interface Setup {
  /** Starts what the server needs, and gives its environment. */
  environment?: () => Promise<Record<string, string>>;
  /** Runs when the server is up. */
  setUp?: () => unknown;
  /** Runs when the server has stopped. */
  cleanUp?: () => unknown;
}

/** One server process that the tests kill and start again. At the end it must not have logged an error. */
export function withKillableServer({ environment, setUp, cleanUp }: Setup = {}) {
  let database: TestDatabase | undefined;
  let db: Db | undefined;
  let server: KillableServer | undefined;
  const it = withSetup(
    async () => {
      database = await freshDatabase();
      db = openDatabase({ url: database.url, poolSize: 2 });
      server = new KillableServer(database.url, await environment?.());
      await setUp?.();
    },
    async () => {
      await server?.stop();
      await cleanUp?.();
      await db?.close();
      await database?.drop();
      expect(server?.faults).toEqual([]);
    },
  );
  return { it, db: handleOf(() => db), server: handleOf(() => server) };
}
