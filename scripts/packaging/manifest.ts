import type { Metafile } from "esbuild";

type Versions = Record<string, string>;

/** The part of the repository's package.json that the package is derived from. */
export interface RootManifest {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: Versions;
  dependencies: Versions;
  optionalDependencies: Versions;
}

/** The package.json of the published package: it depends only on what the bundles do not contain. */
export const manifestOf = (root: RootManifest, metafile: Metafile) => ({
  name: root.name,
  version: root.version,
  description: root.description,
  keywords: ["commerce", "ecommerce", "headless", "shop", "medusa", "postgresql"],
  license: root.license,
  type: "module",
  engines: root.engines,
  bin: { tradewind: "dist/main.js" },
  exports: {
    "./plugin": { types: "./types/plugins/index.d.ts", default: "./dist/plugin.js" },
    "./testing": { types: "./types/testing/test-shop.d.ts", default: "./dist/testing.js" },
    "./typescript": "./dist/typescript.js",
    "./dashboard": { types: "./types/dashboard/exports.d.ts" },
    "./openapi.json": "./docs/openapi.json",
    "./package.json": "./package.json",
  },
  dependencies: { ...importedOf(root.dependencies, metafile), ...ofPlugins(root.dependencies) },
  optionalDependencies: root.optionalDependencies,
  publishConfig: { access: "public", provenance: true },
});

/**
 * What plugins need: the types of `tradewind/plugin` and `tradewind/dashboard` are made of those of three packages, and esbuild reads
 * TypeScript.
 */
const ofPlugins = ({ esbuild, kysely, typebox, "@types/react": react }: Versions): Versions =>
  ({ "@types/react": react, esbuild, kysely, typebox }) as Versions;

/** The dependencies that the bundles import when they run. */
function importedOf(dependencies: Versions, { outputs }: Metafile): Versions {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const paths = imports.filter(({ external }) => external).map(({ path }) => path);
  const isImported = (name: string) => paths.some((path) => path === name || path.startsWith(`${name}/`));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isImported(name)));
}
