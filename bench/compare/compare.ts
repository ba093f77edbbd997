import { setTimeout as pause } from "node:timers/promises";
import type { Operation } from "../checkout/operations.ts";
import type { Pids } from "../checkout/targets.ts";
import type { Launched } from "../support/launch.ts";
import { median } from "../support/measure.ts";
import type { Postgres } from "../support/postgres.ts";
import { memoryOf } from "../support/processes.ts";
import { combined, type Figures, figuresOf, warmUp } from "./figures.ts";
import { installedTradewind, installedV1 } from "./installed.ts";
import type { Report, Row } from "./report.ts";
import { rowsOf, type Visit } from "./rows.ts";
import { checkSame } from "./same.ts";
import { makeComparedShop } from "./shop.ts";
import { counting, statementsOf } from "./statements.ts";
import { bothSystems, type System, visit, withoutMemory } from "./systems.ts";

export interface Plan {
  /** A word that the names of the operations must have. */
  only: string;
  clients: readonly number[];
  /** Of one run. */
  seconds: number;
  warmUp: number;
  rounds: number;
}

/** One of the two while it runs. */
interface Side extends System {
  launched: Launched;
  /** Tradewind without the cache of catalogue answers; v1 itself. */
  withoutMemory: { url: string; pid: number };
}

/** A side with a shop in it, and what is done there. */
interface Open {
  side: Side;
  visit: Visit;
  operations: Operation[];
}

const ORDERS = 40;
const BUYERS = 4;

export async function compare(
  postgres: Postgres,
  folder: string,
  plan: Plan,
): Promise<Omit<Report, "setting">> {
  await counting(postgres, false);
  const { running, start } = await coldStarts(await bothSystems(postgres, folder), plan.rounds);
  const plain = await withoutMemory(postgres, folder);
  const plainServer = await plain.start();
  const sides = running.map((each): Side => {
    const other = each.name === "Tradewind" ? { url: plain.url, pid: plainServer.pid } : null;
    return { ...each, withoutMemory: other ?? { url: each.url, pid: each.launched.pid } };
  });
  try {
    await pause(2_000);
    const idle = memory(sides);
    const opened = await openShops(sides, plan);
    const statements = await countStatements(postgres, opened);
    const rows = await measureRows(postgres, opened, plan);
    const loaded = memory(sides);
    for (const { visit } of opened) {
      for (const client of [visit.admin, visit.visitor, ...Object.values(visit.withoutMemory)])
        client.close();
    }
    return { rows, statements, start, memory: { idle, loaded }, installed: installed(folder) };
  } finally {
    await Promise.all([plainServer, ...running.map(({ launched }) => launched)].map((each) => each.stop()));
  }
}

const pair = <Value>([tradewind, v1]: readonly Value[]) => ({ tradewind: tradewind!, v1: v1! });

const memory = (sides: readonly Side[]) => pair(sides.map(({ launched }) => memoryOf(launched.pid)));

/** The first start makes the tables; those after it are what an operator waits for. The last ones stay. */
async function coldStarts(systems: readonly System[], rounds: number) {
  const times: number[][] = systems.map(() => []);
  const running: (System & { launched: Launched })[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, system] of systems.entries()) {
      const launched = await system.start();
      if (round > 0) times[index]!.push(launched.readyAfter);
      if (round < rounds) await launched.stop();
      else running.push({ ...system, launched });
    }
  }
  return { running, start: pair(times.map(median)) };
}

/** The same shop on both, with some orders in it. */
async function openShops(sides: readonly Side[], plan: Plan): Promise<Open[]> {
  const opened: Open[] = [];
  for (const side of sides) {
    const clients = await visit(side.url);
    const withoutMemory = await visit(side.withoutMemory.url);
    const all = { ...clients, withoutMemory, shop: await makeComparedShop(clients.admin) };
    opened.push({ side, visit: all, operations: rowsOf(all) });
  }
  const total = await checkSame(opened.map(({ side, visit }) => ({ name: side.name, visit })));
  console.log(`both give the same answers: the same products, and an order of ${total} cents`);
  for (const { operations } of opened) await placeOrders(operations);
  for (const each of opened) each.operations = each.operations.filter(({ name }) => name.includes(plan.only));
  return opened;
}

/** What the administrator has to list. */
async function placeOrders(operations: readonly Operation[]): Promise<void> {
  const checkout = operations.find(({ name }) => name === "full checkout")!;
  const buy = async (client: number) => {
    for (let order = 0; order < ORDERS / BUYERS; order++) await checkout.run(client);
  };
  await Promise.all(Array.from({ length: BUYERS }, (_, client) => buy(client)));
}

async function countStatements(postgres: Postgres, opened: readonly Open[]): Promise<Report["statements"]> {
  await counting(postgres, true);
  const found: Report["statements"][number][] = [];
  for (const [index, { name }] of opened[0]!.operations.entries()) {
    const counts: number[] = [];
    for (const { side, operations } of opened) {
      counts.push(await statementsOf(postgres, side.database, operations[index]!));
    }
    found.push({ name, ...pair(counts) });
  }
  await counting(postgres, false);
  return found;
}

async function measureRows(postgres: Postgres, opened: readonly Open[], plan: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, { name }] of opened[0]!.operations.entries()) {
    // What one operation has left behind is no work of the next.
    for (const { side } of opened) await postgres.tidy(side.database);
    for (const clients of plan.clients) {
      const turns = opened.map(({ side, operations }) => {
        const operation = operations[index]!;
        const server = operation.isWithoutMemory ? side.withoutMemory.pid : side.launched.pid;
        return { operation, pids: { server: [server], database: [postgres.pid] } };
      });
      const row = { name, clients, ...pair(await inTurns(turns, { ...plan, clients })) };
      rows.push(row);
      console.log(
        `${name}, ${clients} clients: ${row.tradewind.rate.toFixed(1)} beside ${row.v1.rate.toFixed(1)} a second`,
      );
    }
  }
  return rows;
}

interface Turn {
  operation: Operation;
  pids: Pids;
}

/** Both are warmed up, then one runs while the other rests. */
async function inTurns(
  turns: readonly Turn[],
  plan: Omit<Plan, "clients"> & { clients: number },
): Promise<Figures[]> {
  const { clients, seconds, rounds } = plan;
  const rates: number[] = [];
  for (const { operation } of turns) {
    rates.push((await warmUp(operation, { clients, seconds: plan.warmUp })).perSecond);
  }
  const runs: Figures[][] = turns.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { operation, pids }] of turns.entries()) {
      // While warming up, it also had to make what it needs.
      await operation.prepare?.(Math.ceil(rates[index]! * seconds * 2.5));
      runs[index]!.push(await figuresOf(operation, pids, { clients, seconds }));
    }
  }
  return runs.map(combined);
}

function installed(folder: string): Report["installed"] {
  const tradewind = installedTradewind(folder);
  return { tradewind, v1: installedV1(), postgres: tradewind.postgres };
}
