import { cpuTimes } from "../checkout/targets.ts";
import { median } from "../support/measure.ts";
import { Problem } from "../support/problem.ts";
import type { Contestant, Operation } from "./contestants.ts";
import type { NumberedShop } from "./shop.ts";

export interface Plan {
  clients: readonly number[];
  /** Of one run, about. */
  seconds: number;
  rounds: number;
}

interface Figures {
  rate: number;
  /** CPU milliseconds of one operation. */
  server: number;
  database: number;
}

export interface Row {
  operation: Operation;
  clients: number;
  of: Record<Contestant["name"], Figures>;
}

const OPERATIONS: readonly Operation[] = ["add line", "complete"];
/** Operations of each client that tell how many fit into a run. By then every connection has its plans, too. */
const WARM_UP = { each: 60, atLeast: 400 };

export async function race(
  shop: NumberedShop,
  contestants: readonly Contestant[],
  plan: Plan,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const operation of OPERATIONS) {
    for (const clients of plan.clients) {
      const found = await inTurns(shop, contestants, { ...plan, operation, clients });
      const of = Object.fromEntries(contestants.map(({ name }, index) => [name, found[index]!])) as Row["of"];
      rows.push({ operation, clients, of });
      const told = contestants.map(({ name }) => `${name} ${of[name].rate.toFixed(0)}`).join(", ");
      console.log(`${operation}, ${clients} clients: ${told} a second`);
    }
  }
  return rows;
}

interface Turns {
  operation: Operation;
  clients: number;
  seconds: number;
  rounds: number;
}

async function inTurns(
  shop: NumberedShop,
  contestants: readonly Contestant[],
  { seconds, rounds, ...turn }: Turns,
): Promise<Figures[]> {
  const rates: number[] = [];
  const few = Math.max(WARM_UP.atLeast, WARM_UP.each * turn.clients);
  for (const contestant of contestants) {
    rates.push((await once(shop, contestant, { ...turn, count: few })).rate);
  }
  const runs: Figures[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      runs[index]!.push(await once(shop, contestant, { ...turn, count: rates[index]! * seconds }));
    }
  }
  return runs.map(combined);
}

interface Turn {
  operation: Operation;
  clients: number;
  /** Operations, about. */
  count: number;
}

/** One contestant does one thing so many times, and it is counted whether it was done. */
async function once(shop: NumberedShop, contestant: Contestant, turn: Turn): Promise<Figures> {
  const { operation, clients, count } = turn;
  // Even, since two lines go into one cart.
  const each = 2 * Math.ceil(count / clients / 2);
  const all = clients * each;
  const from = await shop.makeCarts(operation === "add line" ? "empty" : "ready", all);
  await contestant.show?.(operation, { from, clients, each });
  const done = () => shop.count(`select count(*) from ${operation === "add line" ? "line_item" : '"order"'}`);
  const before = { done: await done(), cpu: cpuTimes(contestant.pids) };
  const rate = await contestant.run(operation, { from, clients, each });
  const after = { cpu: cpuTimes(contestant.pids), done: await done() };
  if (after.done - before.done !== all) {
    throw new Problem(`${contestant.name}, ${operation}: ${after.done - before.done} of ${all} were done`);
  }
  const cpuOf = (part: "server" | "database") => (after.cpu[part] - before.cpu[part]) / all;
  return { rate, server: cpuOf("server"), database: cpuOf("database") };
}

const combined = (runs: readonly Figures[]): Figures => ({
  rate: median(runs.map(({ rate }) => rate)),
  server: median(runs.map(({ server }) => server)),
  database: median(runs.map(({ database }) => database)),
});
