import { extname, posix } from "node:path";
import type {
  BuildFailure,
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
} from "esbuild";
import { type DashboardFiles, SOURCES } from "./dashboard-files.ts";
import { KIT_NAMES, REACT_NAMES } from "./kit-names.ts";

/** Modules by their names: `entry.js`, and one for each part that is loaded on demand. */
export type Modules = ReadonlyMap<string, Uint8Array>;

/** Says what is wrong with the files of a plugin, with file and line. */
export class CompileProblem extends Error {}

const OWN = "plugin";
const SHARED = "shared";

/**
 * Makes the files of a plugin one module, and one for each `import()`. It reads no other files: imports are the plugin's own, or what
 * the dashboard shares, of which there is one in the page.
 */
export function compileDashboard(dashboard: DashboardFiles): Promise<Modules> {
  const compiled = last.then(() => compile(dashboard));
  last = compiled.catch(() => {});
  return compiled;
}

/** One after the other: each ends the process of the compiler, which would need memory for good. */
let last: Promise<unknown> = Promise.resolve();

async function compile(dashboard: DashboardFiles): Promise<Modules> {
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles } = await build({
      entryPoints: { entry: dashboard.entry },
      plugins: [only(dashboard)],
      bundle: true,
      splitting: true,
      write: false,
      outdir: "/",
      format: "esm",
      target: "es2022",
      charset: "utf8",
      jsx: "automatic",
      tsconfigRaw: "{}",
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "silent",
    });
    return new Map(outputFiles.map(({ path, contents }) => [posix.basename(path), contents]));
  } catch (error) {
    throw new CompileProblem(described(error), { cause: error });
  } finally {
    await stop();
  }
}

const described = (error: unknown): string => {
  const { errors = [] } = error as Partial<BuildFailure>;
  if (errors.length === 0) return String(error);
  return errors
    .map(({ text, location }) =>
      location ? `${location.file.replace(`${OWN}:`, "")}:${location.line}: ${text}` : text,
    )
    .join("; ");
};

const only = (dashboard: DashboardFiles): Plugin => ({
  name: "only-own-files",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, (asked) => resolved(dashboard, asked));
    onLoad({ filter: /.*/, namespace: OWN }, ({ path }) => loaded(path, dashboard.files.get(path)!));
    onLoad({ filter: /.*/, namespace: SHARED }, ({ path }: OnLoadArgs) => ({ contents: SHARES[path]! }));
  },
});

function resolved({ files }: DashboardFiles, { path, importer, kind }: OnResolveArgs): OnResolveResult {
  if (kind === "entry-point") return { path, namespace: OWN };
  // One for each file that imports it: a module of one line that two share would be a request of its own.
  if (Object.hasOwn(SHARES, path)) return { path, namespace: SHARED, suffix: `?${importer}` };
  if (!/^\.{1,2}\//.test(path))
    return refused(
      `"${path}" cannot be imported: only files of the folder, ${Object.keys(SHARES).join(", ")} can`,
    );
  const own = posix.join(posix.dirname(importer), path);
  if (own.startsWith("../")) return refused(`"${path}" is outside of the folder`);
  return files.has(own) ? { path: own, namespace: OWN } : refused(`there is no file "${own}" in the folder`);
}

const refused = (text: string): OnResolveResult => ({ errors: [{ text }] });

function loaded(path: string, contents: Buffer): OnLoadResult {
  const type = extname(path);
  if (SOURCES.includes(type)) return { contents, loader: LOADERS[type] ?? (type.slice(1) as Loader) };
  const address = `new URL(${JSON.stringify(`./${path}`)}, import.meta.url).href`;
  return { contents: type === ".css" ? styleSheet(address) : `export default ${address};` };
}

const LOADERS: Readonly<Record<string, Loader>> = { ".mjs": "js", ".mts": "ts" };

/** The policy of the page allows style sheets of its own host. */
const styleSheet = (address: string) =>
  `document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: ${address} }));`;

/** The dashboard sets it before it loads a plugin (dashboard/src/app/plugins/share-kit.ts). */
const KIT = 'globalThis[Symbol.for("tradewind.dashboard")]';

/** What plugins import by name. Another name is an error of the compiler. */
const SHARES: Readonly<Record<string, string>> = {
  "tradewind/dashboard": `export const { ${KIT_NAMES.join(", ")} } = ${KIT}.kit;`,
  react: `const React = ${KIT}.react; export default React; export const { ${REACT_NAMES.join(", ")} } = React;`,
  "react/jsx-runtime": `export const { Fragment, jsx, jsxs } = ${KIT}.jsxRuntime;`,
};
