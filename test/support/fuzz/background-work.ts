import { setTimeout as pause } from "node:timers/promises";
import { patience } from "../time/patience.ts";
import type { FuzzShop } from "./fuzz-shop.ts";

const PATIENCE = patience(30_000);

/** Runs the background jobs of the requests, and returns the internal faults that the server logged. */
export async function backgroundFaults(shop: FuzzShop): Promise<string[]> {
  const before = shop.faults.length;
  await shop.app.startWork();
  const end = Date.now() + PATIENCE;
  while (Date.now() < end && (await dueJobs(shop)) > 0) await pause(100);
  return shop.faults.slice(before).map((line) => `in the background: ${line.slice(0, 600)}`);
}

async function dueJobs({ db }: FuzzShop): Promise<number> {
  const [row] = await db.run<{ count: number }>({
    text: "select count(*) from graphile_worker.jobs where attempts < max_attempts and run_at <= now()",
    values: [],
  });
  return row!.count;
}
