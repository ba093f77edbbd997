import { join } from "node:path";
import { pack, root, writePackage } from "./packaging/write-package.ts";

// npm run package: writes build/package and packs it, and packs create-tradewind.
const build = join(root, "build");
await writePackage({ folder: join(build, "package") });
for (const folder of [join(build, "package"), join(root, "packages/create-tradewind")])
  console.log(pack(folder, build));
