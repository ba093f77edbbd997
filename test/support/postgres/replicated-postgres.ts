import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "../../../src/db/database.ts";
import { provideBinaries } from "../../../src/db/embedded/binaries.ts";
import { makeSocketFolder, preparePlace } from "../../../src/db/embedded/folders.ts";
import { openEmbedded } from "../../../src/db/embedded/index.ts";
import { connectionUrl } from "../../../src/db/embedded/owner.ts";
import { launch, type Server } from "../../../src/db/embedded/server.ts";
import { migrate } from "../../../src/db/migrations/migrate.ts";
import { installQueue } from "../../../src/jobs/install-queue.ts";
import { pause, until } from "../time/until.ts";

const settings = { fsync: "off", shared_buffers: "32MB", max_standby_streaming_delay: "0" };

/** A PostgreSQL with the schema of a shop, and a streaming replica of it. */
export interface Replicated {
  primaryUrl: string;
  replicaUrl: string;
  onPrimary: Db;
  onReplica: Db;
  /** The replica gets the log of the primary, but does nothing with it until `resume`. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-replicated-"));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  const primary = await openEmbedded({ dataDir: join(folder, "primary"), role: "server", settings });
  await migrate({ connectionString: primary.url });
  await installQueue({ connectionString: primary.url });
  const onPrimary = openDatabase({ url: primary.url, poolSize: 2 });
  await copyData(onPrimary, folder, primary.url);
  const replica = startReplica(join(folder, "replica"));
  const onReplica = openDatabase({ url: replica.url, poolSize: 2 });
  await untilItAnswers(onReplica, replica.server);
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    onPrimary,
    onReplica,
    pauseReplay: () => replayIs(onReplica, "paused"),
    resumeReplay: () => replayIs(onReplica, "not paused"),
    async stop() {
      await Promise.all([onPrimary.close(), onReplica.close()]);
      await replica.server.stop();
      await primary.stop();
      rmSync(replica.socketFolder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const one = async (db: Db, text: string) => Object.values((await db.run({ text, values: [] }))[0]!)[0];

/** As pg_basebackup does it, which does not come along with the embedded PostgreSQL. */
async function copyData(db: Db, folder: string, primaryUrl: string): Promise<void> {
  const [from, to] = [join(folder, "primary", "postgres"), join(folder, "replica", "postgres")];
  appendFileSync(join(from, "pg_hba.conf"), "local replication all trust\n");
  await db.run({ text: "select pg_reload_conf()", values: [] });
  mkdirSync(join(folder, "replica"));
  chmodSync(join(folder, "replica"), 0o711);
  const client = await db.pool.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    execFileSync("cp", ["-a", from, to]);
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(to, "backup_label"), rows[0].labelfile);
  } finally {
    client.release();
  }
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(to, name), { force: true });
  execFileSync("sh", ["-c", `rm -rf "$1"/pg_wal/*`, "sh", to]);
  const socket = new URL(primaryUrl).searchParams.get("host");
  appendFileSync(
    join(to, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${socket} port=5432 user=tradewind'\n`,
  );
  writeFileSync(join(to, "standby.signal"), "");
  const { uid, gid } = statSync(to);
  for (const name of ["standby.signal", "backup_label"]) chownSync(join(to, name), uid, gid);
}

/** Not by `openEmbedded`, which waits until a server can write. */
function startReplica(dataDir: string): { server: Server; socketFolder: string; url: string } {
  const place = preparePlace(dataDir);
  const socketFolder = makeSocketFolder(place);
  const plan = { place, socketFolder, settings, log: () => {}, reusedPid: undefined };
  return { server: launch(provideBinaries(place), plan), socketFolder, url: connectionUrl(socketFolder) };
}

async function untilItAnswers(db: Db, server: Server): Promise<void> {
  while ((await one(db, "select 1").catch(() => 0)) !== 1) {
    if (server.isLeaving()) throw new Error(`the replica ended:\n${server.lastLines()}`);
    await pause(20);
  }
}

const CANCELED_BY_REPLAY = "40001";

/** The replica cancels statements that are in the way of its replay; such a statement is repeated. */
async function uncanceled<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== CANCELED_BY_REPLAY) throw error;
    }
  }
}

async function replayIs(replica: Db, state: "paused" | "not paused"): Promise<void> {
  const change = `select pg_wal_replay_${state === "paused" ? "pause" : "resume"}()`;
  await uncanceled(() => one(replica, change));
  await until(
    async () => (await uncanceled(() => one(replica, "select pg_get_wal_replay_pause_state()"))) === state,
  );
}
