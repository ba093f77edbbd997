// Builds the dashboard into dist/dashboard, with a brotli form of every file. Does nothing when it is up to date.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "dashboard");
const assets = join(root, "dist", "dashboard", "assets");

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const filesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
const inputs = [
  ...filesIn(join(source, "src")),
  ...["index.html", "vite.config.ts"].map((name) => join(source, name)),
  join(root, "packages/client/src/index.ts"),
  join(root, "package-lock.json"),
];

if (inputs.some((path) => changed(path) >= changed(assets))) {
  const { build } = await import("vite");
  await build({ root: source, logLevel: "warn" });
  for (const name of readdirSync(assets)) {
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(readFileSync(join(assets, name))));
  }
}
