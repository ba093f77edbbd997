import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildClient } from "../../packages/client/build.mjs";
import { writeDeclarations } from "./declarations.ts";
import { root } from "./root.ts";

const source = join(root, "packages/client");

/** Writes everything that is published as `@tradewind/client`: one script without dependencies, and its types. */
export async function writeClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The types of the operations are not in the repository.
  execFileSync("npm", ["run", "--silent", "generate"], {
    cwd: source,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await buildClient(folder);
  writeDeclarations({ project: source, folder });
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** In the repository the entry is the source. It has one version with the server, whose API it knows. */
function manifest() {
  const own = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, description, license, type, sideEffects, engines } = own;
  return {
    name,
    version,
    description,
    keywords: ["tradewind", "commerce", "ecommerce", "client", "typescript"],
    license,
    type,
    sideEffects,
    engines,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public", provenance: true },
  };
}
