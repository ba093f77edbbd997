import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { lastLines, Problem } from "./problem.ts";

/** A Node program that answers HTTP. */
export interface Program {
  name: string;
  /** The script and its arguments. */
  words: string[];
  folder: string;
  environment: Record<string, string>;
  /** File for what it prints. */
  log: string;
  /** What is answered with 200 when it is ready. */
  url: string;
}

export interface Launched {
  pid: number;
  /** Milliseconds to the first answer. */
  readyAfter: number;
  stop(): Promise<void>;
}

const POLL = 10;
const PATIENCE = 120_000;

export async function launch(program: Program): Promise<Launched> {
  const began = performance.now();
  const output = openSync(program.log, "a");
  // BENCH_NODE: options of Node, for a profile (`--cpu-prof`).
  const options = (process.env["BENCH_NODE"] ?? "").split(" ").filter((word) => word !== "");
  const child = spawn(process.execPath, [...options, ...program.words], {
    cwd: program.folder,
    env: { ...process.env, NODE_ENV: "production", ...program.environment },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  try {
    await answering(child, program);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return { pid: child.pid!, readyAfter: performance.now() - began, stop: () => stopped(child) };
}

async function answering(child: ChildProcess, { name, log, url }: Program): Promise<void> {
  const failed = (reason: string) =>
    new Problem(
      `${name} did not start: ${reason}. The end of its log:\n${lastLines(readFileSync(log, "utf8"))}`,
    );
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw failed("it ended");
    const answer = await fetch(url).catch(() => null);
    // To the end, or the connection stays in use.
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await pause(POLL);
  }
  throw failed(`no answer from ${url}`);
}

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(late);
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
