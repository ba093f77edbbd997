/**
 * The proof that `tradewind adopt` makes a database of the published v1.20.11 one of Tradewind, and back:
 *
 *   npm run test:adopt -- [--short] [--shape lived] [--part compare|old-rows|kill|traffic|side-by-side] [--seed 1] [--million]
 *
 * v1 itself makes the databases, by its commands and its API: they are kept in an ignored folder and made anew when the
 * code that makes them changes. Ends with exit code 1 if anything is not as it was, or differs from v1 in a way that
 * docs/differences-from-v1.md does not name. With --million it adopts a shop with a million orders instead, and prints
 * what that takes.
 */
import { parseArgs } from "node:util";
import { told } from "../../bench/support/problem.ts";
import { withFolder } from "../../bench/support/server.ts";
import { Databases } from "./databases.ts";
import { proveKills } from "./kill.ts";
import { adoptMillion } from "./million.ts";
import { proveOldRows, proveShape, recordShape } from "./one-shape.ts";
import { Proof } from "./proof.ts";
import { tradewind } from "./servers.ts";
import { provideShape, shapesOf } from "./shapes.ts";
import { proveSideBySide } from "./side-by-side.ts";
import { proveTraffic } from "./traffic.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    shape: { type: "string" },
    part: { type: "string" },
    seed: { type: "string", default: "21" },
    million: { type: "boolean", default: false },
    orders: { type: "string", default: "1000000" },
  },
});

const isAsked = (part: string) => values.part === undefined || values.part === part;

async function freshDatabase(proof: Proof): Promise<string> {
  const url = await proof.databases.create("fresh");
  const { code, output } = await tradewind(proof, url, ["migrate"]).ended;
  if (code !== 0) throw new Error(output);
  return url;
}

async function prove(proof: Proof): Promise<void> {
  const shapes = shapesOf({ isShort: values.short }).filter(
    ({ name }) => !values.shape || name === values.shape,
  );
  if (shapes.length === 0) throw new Error(`there is no shape ${values.shape}`);
  const freshUrl = await freshDatabase(proof);
  for (const shape of shapes) {
    const name = await provideShape(proof.databases, proof, shape);
    if (isAsked("compare")) await proveShape(proof, await recordShape(proof, shape, name), freshUrl);
    if (shape.orders === 0) continue;
    if (isAsked("old-rows")) await proveOldRows(proof, shape, name);
    if (isAsked("kill"))
      await proveKills(proof, name, { kills: values.short ? 3 : 10, seed: Number(values.seed) });
    if (isAsked("traffic")) await proveTraffic(proof, name, shape.kind);
    if (isAsked("side-by-side"))
      await proveSideBySide(proof, name, { kind: shape.kind, isShort: values.short });
  }
}

async function measureMillion(proof: Proof): Promise<void> {
  const shape = shapesOf({ isShort: values.short }).find(({ orders }) => orders > 0)!;
  await adoptMillion(proof, await provideShape(proof.databases, proof, shape), Number(values.orders));
}

await told(() =>
  withFolder(async (folder) => {
    const databases = await Databases.open();
    const proof = new Proof(databases, folder);
    try {
      await (values.million ? measureMillion(proof) : prove(proof));
    } finally {
      await databases.stop();
    }
    console.log(
      proof.problems.length > 0 ? `\n${proof.problems.length} things are not so` : "\nall of it is so",
    );
    if (proof.problems.length > 0) process.exitCode = 1;
  }),
);
