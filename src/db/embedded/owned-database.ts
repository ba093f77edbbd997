import { rmdirSync } from "node:fs";
import { connectionUrl } from "./ownership.ts";
import type { Server } from "./server.ts";

export interface EmbeddedDatabase {
  /** For the `pg` package and for psql. */
  url: string;
  /** False for a tool that is the guest of a running server. */
  owner: boolean;
  stop(): Promise<void>;
  onUnexpectedExit(listener: (reason: string) => void): void;
  /** Starts PostgreSQL again that has ended unexpectedly, on the same data and at the same URL. */
  revive(): Promise<void>;
}

/** A server that this process has started. */
export interface OwnedPostgres {
  server: Server;
  socketFolder: string;
}

/** The database of its owner, who may start it again. */
export function ownedDatabase(
  { server: first, socketFolder }: OwnedPostgres,
  startAgain: () => Promise<OwnedPostgres>,
): EmbeddedDatabase {
  const listeners = new Set<(reason: string) => void>();
  let server = first;
  let isStopping = false;
  let lostBy: string | null = null;
  let reviving: Promise<unknown> = Promise.resolve();
  const watch = async (watched: Server) => {
    const reason = await watched.ended;
    if (isStopping) return;
    lostBy = `PostgreSQL ended unexpectedly (${reason})\n${watched.lastLines()}`;
    for (const listener of listeners) listener(lostBy);
  };
  const revive = async () => {
    if (isStopping) return;
    ({ server } = await startAgain());
    lostBy = null;
    void watch(server);
  };
  void watch(server);
  return {
    url: connectionUrl(socketFolder),
    owner: true,
    revive: () => {
      const revived = revive();
      reviving = revived.catch(() => {});
      return revived;
    },
    async stop() {
      isStopping = true;
      await reviving;
      await server.stop();
      removeSocketFolder(socketFolder);
    },
    onUnexpectedExit: (listener) => {
      listeners.add(listener);
      if (lostBy !== null) listener(lostBy);
    },
  };
}

export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next server is already in it, or the system has cleaned up.
  }
}
