import { join } from "node:path";
import { parseArgs } from "node:util";
import { pack, packCreate, root, writePackage } from "./packaging/write-package.ts";

// npm run package: writes build/package and packs it, and packs create-tradewind with the tarball inside, so that a project of it
// needs no registry for Tradewind. For a release that is published: npm run package -- --published
const { values } = parseArgs({ options: { published: { type: "boolean" } } });
const build = join(root, "build");
await writePackage({ folder: join(build, "package") });
const tradewind = pack(join(build, "package"), build);
const create = packCreate(build, values.published ? undefined : tradewind);
console.log(
  `${tradewind}\n${create}\n\nA project for a shop, in another folder:\n  npx --yes --package=file:${create} create-tradewind my-shop`,
);
