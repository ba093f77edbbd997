import { rmdirSync } from "node:fs";
import { type Binaries, provideBinaries } from "./binaries.ts";
import { ensureCluster, removeUnfinished } from "./cluster.ts";
import { dataFolder, makeSocketFolder, type Place, preparePlace } from "./folders.ts";
import { startOwned } from "./owner.ts";
import { connectionUrl } from "./ownership.ts";
import { asProblem, EmbeddedProblem } from "./problem.ts";
import { meetRunning, type OwnedServer } from "./running.ts";
import type { Server } from "./server.ts";

export { dataFolder, makeDataFolder } from "./folders.ts";
export { EmbeddedProblem } from "./problem.ts";

export interface EmbeddedOptions {
  /** TRADEWIND_DATA_DIR */
  dataDir?: string;
  /** A server wants the data for itself, a tool is content to be the guest of a running server. */
  role: "server" | "tool";
  /** Further settings of PostgreSQL, for tests that need no durable data: { fsync: "off" }. */
  settings?: Record<string, string>;
  /** PostgreSQL's log, line by line. */
  log?: (line: string) => void;
}

export interface EmbeddedDatabase {
  /** For the `pg` package and for psql. */
  url: string;
  /** False for a tool that is the guest of a running server. */
  owner: boolean;
  stop(): Promise<void>;
  onUnexpectedExit(listener: (reason: string) => void): void;
}

const PATIENCE = 60_000;

/** A real PostgreSQL as a child process. It ends with this process, also when this one is killed. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    const place = preparePlace(options.dataDir);
    const binaries = provideBinaries(place);
    await ensureCluster(binaries, place, options.settings?.["fsync"] !== "off");
    return await joinOrStart(binaries, place, options);
  } catch (error) {
    throw asProblem(error, dataFolder(options.dataDir));
  }
}

async function joinOrStart(
  binaries: Binaries,
  place: Place,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const { role, settings = {}, log = () => {} } = options;
  const start = Date.now();
  while (Date.now() - start < PATIENCE) {
    const socketFolder = makeSocketFolder(place);
    const running = await meetRunning(place, socketFolder);
    if (running) return role === "tool" ? guestOf(running) : refuse(running, place);
    const server = await startOwned(binaries, { place, socketFolder, settings, log }).catch((error) => {
      removeSocketFolder(socketFolder);
      throw error;
    });
    if (server) {
      removeUnfinished(place);
      return ownerOf(server, socketFolder);
    }
  }
  throw new EmbeddedProblem(
    `The data in ${place.folder} is in use by another PostgreSQL that does not let go. ` +
      "Look for processes named postgres on this machine, stop them and start again.",
  );
}

function refuse({ owner }: OwnedServer, { folder }: Place): never {
  throw new EmbeddedProblem(
    `another Tradewind (process ${owner}) is already running on ${folder}; ` +
      "stop it first, or give this one its own data with TRADEWIND_DATA_DIR",
  );
}

function guestOf({ socketFolder }: OwnedServer): EmbeddedDatabase {
  return { url: connectionUrl(socketFolder), owner: false, stop: async () => {}, onUnexpectedExit: () => {} };
}

function ownerOf(server: Server, socketFolder: string): EmbeddedDatabase {
  let isStopping = false;
  return {
    url: connectionUrl(socketFolder),
    owner: true,
    async stop() {
      isStopping = true;
      await server.stop();
      removeSocketFolder(socketFolder);
    },
    onUnexpectedExit(listener) {
      void server.ended.then((reason) => {
        if (!isStopping) listener(`PostgreSQL ended unexpectedly (${reason})\n${server.lastLines()}`);
      });
    },
  };
}

function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next server is already in it, or the system has cleaned up.
  }
}
