import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pack, root, writePackage } from "../../scripts/packaging/write-package.ts";

export interface Tarballs {
  create: string;
  tradewind: string;
  /** The same files under an older version: none has been published before. */
  before: string;
}

export const BEFORE = "0.0.9";

export async function packedInto(folder: string): Promise<Tarballs> {
  const source = join(folder, "package");
  await writePackage({ folder: source });
  const tradewind = pack(source, folder);
  const manifest = join(source, "package.json");
  const { version: _, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...rest, version: BEFORE }));
  const before = pack(source, folder);
  const create = pack(join(root, "packages/create-tradewind"), folder);
  for (const path of [create, tradewind, before]) chmodSync(path, 0o644);
  return { create, tradewind, before };
}
