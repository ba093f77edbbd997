import { duePurposes } from "../movement-store.ts";
import type { MoneyDeps } from "./deps.ts";
import { finishPurpose } from "./finish-purpose.ts";

const AT_ONCE = 50;
// The next run is not far: services that do not answer must not keep all workers busy.
const TIME = 45_000;

/** Looks after all movements that somebody has begun and not ended. */
export async function finishDue(deps: MoneyDeps, run: { isStopping(): boolean }): Promise<void> {
  const end = Date.now() + TIME;
  for (const purpose of await duePurposes(deps.db, AT_ONCE)) {
    if (run.isStopping() || Date.now() > end) return;
    await finishPurpose(deps, purpose);
  }
}
