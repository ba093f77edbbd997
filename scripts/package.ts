import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./packaging/root.ts";
import { writeClient } from "./packaging/write-client.ts";
import { pack, packCreate, writePackage } from "./packaging/write-package.ts";

// npm run package: writes build/package and build/client-package and packs them, and packs create-tradewind with the tarball of the
// server inside, so that a project of it needs no registry for Tradewind. For a release that is published: npm run package --
// --published. The client alone, which takes seconds: npm run package -- --client. `--to` names another folder than build.
const { values } = parseArgs({
  options: { published: { type: "boolean" }, client: { type: "boolean" }, to: { type: "string" } },
});
const build = values.to ?? join(root, "build");
await writeClient(join(build, "client-package"));
const client = pack(join(build, "client-package"), build);
console.log(client);
if (!values.client) {
  await writePackage({ folder: join(build, "package") });
  const tradewind = pack(join(build, "package"), build);
  const create = packCreate(build, values.published ? undefined : tradewind);
  console.log(
    `${tradewind}\n${create}\n\nA project for a shop, in another folder:\n  npx --yes --package=file:${create} create-tradewind my-shop`,
  );
}
