import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastLines, Problem } from "../support/problem.ts";
import { rateIn } from "./pgbench-log.ts";
import { pathOf } from "./script.ts";

/** Which carts are used up: each client has a part of its own. */
export interface Share {
  from: number;
  clients: number;
  /** Operations of each client. */
  each: number;
}

export function needPgbench(): void {
  const { status } = spawnSync("pgbench", ["--version"]);
  if (status === 0) return;
  throw new Problem(
    "pgbench is not on the PATH. It comes with PostgreSQL (14 or newer): Debian and Ubuntu have it in the package " +
      "postgresql-contrib, Homebrew in postgresql.",
  );
}

/** Transactions a second. */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { clients, ...share }: Share & { variants: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-pgbench-"));
  const variables = Object.entries({ ...share, done: 0 }).flatMap(([name, value]) => [
    "-D",
    `${name}=${value}`,
  ]);
  const load = ["-n", "-M", "prepared", "-c", String(clients), "-t", String(share.each), ...variables];
  const log = ["--log", `--log-prefix=${join(folder, "log")}`];
  try {
    const output = await outputOf([...load, ...log, "-f", pathOf(script), databaseUrl]);
    const done = /^number of transactions actually processed: (\d+)/m.exec(output)?.[1];
    if (Number(done) !== clients * share.each) {
      throw new Problem(`pgbench did not do what it should:\n${lastLines(output)}`);
    }
    return rateIn(readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function outputOf(words: string[]): Promise<string> {
  // One plan for each statement at once: its connections are new in every run.
  const env = { ...process.env, PGOPTIONS: "-c plan_cache_mode=force_generic_plan" };
  const child = spawn("pgbench", words, { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
