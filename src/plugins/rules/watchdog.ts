import { Worker } from "node:worker_threads";

const LOOKS = 5;

/** In shared memory: the number of the running call (0: none), and how many were started. */
const RUNNING = 0;
const STARTED = 1;
const NEVER = 2;

/**
 * A thread of its own, because a function that never returns blocks this one. It counts its looks and not the time, so that
 * a machine that slept is no reason. It writes to the file descriptor: the streams of a thread need the main thread.
 */
const WATCHER = `
const { workerData: { shared, names, every, looks } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let seen = -1, count = 0;
for (;;) {
  Atomics.wait(shared, ${NEVER}, 0, every);
  const call = Atomics.load(shared, ${RUNNING}), started = Atomics.load(shared, ${STARTED});
  count = call !== 0 && started === seen ? count + 1 : 0;
  seen = started;
  if (count < looks) continue;
  const msg = names[call - 1] + " has not returned for " + (every * looks) / 1000 + " s: the process is ended";
  try { writeSync(2, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg }) + "\\n"); } catch {}
  process.kill(process.pid, "SIGKILL");
}`;

/**
 * Ends the process when a call never returns: nothing else in it can run any more, and whatever supervises it starts it again.
 * The database rolls back what was open. A call costs three writes to shared memory; a time limit of `node:vm` around it cost a
 * thousand times as much (docs/adr/0047).
 */
export class Watchdog {
  private readonly shared = new Int32Array(new SharedArrayBuffer(16));
  private readonly worker: Worker;

  constructor(names: readonly string[], limit: number) {
    const workerData = { shared: this.shared, names, every: Math.ceil(limit / LOOKS), looks: LOOKS };
    this.worker = new Worker(WATCHER, { eval: true, workerData, stdout: false, stderr: false });
    this.worker.unref();
    // Without it the process could end where the thread cannot be made; it does without then.
    this.worker.on("error", () => {});
  }

  enter(call: number): void {
    Atomics.add(this.shared, STARTED, 1);
    Atomics.store(this.shared, RUNNING, call);
  }

  leave(): void {
    Atomics.store(this.shared, RUNNING, 0);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
