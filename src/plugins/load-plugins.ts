import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderRegistry } from "../providers/registry.ts";
import { checkPlugin } from "./check-plugin.ts";
import { readDashboardFiles } from "./dashboard/dashboard-files.ts";
import type { InstalledPlugin } from "./installed-plugin.ts";
import { limited } from "./limited.ts";
import { loadFailure } from "./load-failure.ts";
import type { Plugin } from "./plugin.ts";
import { PluginProblem, reasonOf } from "./plugin-problem.ts";
import { registrationsOf } from "./registrations.ts";
import { readTypeScript } from "./typescript/read-typescript.ts";

/** The exports of a plugin. They are not checked yet, so every value is unknown. */
interface Exports {
  name?: unknown;
  register?: unknown;
  default?: unknown;
}

/** A file or package that was imported. */
interface Imported {
  source: string;
  /** Its cursors, jobs and tables are stored under this name. */
  name: string;
  register: Plugin["register"];
  /** Absent for a module that only exports `register`. */
  plugin?: Plugin;
}

/** Of a module or a `register` that waits for something at the start. */
const LOAD_LIMIT = 60_000;

/** Imports those that are named by a file or package, checks all, and calls `register` of each in this order. */
export async function loadPlugins(
  sources: readonly (string | Plugin)[],
  registry: ProviderRegistry,
  limit = LOAD_LIMIT,
): Promise<void> {
  const imported = await importAll(sources, limit);
  refuseSameName(imported);
  for (const { source, name, register, plugin } of imported) {
    const { tradewind, close } = registrationsOf(registry, name);
    try {
      await limited(() => register?.(tradewind), limit);
    } catch (error) {
      throw loadFailure(source, error);
    }
    close();
    if (plugin) install(registry, installed(source, plugin));
  }
}

function install(registry: ProviderRegistry, plugin: InstalledPlugin): void {
  registry.plugins.push(plugin);
  try {
    registry.rules.add(plugin);
  } catch (error) {
    throw new PluginProblem(plugin.source, reasonOf(error), { cause: error });
  }
}

function installed(source: string, plugin: Plugin): InstalledPlugin {
  try {
    return { name: plugin.name, source, plugin, dashboard: readDashboardFiles(plugin) };
  } catch (error) {
    throw new PluginProblem(source, reasonOf(error), { cause: error });
  }
}

/** Names all that are missing or wrong at once. */
async function importAll(sources: readonly (string | Plugin)[], limit: number): Promise<Imported[]> {
  const plugins: Imported[] = [];
  const problems: PluginProblem[] = [];
  for (const source of sources) {
    try {
      plugins.push(
        typeof source === "string" ? await limited(() => importPlugin(source), limit) : givenPlugin(source),
      );
    } catch (error) {
      problems.push(loadFailure(String(source), error));
    }
  }
  const [first, ...others] = problems;
  if (!first) return plugins;
  const reasons = [first.reason, ...others.map(({ message }) => message)].join("; ");
  throw new PluginProblem(first.plugin, reasons, { cause: first.cause });
}

function givenPlugin(plugin: Plugin): Imported {
  const source = String(plugin.name);
  checkPlugin(source, plugin);
  return { source, name: plugin.name, register: plugin.register, plugin };
}

async function importPlugin(source: string): Promise<Imported> {
  const location = locate(source);
  readTypeScript();
  const exported: Exports = await import(location);
  const plugin = declaredIn(exported);
  if (plugin) {
    checkPlugin(source, plugin);
    return { source, name: plugin.name, register: plugin.register, plugin };
  }
  const register = registerOf(exported);
  if (!register)
    throw new PluginProblem(
      source,
      "it exports no definePlugin({ … }) by default, and no function register(tradewind)",
    );
  return { source, name: typeof exported.name === "string" ? exported.name : source, register };
}

/** `export default definePlugin({ … })`; compilers that write the older module format wrap it once more. */
function declaredIn({ default: byDefault }: Exports): Plugin | undefined {
  const inner = (byDefault as Exports | undefined)?.default;
  return [byDefault, inner].find(
    (each) => typeof each === "object" && each !== null && Object.hasOwn(each, "name"),
  ) as Plugin | undefined;
}

function registerOf(exported: Exports): Plugin["register"] {
  const { default: byDefault } = exported;
  const candidates = [exported.register, byDefault, (byDefault as Exports | undefined)?.register];
  return candidates.find((each) => typeof each === "function") as Plugin["register"];
}

function refuseSameName(plugins: readonly Imported[]): void {
  const declared = plugins.filter(({ plugin }) => plugin);
  for (const [place, { name, source }] of declared.entries()) {
    const other = declared.find((each, otherPlace) => each.name === name && otherPlace !== place);
    if (other?.source === source) throw new PluginProblem(source, "it is named twice");
    if (other)
      throw new PluginProblem(source, `it has the name ${name}, which the plugin ${other.source} has, too`);
  }
}

function locate(source: string): string {
  const file = resolve(source);
  if (existsSync(file)) return pathToFileURL(file).href;
  if (/^\.{0,2}\//.test(source)) throw new PluginProblem(source, `there is no file ${source}`);
  try {
    // A package of the shop; Tradewind itself may be installed elsewhere.
    return pathToFileURL(createRequire(resolve("package.json")).resolve(source)).href;
  } catch {
    // A package without an entry for `require` is only found by `import`, relative to Tradewind.
    return source;
  }
}
