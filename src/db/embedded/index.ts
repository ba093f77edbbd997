import { rmdirSync } from "node:fs";
import { restrictAccess } from "./access.ts";
import { type Binaries, provideBinaries } from "./binaries.ts";
import { ensureCluster, removeUnfinished } from "./cluster.ts";
import { claim, refuseOtherContainer, release } from "./container-claim.ts";
import { dataFolder, makeSocketFolder, type Place, preparePlace } from "./folders.ts";
import { connectionUrl, startOwned } from "./owner.ts";
import { asProblem, EmbeddedProblem } from "./problem.ts";
import { findRunningServer, type OwnedServer } from "./running.ts";
import type { Server } from "./server.ts";

export {
  checkPlace,
  dataFolder,
  hasEmbeddedData,
  makeDataFolder,
  nearestExisting,
  type Place,
  preparePlace,
} from "./folders.ts";
export { lowerSession } from "./priority.ts";
export { EmbeddedProblem, machineCause } from "./problem.ts";

interface EmbeddedOptions {
  /** TRADEWIND_DATA_DIR */
  dataDir?: string;
  /** A server needs exclusive use of the data; a tool may share a running server. */
  role: "server" | "tool";
  /** Further settings of PostgreSQL, for tests that need no durable data: { fsync: "off" }. */
  settings?: Record<string, string>;
  /** PostgreSQL's log, line by line. */
  log?: (line: string) => void;
}

const TIMEOUT = 60_000;

/** A real PostgreSQL as a child process. It ends with this process, also when this one is killed. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    const place = preparePlace(options.dataDir);
    const binaries = provideBinaries(place);
    await ensureCluster(binaries, place, options.settings?.fsync !== "off");
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
  const start = () => findOrStart(binaries, place, options);
  const found = await start();
  if ("server" in found) {
    removeUnfinished(place);
    const startAgain = async () => {
      const again = await start();
      return "server" in again ? again : refuse(again, place);
    };
    return ownedDatabase(found, startAgain, () => release(place));
  }
  return options.role === "tool" ? guestOf(found) : refuse(found, place);
}

/** Starts a server, or uses the one that already runs on the data. */
async function findOrStart(
  binaries: Binaries,
  place: Place,
  { settings = {}, log = () => {} }: EmbeddedOptions,
): Promise<OwnedServer | OwnedPostgres> {
  const start = Date.now();
  while (Date.now() - start < TIMEOUT) {
    const socketFolder = makeSocketFolder(place);
    const running = await findRunningServer(place, socketFolder);
    if (running) return running;
    await refuseOtherContainer(place);
    await claim(place);
    restrictAccess(place);
    const server = await startOwned(binaries, { place, socketFolder, settings, log }).catch((error) => {
      release(place);
      removeSocketFolder(socketFolder);
      throw error;
    });
    if (server) {
      await claim(place);
      return { server, socketFolder };
    }
    release(place);
  }
  throw new EmbeddedProblem(
    `The data in ${place.folder} is in use by another PostgreSQL that does not stop. ` +
      "Look for processes named postgres on this machine, stop them and start again.",
  );
}

function refuse({ owner }: OwnedServer, { folder }: Place): never {
  throw new EmbeddedProblem(
    `another Tradewind (process ${owner}) is already running on ${folder}; ` +
      "stop it first, or give this one its own data with TRADEWIND_DATA_DIR",
  );
}

const doNothing = async () => {};

const guestOf = ({ socketFolder }: OwnedServer): EmbeddedDatabase => ({
  url: connectionUrl(socketFolder),
  owner: false,
  stop: doNothing,
  onUnexpectedExit: () => {},
  revive: doNothing,
});

export interface EmbeddedDatabase {
  /** For the `pg` package and for psql. */
  url: string;
  /** False for a tool that shares a running server. */
  owner: boolean;
  stop(): Promise<void>;
  onUnexpectedExit(listener: (reason: string) => void): void;
  /** Starts PostgreSQL again that has ended unexpectedly, on the same data and at the same URL. */
  revive(): Promise<void>;
}

/** A server that this process has started. */
interface OwnedPostgres {
  server: Server;
  socketFolder: string;
}

/** The database of its owner, who may start it again. */
function ownedDatabase(
  { server: first, socketFolder }: OwnedPostgres,
  startAgain: () => Promise<OwnedPostgres>,
  onStopped: () => void,
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
      onStopped();
      removeSocketFolder(socketFolder);
    },
    onUnexpectedExit: (listener) => {
      listeners.add(listener);
      if (lostBy !== null) listener(lostBy);
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
