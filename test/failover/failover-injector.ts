import { setTimeout as delay } from "node:timers/promises";
import { median } from "../../bench/support/measure.ts";
import type { Memory } from "../soak/memory.ts";
import type { Trouble } from "../soak/soak.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";

export const KINDS = ["kill", "machine", "freeze", "partition", "disk"] as const;
export type Kind = (typeof KINDS)[number];

/** Longer than the lease of a primary (20 s), so that another one has taken over when it wakes up. */
const AWAY = 32_000;

interface Plan {
  cluster: PatroniCluster;
  memory: Memory;
  /** How often each kind is to happen. */
  times: Readonly<Record<Kind, number>>;
  log(line: string): void;
}

/** One failover after the other, each when the cluster is whole again. */
export class FailoverInjector implements Trouble {
  private readonly left: Kind[];
  private isBusy = false;
  private readonly gaps = new Map<Kind, number[]>();

  constructor(private readonly plan: Plan) {
    const { times } = plan;
    const most = Math.max(...Object.values(times));
    // In turns, as far as they go.
    this.left = Array.from({ length: most }, (_, round) =>
      KINDS.filter((kind) => times[kind] > round),
    ).flat();
  }

  isDone(): boolean {
    return this.left.length === 0 && !this.isBusy;
  }

  async works(isOver: () => boolean): Promise<void> {
    while (!isOver() && this.left.length > 0) {
      this.isBusy = true;
      const kind = this.left.shift()!;
      await this.happens(kind).catch((error) => this.plan.memory.violation(`${kind}: ${error}`));
      this.isBusy = false;
    }
  }

  async stops(): Promise<void> {
    await this.plan.cluster.untilWhole();
  }

  private async happens(kind: Kind): Promise<void> {
    const { cluster, memory, log } = this.plan;
    await cluster.untilWhole();
    const before = await cluster.primary();
    // Some work in between.
    await delay(500 + Math.random() * 1_500);
    memory.watchWrites();
    await this.plans[kind](before);
    await cluster.untilLedByOther(before);
    await cluster.untilWhole();
    await delay(500);
    const after = await cluster.primary();
    const gap = memory.timeWithoutWrites();
    this.gaps.set(kind, [...(this.gaps.get(kind) ?? []), gap]);
    memory.count(`fault ${kind}`);
    log(
      `${kind}: ${before.name} to ${after.name}, ${(gap / 1000).toFixed(1)} s without writes, ${this.left.length} left`,
    );
  }

  private readonly plans: Record<Kind, (node: PatroniCluster["nodes"][number]) => Promise<void>> = {
    kill: async (node) => this.plan.cluster.killPostgres(node),
    machine: async (node) => {
      const { cluster } = this.plan;
      cluster.killAll(node);
      await delay(AWAY);
      cluster.startPatroni(node);
    },
    freeze: async (node) => {
      const { cluster } = this.plan;
      cluster.signalPostgres(node, "SIGSTOP");
      await delay(AWAY);
      cluster.signalPostgres(node, "SIGCONT");
    },
    partition: async (node) => {
      const { cluster } = this.plan;
      cluster.isolate(node);
      await delay(AWAY);
      cluster.rejoin(node);
    },
    disk: async (node) => {
      const { cluster } = this.plan;
      cluster.fillDisk(node);
      await cluster.writeUntilLedByOther(node);
      cluster.emptyDisk(node);
    },
  };

  /** A row for each kind: how often, and seconds without an acknowledged change. */
  table(): string {
    const rows = [...this.gaps].map(([kind, gaps]) => {
      const [middle, worst] = [median(gaps), Math.max(...gaps)].map((gap) => (gap / 1000).toFixed(1));
      return `| ${kind} | ${gaps.length} | ${middle} | ${worst} |`;
    });
    return ["| failover | times | median (s) | worst (s) |", "|---|---|---|---|", ...rows].join("\n");
  }
}
