// Builds dist: main.js for a quick start, and a file for each library that only some commands or shops load
// (docs/adr/0009-one-file.md). Does nothing when they are up to date.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundles } from "./bundles.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(root, "dist");

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const filesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
const scripts = ["build.mjs", "bundles.mjs"].map((name) => join(root, "scripts", name));
const inputs = [...filesIn(join(root, "src")), join(root, "package-lock.json"), ...scripts];

if (inputs.some((path) => changed(path) >= changed(join(outdir, "main.js")))) {
  const { outputFiles } = await bundles({ root, outdir, sourcemap: true });
  mkdirSync(outdir, { recursive: true });
  // main.js last, after what it loads. A command that starts meanwhile reads the old file or the new one, never a part.
  const isMain = ({ path }) => path.endsWith("main.js");
  for (const { path, contents } of outputFiles.sort((a, b) => isMain(a) - isMain(b))) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
}

// Commands need no dashboard. Without the development packages it cannot be built: an installation that wants it must not go on
// without it, but a start serves the API all the same.
if (process.argv[1] === fileURLToPath(import.meta.url) && !process.argv.includes("--without-dashboard")) {
  const { buildDashboard } = await import("../dashboard/build.mjs");
  const isStart = process.argv.includes("--start");
  // `npm prune` writes package-lock.json again, so what was built before looks old.
  const isEnough = isStart && existsSync(join(outdir, "dashboard", "index.html"));
  if (!(await buildDashboard()) && !isEnough) {
    console.error(
      "The dashboard is not built: that needs the development packages. With it: npm ci && npm run build && npm prune --omit=dev" +
        (isStart ? "" : "\nWithout it: npm run build -- --without-dashboard"),
    );
    if (!isStart) process.exitCode = 1;
  }
}
