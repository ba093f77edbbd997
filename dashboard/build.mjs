// Builds the dashboard into dist/dashboard, with a brotli form of every file. Does nothing when it is up to date.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { buildClient } from "../packages/client/build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "dashboard");
const output = join(root, "dist", "dashboard");
const client = join(root, "packages/client");

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const filesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));

function isUpToDate() {
  const inputs = [
    ...filesIn(join(source, "src")),
    ...filesIn(join(source, "public")),
    ...["index.html", "vite.config.ts", "used-styles.ts", "build.mjs"].map((name) => join(source, name)),
    // Its generated types are no part of the build.
    join(client, "build.mjs"),
    ...filesIn(join(client, "src")).filter((path) => !path.endsWith("operations.ts")),
    join(root, "package-lock.json"),
  ];
  // The page is written last, after the files that it loads.
  return inputs.every((path) => changed(path) < changed(join(output, "index.html")));
}

/** The folders of the packages that the scripts contain, for their licences. */
function packagesIn(built) {
  const modules = built.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].map((folder) => relative(root, folder)).sort();
}

/** Types are no part of this: `npm run typecheck` checks them. Returns whether it is built: that needs the development packages. */
export async function buildDashboard() {
  if (isUpToDate()) return true;
  if (!existsSync(join(root, "node_modules", "@vitejs", "plugin-react"))) return false;
  // Tests and shells have other values, with which React would be its slower and larger form for developers.
  process.env["NODE_ENV"] = "production";
  // The script of the published package, not the source that the workspace resolves to.
  const published = join(root, "dist", "client");
  await buildClient(published);
  const resolve = { alias: { "@tradewind/client": join(published, "index.js") } };
  const { build } = await import("vite");
  const { output: built } = await build({ root: source, resolve, logLevel: "warn" });
  writeFileSync(join(output, "packages.json"), JSON.stringify(packagesIn(built)));
  for (const path of filesIn(join(output, "assets"))) {
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
  const page = join(output, "index.html");
  writeFileSync(page, readFileSync(page));
  return true;
}
