import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FLAGS, PLAIN, prepareV1, provideV1, type V1, WITH_MODULES } from "../../bench/compare/v1.ts";
import type { Databases } from "./databases.ts";
import { liveWithV1 } from "./life/index.ts";
import { type Place, startV1 } from "./servers.ts";

/** A database as v1 makes it. */
export interface Shape {
  name: string;
  kind: V1;
  /** Orders of the shop that lives in it. */
  orders: number;
}

const defaultFlags: Shape = { name: "default_flags", kind: DEFAULT_FLAGS, orders: 0 };

/** The short form has the two that differ most from a new shop: without most flags, and with stock by location. */
export const shapesOf = ({ isShort }: { isShort: boolean }): Shape[] =>
  isShort
    ? [defaultFlags, { name: "lived_with_modules", kind: WITH_MODULES, orders: 40 }]
    : [
        defaultFlags,
        { name: "all_flags_with_modules", kind: WITH_MODULES, orders: 0 },
        { name: "lived", kind: PLAIN, orders: 300 },
        { name: "lived_with_modules", kind: WITH_MODULES, orders: 120 },
      ];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).map(({ name }) => join(folder, name));

const sourcesOf = ({ orders }: Shape): string[] => [
  join(import.meta.dirname, "../../bench/compare/v1.ts"),
  ...(orders > 0 ? filesIn(join(import.meta.dirname, "life")) : []),
];

/** What was made by other code is made anew. */
export function digestOf(shape: Shape): string {
  const hash = createHash("sha256").update(JSON.stringify([shape.kind, shape.orders]));
  for (const file of sourcesOf(shape)) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

/** The name of a database that v1 has made: copy it before you use it. */
export async function provideShape(databases: Databases, place: Place, shape: Shape): Promise<string> {
  const name = `made_${digestOf(shape)}`;
  if (await databases.exists(name)) return name;
  const began = performance.now();
  const unfinished = `${shape.name}_unfinished`;
  if (shape.orders > 0) await live(databases, place, { ...shape, name: unfinished });
  else {
    provideV1(shape.kind);
    prepareV1(shape.kind, await databases.create(unfinished));
  }
  await databases.rename(unfinished, name);
  console.log(`made ${shape.name} with v1 in ${Math.round((performance.now() - began) / 1000)} s`);
  return name;
}

async function live(databases: Databases, place: Place, { name, kind, orders }: Shape): Promise<void> {
  const before = await provideShape(databases, place, { name: "not_lived", kind, orders: 0 });
  const databaseUrl = await databases.create(name, before);
  const v1 = await startV1(place, kind, { url: databaseUrl });
  const hasCategories = kind.flags?.includes("product_categories") ?? false;
  await liveWithV1(v1.admin, v1.visitor, { orders, databaseUrl, hasCategories }).finally(() => v1.stop());
}
