/**
 * The same random requests to Tradewind and to the published v1.20.11, and the answers compared:
 *
 *   npm run test:beside-v1 -- [--steps 2000] [--seed 1] [--kind plain|modules] [--area carts] [--log steps.jsonl]
 *
 * First beside a plain v1, then beside one with its modules for stock and files: so many steps each. Ends with exit code 1
 * if an answer differs in a way that docs/differences-from-v1.md does not name. With --log each step is added to a file as
 * one line of JSON (step, action, request, answers of both), so that a difference can be followed back to where it began.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PLAIN, provideV1, type V1, WITH_MODULES } from "../../bench/compare/v1.ts";
import { told } from "../../bench/support/problem.ts";
import { withFolder } from "../../bench/support/server.ts";
import { RandomSource } from "../soak/random-source.ts";
import { carts } from "./areas/carts.ts";
import { catalogue } from "./areas/catalogue.ts";
import { checkout } from "./areas/checkout.ts";
import { files } from "./areas/files.ts";
import { jobs } from "./areas/jobs.ts";
import { orders } from "./areas/orders.ts";
import { people } from "./areas/people.ts";
import { pricesAndDiscounts } from "./areas/prices.ts";
import { settings } from "./areas/settings.ts";
import { stock } from "./areas/stock.ts";
import { Campaign, type Finding, type Scope, type Step } from "./campaign.ts";
import { described, summary } from "./report.ts";
import { basicShop, stockedShop } from "./shop.ts";
import { Systems } from "./systems.ts";
import { World } from "./world.ts";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    kind: { type: "string" },
    area: { type: "string" },
    log: { type: "string" },
  },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
if (![steps, seed].every(Number.isSafeInteger) || steps < 1)
  throw new Error("--steps and --seed are whole numbers");

interface Kind extends Scope {
  name: string;
  v1: V1;
}

// Orders are what comes of carts.
const sales = { carts, checkout, orders };
const kinds: Kind[] = [
  {
    name: "plain",
    v1: PLAIN,
    shop: basicShop,
    areas: { catalogue, pricesAndDiscounts, settings, people, ...sales },
  },
  {
    name: "modules",
    v1: WITH_MODULES,
    shop: stockedShop,
    areas: { stock, moreStock: stock, files, jobs, catalogue, ...sales },
  },
];

/** The kind with the areas that were asked for, or none. */
function asked(kind: Kind): Kind[] {
  const entries = Object.entries(kind.areas).filter(([name]) => !values.area || name === values.area);
  const isAsked = (!values.kind || values.kind === kind.name) && entries.length > 0;
  return isAsked ? [{ ...kind, areas: Object.fromEntries(entries) }] : [];
}

const log = (step: Step): void => {
  if (values.log) appendFileSync(values.log, `${JSON.stringify(step)}\n`);
};

const compare = (kind: Kind): Promise<void> =>
  withFolder(async (folder) => {
    provideV1(kind.v1);
    const systems = await Systems.start(folder, kind.v1);
    try {
      console.log(`${kind.name}, seed ${seed} (again: --steps ${steps} --seed ${seed} --kind ${kind.name})`);
      const world = new World(new RandomSource(seed));
      const onFinding = (finding: Finding) => console.log(described(finding));
      const campaign = new Campaign(systems, world, kind, { onStep: log, onFinding });
      await campaign.run(steps);
      console.log(summary(campaign.outcome));
      if (campaign.outcome.findings.length > 0) process.exitCode = 1;
    } finally {
      await systems.stop();
    }
  });

await told(async () => {
  const chosen = kinds.flatMap(asked);
  if (chosen.length === 0) throw new Error(`no kind ${values.kind ?? ""} with the area ${values.area ?? ""}`);
  for (const kind of chosen) await compare(kind);
});
