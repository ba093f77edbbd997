// The script of `@tradewind/client`, as it is published: the package has it, and the dashboard is built with it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes `index.js` into the folder. */
export async function buildClient(folder) {
  await build({
    entryPoints: [fileURLToPath(new URL("src/index.ts", import.meta.url))],
    outfile: join(folder, "index.js"),
    bundle: true,
    platform: "neutral",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
}
