import { setTimeout as delay } from "node:timers/promises";
import type { KillablePostgres } from "../support/postgres/killable-postgres.ts";
import type { SoakServer } from "./fleet.ts";
import type { Memory } from "./memory.ts";
import type { Line, OutsideWorld } from "./outside-world.ts";
import type { RandomSource } from "./random-source.ts";

const HOUR = 3_600_000;

const faults = {
  "kill -9 of a server": 5,
  "kill -9 of PostgreSQL": 3,
  "kill -9 of a process of PostgreSQL": 2,
  "cut of connections to PostgreSQL": 5,
  "cut at a commit": 5,
  "silence between a server and PostgreSQL": 2,
  "pause of a server": 4,
  "payment service in trouble": 3,
  "tax service in trouble": 2,
  "carrier in trouble": 2,
  "mail server in trouble": 2,
  "webhook receiver down": 2,
  "clock of a server set": 3,
};
type Fault = keyof typeof faults;
const allFaults = Object.keys(faults) as Fault[];

interface Scene {
  servers: readonly SoakServer[];
  postgres: KillablePostgres;
  outside: OutsideWorld;
  memory: Memory;
  /** The longest pause of a process, in milliseconds. */
  longestPause: number;
}

/** Breaks something every few seconds, and mends it a while later. */
export class FaultInjector {
  private readonly underWay = new Map<string, Promise<void>>();
  /** Those that were not done yet come first. */
  private readonly missing: Fault[];

  constructor(
    private readonly scene: Scene,
    private readonly random: RandomSource,
  ) {
    this.missing = [...allFaults].sort(() => random.next() - 0.5);
  }

  async works(isOver: () => boolean, [least, most]: readonly [number, number]): Promise<void> {
    while (!isOver()) {
      this.strikes(this.missing.shift() ?? this.random.weighed(faults));
      const end = performance.now() + this.random.whole(least, most);
      while (!isOver() && performance.now() < end) await delay(50);
    }
  }

  /** Everything is mended, and all clocks are right. */
  async stops(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
    for (const server of this.scene.servers) await server.setClock(0);
  }

  private strikes(fault: Fault): void {
    const { target, happen } = this.plans[fault]();
    // One thing is not broken twice at the same time.
    if (this.underWay.has(target)) return;
    this.scene.memory.count(`fault ${fault}`);
    const work = happen()
      .catch((error) => this.scene.memory.violation(`the fault injector failed at ${fault}: ${error}`))
      .finally(() => this.underWay.delete(target));
    this.underWay.set(target, work);
  }

  /** Mostly short: who only ever waits does nothing that could go wrong. */
  private duration(): number {
    const { longestPause } = this.scene;
    const short = Math.min(3_000, longestPause);
    return this.random.isLucky(0.8) ? this.random.whole(200, short) : this.random.whole(short, longestPause);
  }

  private server = () => this.random.pick(this.scene.servers);

  private readonly plans: Record<Fault, () => { target: string; happen: () => Promise<void> }> = {
    "kill -9 of a server": () => {
      const server = this.server();
      return { target: server.name, happen: async () => server.kill() };
    },
    "kill -9 of PostgreSQL": () => ({
      target: "PostgreSQL",
      happen: async () => {
        await this.scene.postgres.kill();
        await delay(this.random.whole(0, 2_000));
        await this.scene.postgres.revive();
      },
    }),
    "kill -9 of a process of PostgreSQL": () => ({
      target: "PostgreSQL",
      happen: async () => this.scene.postgres.killBackend(),
    }),
    "cut of connections to PostgreSQL": () => {
      const { name, proxy } = this.server();
      return { target: `line of ${name}`, happen: async () => proxy.cut() };
    },
    "cut at a commit": () => {
      const { name, proxy } = this.server();
      const what = this.random.pick(["request", "answer"] as const);
      const happen = async () => {
        await Promise.race([proxy.cutNextCommit(what), delay(2_000)]);
        proxy.spareCommits();
      };
      return { target: `line of ${name}`, happen };
    },
    "silence between a server and PostgreSQL": () => {
      const { name, proxy } = this.server();
      const happen = async () => {
        proxy.fallSilent();
        await delay(this.duration());
        if (this.random.isLucky(0.5)) proxy.cut();
        proxy.speak();
      };
      return { target: `line of ${name}`, happen };
    },
    "pause of a server": () => {
      const server = this.server();
      return {
        target: server.name,
        happen: () => server.pause(this.duration()),
      };
    },
    "payment service in trouble": () => this.trouble("payment"),
    "tax service in trouble": () => this.trouble("tax"),
    "carrier in trouble": () => this.trouble("carrier"),
    "mail server in trouble": () => this.trouble("mail"),
    "webhook receiver down": () => ({
      target: "receiver",
      happen: async () => {
        await this.scene.outside.receiver.close();
        await delay(this.random.whole(200, 3_000));
        await this.scene.outside.receiver.open();
      },
    }),
    "clock of a server set": () => {
      const server = this.server();
      const happen = () => server.setClock(this.random.pick([HOUR, -HOUR, 0]));
      return { target: `clock of ${server.name}`, happen };
    },
  };

  /** Nothing is answered, nobody gets in, or what is under way is cut. */
  private trouble(name: Line) {
    const line = this.scene.outside.lines[name];
    const kind = this.random.pick(["silent", "closed", "cut"] as const);
    const happen = async () => {
      if (kind === "silent") line.fallSilent();
      else line.cut();
      line.isClosed = kind === "closed";
      await delay(this.duration());
      if (kind === "silent" && this.random.isLucky(0.5)) line.cut();
      line.isClosed = false;
      line.speak();
    };
    return { target: name, happen };
  }
}
