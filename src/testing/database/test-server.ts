import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseProgram, isRunning, meetingPlace } from "./meeting-place.ts";

const TIMEOUT = 120_000;
const POLL = 50;

let server: Promise<string> | undefined;

/** The URL of the PostgreSQL of this run of tests, which runs at least as long as this process. */
export function testServer(): Promise<string> {
  server ??= findOrStart().catch((error) => {
    server = undefined;
    throw error;
  });
  return server;
}

async function findOrStart(): Promise<string> {
  const end = Date.now() + TIMEOUT;
  while (Date.now() < end) {
    const place = meetingPlace();
    for (const name of readdirSync(place).filter((each) => each.endsWith(".sock"))) {
      const url = await connected(join(place, name));
      if (url !== null) return url;
    }
    if (takeTurn(place)) {
      const url = await startServer(place).finally(() => rmSync(turnFile(place), { force: true }));
      if (url !== null) return url;
    }
    await delay(POLL);
  }
  throw new Error("the PostgreSQL of the tests does not become available");
}

/** The connection stays open until this process ends, and does not keep it running. Null if the server is gone. */
const connected = (path: string): Promise<string | null> =>
  new Promise((resolve) => {
    let text = "";
    const client = connect(path);
    client.on("data", (part) => {
      text += part;
      if (!text.endsWith("\n")) return;
      client.unref();
      resolve(text.trim());
    });
    client.on("error", () => rmSync(path, { force: true }));
    client.on("close", () => {
      server = undefined;
      resolve(null);
    });
  });

const turnFile = (place: string) => join(place, "starting");

/** Of several processes that find no server, one starts it. Two would do no harm. */
function takeTurn(place: string): boolean {
  const file = turnFile(place);
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const pid = Number(readIfThere(file));
    if (pid > 0 && !isRunning(pid)) rmSync(file, { force: true });
    return false;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Starts the server as a process of its own: it outlives the test file that needs it first. */
async function startServer(place: string): Promise<string | null> {
  const path = join(place, `${randomBytes(6).toString("hex")}.sock`);
  const child = spawn(process.execPath, [databaseProgram, path], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: withoutTestRunner(process.env),
  });
  let output = "";
  child.stderr.on("data", (part) => (output += part));
  const isReady = await new Promise<boolean>((resolve) => {
    child.stdout.once("data", () => resolve(true));
    child.once("close", () => resolve(false));
    child.once("error", (error) => {
      output += error.message;
      resolve(false);
    });
  });
  if (!isReady) throw new Error(`the PostgreSQL of the tests did not start:\n${output}`);
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  return connected(path);
}

/** The test runner reads the output of processes with these variables, and loads its own modules into them. */
const withoutTestRunner = ({
  NODE_TEST_CONTEXT,
  NODE_OPTIONS,
  NODE_V8_COVERAGE,
  ...rest
}: NodeJS.ProcessEnv) => rest;
