import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Place } from "./folders.ts";
import { asRunner } from "./identity.ts";
import { EmbeddedProblem, USE_OWN_DATABASE } from "./problem.ts";

export const SUPERUSER = "tradewind";

/** Written to postgresql.conf once, so that a shop that grows can tune them there. */
const tunable = {
  shared_buffers: "128MB",
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  log_checkpoints: "off",
  // A new shop starts empty: without early statistics, PostgreSQL would plan for empty tables.
  autovacuum_naptime: "30s",
  // Parallel workers need /dev/shm, which has 64 MB in a container, and do not speed up the queries of a small shop.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
};

/** Nothing of the caller's environment: PGDATA, PGOPTIONS, LANG or LD_PRELOAD would change the server. */
export const serverEnvironment = () => ({ PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" });

const versionFile = (data: string) => path.join(data, "PG_VERSION");
const UNFINISHED = "postgres.unfinished-";

/** One rename makes the complete data visible: if two processes start first at the same time, one wins. */
export async function ensureCluster(binaries: Binaries, place: Place, durable: boolean): Promise<void> {
  if (existsSync(versionFile(place.data))) return refuseOtherMajor(binaries, place);
  const unfinished = path.join(place.folder, UNFINISHED + randomUUID());
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    if (place.runner.switched) chownSync(unfinished, place.runner.uid, place.runner.gid);
    await initdb(binaries, { ...place, data: unfinished }, durable);
    renameSync(unfinished, place.data);
    flushFolder(place.folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(versionFile(place.data))) throw explained(error, place);
  }
}

/** Removes the leftovers of killed starts. Only the owner calls this: the data exists, so no start needs them. */
export function removeUnfinished({ folder }: Place): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(UNFINISHED))) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // A start that lost the race is still writing there, and removes it itself.
    }
  }
}

function explained(error: unknown, { data }: Place): unknown {
  if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") return error;
  return new EmbeddedProblem(
    `${data} is not empty, but it is no PostgreSQL data folder (it has no PG_VERSION). ` +
      "Move it away, or choose another folder with TRADEWIND_DATA_DIR.",
  );
}

async function initdb(
  { initdb: program }: Binaries,
  { data, runner }: Place,
  durable: boolean,
): Promise<void> {
  // The built-in C.UTF-8 sorts by code point like C, and upper/lower case works for all of Unicode on every platform.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const settings = Object.entries(tunable).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const rest = ["--auth=peer", "--no-instructions", ...(durable ? [] : ["--no-sync"])];
  const child = spawn(program, ["-D", data, "-U", SUPERUSER, ...locale, ...settings, ...rest], {
    ...asRunner(runner),
    env: serverEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const status = await new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(String(code ?? signal)));
  });
  if (status !== "0") throw initdbFailed(status, output);
  // Each start writes the access rules: see access.ts.
  writeFileSync(path.join(data, "pg_hba.conf"), "");
}

function initdbFailed(status: string, output: string): EmbeddedProblem {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new EmbeddedProblem(
      `The embedded database could not be set up: the disk is full. It needs some 60 MB. ${USE_OWN_DATABASE}`,
    );
  }
  const last = output.trim().split("\n").slice(-8).join("\n");
  return new EmbeddedProblem(
    `The embedded database could not be set up (initdb: ${status}).\n${last}\n` +
      `Its programs need glibc, a user with a name and some 60 MB of disk. ${USE_OWN_DATABASE}`,
  );
}

function flushFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function refuseOtherMajor({ major }: Binaries, { data }: Place): void {
  const written = readFileSync(versionFile(data), "utf8").trim();
  if (written === major) return;
  throw new EmbeddedProblem(
    `The data in ${data} was written by PostgreSQL ${written}, and this Tradewind brings PostgreSQL ${major}. ` +
      `Start the Tradewind that wrote it and save the data with pg_dump ${written}, move ${data} away, ` +
      `start this one and load the dump. Or keep PostgreSQL ${written}: run it on a copy of the folder and set DATABASE_URL.`,
  );
}
