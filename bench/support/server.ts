import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ADMIN = { email: "admin@tradewind.local", password: "a password for the benchmark" };

export interface Server {
  url: string;
  /** Milliseconds. */
  readyAfter: number;
  pid: number;
  /** Resolves when it has printed this. */
  printed(words: string): Promise<void>;
  stop(): Promise<void>;
}

/** The built server as people start it, on a free port, with data in the folder. */
export function startServer(dataDir: string, words: string[] = []): Promise<Server> {
  const began = performance.now();
  // BENCH_NODE: options of Node, for a profile (`--cpu-prof`).
  const options = (process.env["BENCH_NODE"] ?? "").split(" ").filter((word) => word !== "");
  const child = spawn(process.execPath, [...options, "dist/main.js", "start", "--port", "0", ...words], {
    env: {
      ...process.env,
      TRADEWIND_DATA_DIR: dataDir,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const url = /"api":"([^"]+)"/.exec(text)?.[1];
      const readyAfter = performance.now() - began;
      const printed = (words: string) => saying(child, () => text.includes(words));
      if (url) resolve({ url, readyAfter, pid: child.pid!, printed, stop: () => stop(child) });
    });
    child.on("exit", () => reject(new Error(text)));
  });
}

const saying = (child: ChildProcess, isSaid: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (isSaid()) resolve();
    };
    child.stdout?.on("data", check);
    check();
  });

const stop = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });

/** Builds the server, and gives it a folder that is gone afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  execFileSync(process.execPath, ["scripts/build.mjs"]);
  const folder = mkdtempSync(join(tmpdir(), "tradewind-bench-"));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
