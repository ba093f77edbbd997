import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDaemon, theProgram } from "../servers/daemon.ts";
import { freePort } from "../servers/free-port.ts";
import { queryRows } from "./query-rows.ts";

export const PASSWORD = "kept-out-of-all-output";

/** A PostgreSQL as an operator has it: another version than the embedded one, TCP, passwords. */
export interface OwnPostgres {
  /** Runs a statement as the superuser. */
  asAdmin(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** An empty database of a role that may do nothing else. */
  emptyDatabase(name: string): Promise<string>;
  urlOf(role: string, database: string): string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to be root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"])));
  return { uid: uid!, gid: gid! };
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const account = owner();
  const folder = mkdtempSync(join(tmpdir(), "tradewind-own-postgres-"));
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, PASSWORD);
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const data = join(folder, "data");
  const secured = ["-A", "scram-sha-256", "-U", "admin", `--pwfile=${passwordFile}`];
  execFileSync(
    theProgram("initdb"),
    ["-D", data, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", ...secured],
    {
      ...account,
      cwd: "/",
    },
  );
  const port = await freePort();
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const asAdmin: OwnPostgres["asAdmin"] = (text, database = "postgres") =>
    queryRows(urlOf("admin", database), text);
  const settings = [
    "fsync=off",
    "archive_mode=on",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
  ];
  const daemon = await startDaemon("postgres", {
    words: ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    owner: account,
    isUp: async () => (await asAdmin("select 1")).length === 1,
  });
  return {
    asAdmin,
    urlOf,
    async emptyDatabase(name) {
      await asAdmin(`create role ${name} login password '${PASSWORD}'`);
      await asAdmin(`create database ${name} owner ${name}`);
      return urlOf(name, name);
    },
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
