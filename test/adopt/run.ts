/**
 * The proof that `tradewind adopt` makes a database of the published v1.20.11 one of Tradewind, and back:
 *
 *   npm run test:adopt -- [--short] [--shape lived] [--part compare|old-rows|kill|traffic|side-by-side] [--seed 1] [--million]
 *
 * The short form has fewer orders, asks less, and leaves out the traffic unless --part names it.
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
import { proveOldRows, proveSchema, proveShape, recordShape } from "./one-shape.ts";
import { Proof } from "./proof.ts";
import { tradewind } from "./servers.ts";
import { provideShape, type Shape, shapesOf } from "./shapes.ts";
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

/** Rows of a kind that are read by their id. */
const MOST = values.short ? 25 : Number.POSITIVE_INFINITY;

async function prove(proof: Proof): Promise<void> {
  const shapes = shapesOf({ isShort: values.short }).filter(
    ({ name }) => !values.shape || name === values.shape,
  );
  if (shapes.length === 0) throw new Error(`there is no shape ${values.shape}`);
  const freshUrl = await freshDatabase(proof);
  if (values.short) await Promise.all(shapes.map((shape) => proveOne(proof, shape, freshUrl)));
  else for (const shape of shapes) await proveOne(proof, shape, freshUrl);
}

async function proveOne(proof: Proof, shape: Shape, freshUrl: string): Promise<void> {
  const made = { shape, name: await provideShape(proof.databases, proof, shape) };
  if (isAsked("compare")) {
    if (values.short && shape.orders === 0) await proveSchema(proof, { ...made, freshUrl });
    else await proveShape(proof, await recordShape(proof, made, MOST), freshUrl);
  }
  if (shape.orders === 0) return;
  const { name } = made;
  if (isAsked("old-rows")) await proveOldRows(proof, shape, name);
  if (isAsked("kill"))
    await proveKills(proof, name, { kills: values.short ? 2 : 10, seed: Number(values.seed) });
  if (values.part === "traffic" || (!values.short && isAsked("traffic")))
    await proveTraffic(proof, name, shape.kind);
  if (isAsked("side-by-side"))
    await proveSideBySide(proof, name, { kind: shape.kind, isShort: values.short });
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
