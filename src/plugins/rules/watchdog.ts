import { Worker } from "node:worker_threads";

const LOOKS = 5;

/** All other functions may use the CPU longer than rules, under whose locks others wait. */
const OTHERS = 3;

/** In shared memory: the number of the running call (0: none), how many were started, and how often the event loop came round. */
const RUNNING = 0;
const STARTED = 1;
const TURNS = 2;
const TURNS_EVERY = 200;

/**
 * A thread of its own, because a function that never returns blocks this one. It counts its looks and not the time, so that
 * a machine that slept is no reason. It writes to the file descriptor: the streams of a thread need the main thread. Where
 * the code is at work is asked of the debugger, which interrupts it.
 */
const WATCHER = `
const { workerData: { shared, names, every, looks, others } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { Session } = require("node:inspector");

const load = (place) => Atomics.load(shared, place);
const counter = () => {
  let seen, count = 0;
  return (value) => (count = value === seen ? count + 1 : 0, seen = value, count);
};
const looksAtCall = counter(), looksAtLoop = counter();
const look = setInterval(() => {
  const call = load(${RUNNING});
  const ofCall = looksAtCall(call === 0 ? {} : load(${STARTED}));
  const ofLoop = looksAtLoop(load(${TURNS}));
  const seconds = (count) => (every * count) / 1000;
  if (ofCall >= looks) end(names[call - 1] + " has not returned for " + seconds(looks) + " s");
  else if (ofLoop >= looks * others) end("the code of a plugin has not returned for " + seconds(looks * others) + " s");
}, every);

function end(reason) {
  clearInterval(look);
  const stop = (at) => {
    const msg = reason + ": the process is ended";
    try { writeSync(2, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg, at }) + "\\n"); } catch {}
    process.kill(process.pid, "SIGKILL");
  };
  setTimeout(stop, 5000);
  const session = new Session(), files = new Map();
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => files.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params }) => stop(params.callFrames.slice(0, 10).map(({ functionName, location }) =>
    (functionName || "a function") + " in " + files.get(location.scriptId) + ":" + (location.lineNumber + 1))));
  session.post("Debugger.enable", () => session.post("Debugger.pause"));
}`;

/**
 * Ends the process when code never returns: nothing else in it can run any more, and whatever supervises it starts it again.
 * The database rolls back what was open. A call costs three writes to shared memory; a time limit of `node:vm` around it cost a
 * thousand times as much (docs/adr/0047).
 */
export class Watchdog {
  private readonly shared = new Int32Array(new SharedArrayBuffer(16));
  private readonly worker: Worker;
  private readonly turns: NodeJS.Timeout;

  constructor(names: readonly string[], limit: number) {
    const every = Math.ceil(limit / LOOKS);
    const workerData = { shared: this.shared, names, every, looks: LOOKS, others: OTHERS };
    this.turns = setInterval(() => Atomics.add(this.shared, TURNS, 1), TURNS_EVERY).unref();
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
    clearInterval(this.turns);
    await this.worker.terminate();
  }
}
