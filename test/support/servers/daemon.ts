import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const packages: Record<string, string> = {
  nginx: "nginx-light",
  pgbouncer: "pgbouncer",
  postgres: "postgresql-15",
  initdb: "postgresql-15",
  caddy: "caddy",
  "systemd-analyze": "systemd",
};
const ELSEWHERE = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/usr/lib/postgresql/15/bin",
];

/** The path of the program; throws with the package to install when it is missing. */
export function theProgram(name: string): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...ELSEWHERE];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `This test needs ${name}, which is not installed. On Debian: apt-get install --no-install-recommends ${packages[name]}`,
  );
}

export interface Daemon {
  process: ChildProcess;
  output(): string;
  stop(): Promise<void>;
}

export interface DaemonOptions {
  words: string[];
  /** Resolves once it can be used; it is asked until then. */
  isUp: () => Promise<boolean>;
  /** As whom it runs, when it must not be root. */
  owner?: { uid: number; gid: number };
}

/** A program that runs during the test. */
export async function startDaemon(name: string, { words, isUp, owner }: DaemonOptions): Promise<Daemon> {
  const child = spawn(theProgram(name), words, { ...owner, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const ended = new Promise<void>((resolve) => {
    child.on("error", () => resolve());
    child.on("exit", () => resolve());
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  while (!(await isUp().catch(() => false))) {
    if (hasEnded()) throw new Error(`${name} did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    process: child,
    output: () => output,
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await ended;
    },
  };
}
