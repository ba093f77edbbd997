import { type ChildProcess, fork } from "node:child_process";
import { relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type FromServer, SERVER_OF_DEV, type ToServer } from "./server-of-dev.ts";

/** Requests and jobs that take longer are cut off: the author waits. */
const STOP_TIMEOUT = 1_000;

interface Options {
  words: readonly string[];
  /** Without what `.env` adds: the server reads the file again. */
  environment: NodeJS.ProcessEnv;
}

/** The server of `tradewind dev`: a process that is replaced when files change. */
export class DevServer {
  private running: ChildProcess | undefined;
  private port: number | undefined;
  private isFirst = true;
  private isStopping = false;

  constructor(private readonly options: Options) {}

  /**
   * The new server loads the plugins while the one before answers requests. If that fails, the one before goes on, and nothing is
   * tried again until the next change.
   */
  async replace(changed: readonly string[]): Promise<void> {
    const began = performance.now();
    const next = this.start();
    if ((await messageOf(next)) !== "loaded") return this.report();
    const before = this.running;
    this.running = next;
    await stop(before);
    next.send("listen" satisfies ToServer);
    const message = await messageOf(next);
    if (message === null || message === "loaded") {
      this.running = undefined;
      return this.report();
    }
    this.port = message.listening;
    if (!this.isFirst) console.log(`  Restarted in ${msSince(began)} ms: ${namesOf(changed)}`);
    this.isFirst = false;
    void this.watchEnd(next);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await stop(this.running);
  }

  private start(): ChildProcess {
    const { environment, words } = this.options;
    return fork(process.argv[1]!, words, {
      env: {
        ...environment,
        ...(this.port !== undefined && { PORT: String(this.port) }),
        TRADEWIND_WORKERS: "1",
        [SERVER_OF_DEV]: this.isFirst ? "first" : "again",
      },
    });
  }

  private report(): void {
    if (this.isStopping) return;
    console.error(
      this.running
        ? "tradewind: the server before the change goes on; waiting for the next change"
        : "tradewind: no server runs; waiting for the next change",
    );
  }

  private async watchEnd(server: ChildProcess): Promise<void> {
    await endOf(server);
    if (this.running !== server || this.isStopping) return;
    this.running = undefined;
    this.report();
  }
}

/** Null if it ends before. */
const messageOf = (server: ChildProcess): Promise<FromServer | null> =>
  new Promise((resolve) => {
    server.once("message", (message: FromServer) => resolve(message));
    void endOf(server).then(() => resolve(null));
  });

const endOf = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.once("error", () => resolve());
  });

async function stop(server: ChildProcess | undefined): Promise<void> {
  if (!server) return;
  const ended = endOf(server);
  server.kill("SIGTERM");
  const waiting = new AbortController();
  const late = delay(STOP_TIMEOUT, "late", { signal: waiting.signal }).catch(() => "ended");
  if ((await Promise.race([ended, late])) === "late") server.kill("SIGKILL");
  waiting.abort();
  await ended;
}

const msSince = (moment: number) => Math.round(performance.now() - moment);

const SHOWN = 3;

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, SHOWN).map((path) => relative(process.cwd(), path));
  const others = paths.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
