import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../src/db/database.ts";
import {
  type EmbeddedDatabase,
  EmbeddedProblem,
  lowerSession,
  openEmbedded,
} from "../../src/db/embedded/index.ts";
import { until } from "../support/time/until.ts";

const opened: EmbeddedDatabase[] = [];
const folders: string[] = [];
const settings = { fsync: "off" };

afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aDataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  // For root: PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return path.join(folder, "data");
}

async function open(
  dataDir: string,
  role: "server" | "tool" = "server",
  more: Record<string, string> = settings,
) {
  const database = await openEmbedded({ dataDir, role, settings: more });
  opened.push(database);
  return database;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

const pidOf = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

const socketFolderOf = (url: string) => new URL(url).searchParams.get("host")!;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the processes of an embedded database", () => {
  test("let the server go first, by process and by session", async () => {
    const { url } = await open(aDataDir());
    const db = openDatabase({ url, onConnect: lowerSession });
    try {
      const [row] = await db.run<{ pid: number }>({ text: "select pg_backend_pid() as pid", values: [] });
      const pid = row!.pid;
      expect(os.getPriority(pid)).toBe(os.getPriority() + 10);
      const ofSession = `/proc/${pid}/autogroup`;
      // Not every system shares out time by session.
      const isLower = () => !existsSync(ofSession) || /nice 10$/.test(readFileSync(ofSession, "utf8").trim());
      await until(isLower);
    } finally {
      await db.close();
    }
  });

  test("stay as they are where the system does not know them", async () => {
    await expect(lowerSession(2 ** 30)).resolves.toBeUndefined();
  });
});

describe("the embedded database", () => {
  test("sets itself up on an empty folder, durable, in UTF-8, and with no way in but its private socket", async () => {
    const dataDir = aDataDir();
    const database = await open(dataDir, "server", {});

    expect(database.owner).toBe(true);
    const asked = `select lower('ÄÉ') as lower, 'STRASSE-Ö' ilike '%ö' as ilike, current_user as user, current_database() as database,
      current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('timezone') as timezone,
      current_setting('listen_addresses') as tcp, current_setting('jit') as jit, current_setting('max_connections') as connections`;
    expect(await ask(database.url, asked)).toEqual([
      {
        lower: "äé",
        ilike: true,
        user: "tradewind",
        database: "tradewind",
        fsync: "on",
        checksums: "on",
        timezone: "UTC",
        tcp: "",
        jit: "off",
        connections: "200",
      },
    ]);
    const data = statSync(path.join(dataDir, "postgres"));
    const sockets = statSync(socketFolderOf(database.url));
    expect([data.mode & 0o777, sockets.mode & 0o777, sockets.uid]).toEqual([0o700, 0o700, data.uid]);
    expect(data.uid).not.toBe(0);
    expect(readFileSync(path.join(dataDir, "postgres", "pg_hba.conf"), "utf8")).toBe(
      "local all tradewind peer map=tradewind\n",
    );
  });

  test("keeps its data over a restart and leaves nothing running or lying about", async () => {
    const dataDir = aDataDir();
    const first = await open(dataDir);
    await ask(first.url, "create table shop as select 'kept' as word");
    const pid = pidOf(dataDir);
    await first.stop();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(socketFolderOf(first.url))).toBe(false);

    const second = await open(dataDir);
    expect(await ask(second.url, "select word from shop")).toEqual([{ word: "kept" }]);
  });

  test("is started by a tool that finds none, and stopped by it", async () => {
    const dataDir = aDataDir();
    const tool = await open(dataDir, "tool");
    expect(tool.owner).toBe(true);
    const pid = pidOf(dataDir);
    await tool.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("reports when PostgreSQL dies, and starts again with the committed data", async () => {
    const dataDir = aDataDir();
    const database = await open(dataDir);
    await ask(database.url, "create table shop as select 'kept' as word");
    const reason = new Promise<string>((resolve) => database.onUnexpectedExit(resolve));
    process.kill(pidOf(dataDir), "SIGKILL");
    expect(await reason).toContain("SIGKILL");

    const next = await open(dataDir);
    expect(await ask(next.url, "select word from shop")).toEqual([{ word: "kept" }]);
  });

  test("reports nothing on a requested stop", async () => {
    const database = await open(aDataDir());
    const listener = vi.fn();
    database.onUnexpectedExit(listener);
    await database.stop();
    expect(listener).not.toHaveBeenCalled();
  });

  test("refuses data of another major version, names both and leaves it alone", async () => {
    const dataDir = aDataDir();
    await (await open(dataDir)).stop();
    const version = path.join(dataDir, "postgres", "PG_VERSION");
    const written = readFileSync(version, "utf8");
    writeFileSync(version, "15\n");
    await expect(open(dataDir)).rejects.toThrow(
      /written by PostgreSQL 15, and this Tradewind brings PostgreSQL 18/,
    );

    writeFileSync(version, written);
    expect((await open(dataDir)).owner).toBe(true);
  });

  test("shows PostgreSQL's own words when it does not start", async () => {
    const problem = await open(aDataDir(), "server", { shared_buffers: "plenty" }).catch((error) => error);
    expect(problem).toBeInstanceOf(EmbeddedProblem);
    expect(problem.message).toMatch(/shared_buffers.*plenty[\s\S]*DATABASE_URL/);
  });

  test("does not touch a folder with other things in it", async () => {
    const dataDir = aDataDir();
    const precious = path.join(dataDir, "postgres", "precious.txt");
    mkdirSync(path.dirname(precious), { recursive: true });
    writeFileSync(precious, "keep me");
    await expect(open(dataDir)).rejects.toThrow(EmbeddedProblem);
    expect(readFileSync(precious, "utf8")).toBe("keep me");
  });

  test("starts in spite of a lock file whose process number is another program's by now", async () => {
    const dataDir = aDataDir();
    const lockFile = path.join(dataDir, "postgres", "postmaster.pid");
    const before = await open(dataDir);
    await ask(before.url, "create table shop as select 'kept' as word");
    const lock = readFileSync(lockFile, "utf8");
    await before.stop();
    const { uid, gid } = statSync(path.join(dataDir, "postgres"));
    const otherProcess = spawn("sleep", ["120"], { uid, gid, stdio: "ignore", cwd: "/" });
    const stale = lock.replace(/^\d+/, String(otherProcess.pid));
    const sockets = socketFolderOf(before.url);
    mkdirSync(sockets, { mode: 0o700 });
    writeFileSync(lockFile, stale);
    writeFileSync(path.join(sockets, ".s.PGSQL.5432.lock"), stale);

    const next = await open(dataDir);
    expect(await ask(next.url, "select word from shop")).toEqual([{ word: "kept" }]);
    expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull();
    otherProcess.kill();
  });
});
