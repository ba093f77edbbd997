import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { accessFiles } from "./access.ts";
import type { Binaries } from "./binaries.ts";
import { serverEnvironment } from "./cluster.ts";
import type { Place } from "./folders.ts";
import { asRunner } from "./identity.ts";
import { lower } from "./priority.ts";

export interface Server {
  pid: number | undefined;
  /** Resolves with the reason when the process is gone. */
  ended: Promise<string>;
  /** Whether it has ended, or was requested to end. */
  isLeaving(): boolean;
  lastLines(): string;
  stop(): Promise<void>;
}

export interface Launch {
  place: Place;
  socketFolder: string;
  settings: Record<string, string>;
  log: (line: string) => void;
  /** A process number in a lock file that certainly belongs to another program now. */
  reusedPid: number | undefined;
}

// The watcher holds the read end of a pipe whose other end dies with us, also by kill -9; then it asks for a fast shutdown.
// A line means that PostgreSQL has ended on its own: its process id may belong to another process by now and must not be signalled.
// The watcher is a grandchild because PostgreSQL would take the death of an unknown child of its own for a crash,
// and PostgreSQL replaces the shell so that its number and its exit are seen directly.
const WATCHED = '( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & ); exec "$@" 3<&-';
const SHELL = "/bin/sh";
const KEPT_LINES = 20;

export function launch(binaries: Binaries, options: Launch): Server {
  const child = spawnWatched(binaries, options);
  lower(child.pid);
  const output = keepLines(child.stderr!, options.log);
  let isGone = false;
  const ended = whenEnded(child).then(async (reason) => {
    isGone = true;
    // The last lines arrive after the exit. Remaining processes of PostgreSQL may keep the stream open.
    await Promise.race([output.drained, delay(250)]);
    return reason;
  });
  let stopping: Promise<void> | undefined;
  return {
    pid: child.pid,
    ended,
    isLeaving: () => isGone || stopping !== undefined,
    lastLines: () => output.lines.join("\n"),
    stop() {
      stopping ??= stopInSteps((name) => child.kill(name), ended);
      return stopping;
    },
  };
}

function spawnWatched({ postgres }: Binaries, options: Launch): ChildProcess {
  const { place, reusedPid } = options;
  // PostgreSQL takes a lock file with this number for stale, as it does for the parents of its own start,
  // and still makes sure through its shared memory that no server uses the data. Removing the file would be a race.
  const reused = reusedPid === undefined ? {} : { PG_GRANDPARENT_PID: String(reusedPid) };
  const words = ["-D", place.data, ...flags(options)];
  const isWatched = hasShell();
  return spawn(isWatched ? SHELL : postgres, isWatched ? ["-c", WATCHED, "sh", postgres, ...words] : words, {
    ...asRunner(place.runner),
    env: { ...serverEnvironment(), ...reused },
    stdio: ["ignore", "ignore", "pipe", isWatched ? "pipe" : "ignore"],
    // Ctrl-C reaches the whole foreground group: Tradewind first finishes its requests, then stops the database.
    detached: true,
  });
}

/**
 * A system without a shell is a container (deploy/Dockerfile): when its first process ends, the kernel ends the others, and no watcher
 * is needed. Otherwise the next start takes the server over.
 */
const hasShell = () => spawnSync(SHELL, ["-c", "exit 7"]).status === 7;

function whenEnded(child: ChildProcess): Promise<string> {
  const lifeline = child.stdio[3] as Socket | null;
  lifeline?.on("error", () => {});
  return new Promise((resolve) => {
    const finish = (reason: string) => {
      lifeline?.end("ended\n");
      resolve(reason);
    };
    child.once("error", (error) => finish(error.message));
    child.once("exit", (code, signal) => finish(signal ?? `exit code ${code}`));
  });
}

function keepLines(stream: Readable, log: (line: string) => void) {
  const lines: string[] = [];
  const reader = createInterface({ input: stream }).on("line", (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    log(line);
  });
  return { lines, drained: new Promise((resolve) => reader.once("close", resolve)) };
}

// On the command line, where postgresql.conf cannot open what has to stay closed.
function flags({ place, socketFolder, settings }: Launch): string[] {
  const fixed = {
    ...accessFiles(place.data),
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    logging_collector: "off",
    log_destination: "stderr",
  };
  return Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const shutdown: [NodeJS.Signals, number][] = [
  // Fast: open transactions are rolled back.
  ["SIGINT", 10_000],
  // Immediate: recovers from the log at the next start. PostgreSQL itself kills its children after 5 s.
  ["SIGQUIT", 8_000],
  ["SIGKILL", 5_000],
];

/** Used for our own child and for one whose owner died. */
export async function stopInSteps(
  signal: (name: NodeJS.Signals) => void,
  ended: Promise<unknown>,
): Promise<void> {
  for (const [name, timeout] of shutdown) {
    signal(name);
    const waiting = new AbortController();
    const late = delay(timeout, true, { signal: waiting.signal }).catch(() => false);
    const isLate = await Promise.race([ended.then(() => false), late]);
    waiting.abort();
    if (!isLate) return;
  }
}
