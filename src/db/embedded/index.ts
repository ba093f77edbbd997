import { closeToOthers } from "./access.ts";
import { type Binaries, provideBinaries } from "./binaries.ts";
import { ensureCluster, removeUnfinished } from "./cluster.ts";
import { dataFolder, makeSocketFolder, type Place, preparePlace } from "./folders.ts";
import {
  type EmbeddedDatabase,
  type OwnedPostgres,
  ownedDatabase,
  removeSocketFolder,
} from "./owned-database.ts";
import { startOwned } from "./owner.ts";
import { connectionUrl } from "./ownership.ts";
import { asProblem, EmbeddedProblem } from "./problem.ts";
import { meetRunning, type OwnedServer } from "./running.ts";

export { dataFolder, makeDataFolder } from "./folders.ts";
export type { EmbeddedDatabase } from "./owned-database.ts";
export { lowerSession } from "./priority.ts";
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

const PATIENCE = 60_000;

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
  const start = () => meetOrStart(binaries, place, options);
  const found = await start();
  if ("server" in found) {
    removeUnfinished(place);
    return ownedDatabase(found, async () => {
      const again = await start();
      return "server" in again ? again : refuse(again, place);
    });
  }
  return options.role === "tool" ? guestOf(found) : refuse(found, place);
}

/** A server of our own, or the one that runs on the data already. */
async function meetOrStart(
  binaries: Binaries,
  place: Place,
  { settings = {}, log = () => {} }: EmbeddedOptions,
): Promise<OwnedServer | OwnedPostgres> {
  const start = Date.now();
  while (Date.now() - start < PATIENCE) {
    const socketFolder = makeSocketFolder(place);
    const running = await meetRunning(place, socketFolder);
    if (running) return running;
    closeToOthers(place);
    const server = await startOwned(binaries, { place, socketFolder, settings, log }).catch((error) => {
      removeSocketFolder(socketFolder);
      throw error;
    });
    if (server) return { server, socketFolder };
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

const nothing = async () => {};

const guestOf = ({ socketFolder }: OwnedServer): EmbeddedDatabase => ({
  url: connectionUrl(socketFolder),
  owner: false,
  stop: nothing,
  onUnexpectedExit: () => {},
  revive: nothing,
});
