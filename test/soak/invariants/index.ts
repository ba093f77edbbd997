import * as acknowledged from "./acknowledged.ts";
import * as background from "./background.ts";
import * as events from "./events.ts";
import * as money from "./money.ts";
import type { Invariant, Scene } from "./scene.ts";
import * as stock from "./stock.ts";
import { totalsAgree } from "./totals.ts";

export type { Scene } from "./scene.ts";

const all: Record<string, Invariant> = {
  ...acknowledged,
  ...stock,
  ...money,
  ...events,
  ...background,
  totalsAgree,
};

/** Everything that is wrong, each with the name of what does not hold. */
export async function violationsIn(scene: Scene): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, invariant] of Object.entries(all)) {
    problems.push(...(await invariant(scene)).slice(0, 10).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}
