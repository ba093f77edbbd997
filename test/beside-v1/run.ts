/**
 * The same random requests to Tradewind and to the published v1.20.11, and the answers compared:
 *
 *   npm run test:beside-v1 -- [--steps 2000] [--seed 1] [--area carts]
 *
 * Ends with exit code 1 if an answer differs in a way that docs/differences-from-v1.md does not name.
 */
import { parseArgs } from "node:util";
import { provideV1 } from "../../bench/compare/v1.ts";
import { told } from "../../bench/support/problem.ts";
import { withFolder } from "../../bench/support/server.ts";
import { Dice } from "../soak/dice.ts";
import { carts } from "./areas/carts.ts";
import { catalogue } from "./areas/catalogue.ts";
import { orders } from "./areas/orders.ts";
import { people } from "./areas/people.ts";
import { pricesAndDiscounts } from "./areas/prices.ts";
import { settings } from "./areas/settings.ts";
import { Campaign } from "./campaign.ts";
import { described, summary } from "./report.ts";
import { Systems } from "./systems.ts";
import { World } from "./world.ts";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    area: { type: "string" },
  },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
if (![steps, seed].every(Number.isSafeInteger) || steps < 1)
  throw new Error("--steps and --seed are whole numbers");
// Orders are what comes of carts.
const all = { catalogue, pricesAndDiscounts, settings, people, carts, moreCarts: carts, orders };
const areas = Object.fromEntries(
  Object.entries(all).filter(([name]) => !values.area || name === values.area),
);

await told(async () => {
  provideV1();
  await withFolder(async (folder) => {
    const systems = await Systems.start(folder);
    try {
      console.log(`seed ${seed} (the same again: --steps ${steps} --seed ${seed})`);
      const campaign = new Campaign(systems, new World(new Dice(seed)), areas, (finding) =>
        console.log(described(finding)),
      );
      await campaign.run(steps);
      console.log(summary(campaign.outcome));
      process.exitCode = campaign.outcome.findings.length > 0 ? 1 : 0;
    } finally {
      await systems.stop();
    }
  });
});
