import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startDaemon, theProgram } from "../servers/daemon.ts";
import { freePort } from "../servers/free-port.ts";

const example = new URL("../../../deploy/pgbouncer/pgbouncer.ini", import.meta.url);

export interface PgBouncer {
  /** Whether it is new enough for named statements; the one of Debian 12 is not. */
  carriesNames: boolean;
  /** The same database through the pooler. */
  urlOf(databaseUrl: string): string;
  /** What its console answers. */
  show(what: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

function doesCarryNames(): boolean {
  const version = execFileSync(theProgram("pgbouncer"), ["--version"], { encoding: "utf8" });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version)!.map(Number) as [number, number, number];
  return major > 1 || minor >= 21;
}

interface Place {
  socket: string;
  folder: string;
  port: number;
  poolSize: number;
}

/** The example of the documentation, for this server: its socket, no passwords, few connections. */
const configured = ({ socket, folder, port, poolSize }: Place, carriesNames: boolean) =>
  readFileSync(example, "utf8")
    .replace(/^shop = .*/m, `* = host=${socket} port=5432 user=tradewind`)
    .replace(/^listen_port = .*/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*/m, "auth_type = any")
    .replace(/^auth_file = .*/m, `unix_socket_dir = ${folder}`)
    .replace(/^default_pool_size = .*/m, `default_pool_size = ${poolSize}`)
    .replace(carriesNames ? /^$/ : /^max_prepared_statements = .*/m, "");

export async function startPgBouncer(serverUrl: string, poolSize: number): Promise<PgBouncer> {
  const socket = new URL(serverUrl).searchParams.get("host")!;
  // The socket is for its owner alone, and PgBouncer refuses to be root anyway.
  const { uid, gid } = statSync(socket);
  const folder = mkdtempSync(join(tmpdir(), "tradewind-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const carriesNames = doesCarryNames();
  writeFileSync(file, configured({ socket, folder, port, poolSize }, carriesNames));
  chmodSync(folder, 0o755);
  chownSync(folder, uid, gid);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await letIn(serverUrl, uid);
  const show = (what: string) => asked(`postgres://pgbouncer@127.0.0.1:${port}/pgbouncer`, `show ${what}`);
  const daemon = await startDaemon("pgbouncer", {
    words: [file],
    owner: isRoot ? { uid, gid } : undefined,
    isUp: async () => (await show("version")).length > 0,
  });
  return {
    carriesNames,
    urlOf: (url) => `postgres://tradewind@127.0.0.1:${port}${new URL(url).pathname}?sslmode=disable`,
    show,
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database lets in no account but ours, and PgBouncer runs as the one that PostgreSQL does. */
async function letIn(serverUrl: string, uid: number): Promise<void> {
  const [setting] = await asked(serverUrl, "select current_setting('ident_file') as file");
  const account = execFileSync("id", ["-un", String(uid)], { encoding: "utf8" }).trim();
  appendFileSync(setting!["file"] as string, `tradewind "${account}" tradewind\n`);
  await asked(serverUrl, "select pg_reload_conf()");
}

async function asked(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
