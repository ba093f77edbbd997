import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { pluginApi } from "./plugin-api.ts";
import { PluginProblem, reasonOf } from "./plugin-problem.ts";
import type { ProviderRegistry } from "./registry.ts";
import type { Tradewind } from "./tradewind.ts";

type Register = (tradewind: Tradewind) => unknown;

/** What a plugin may export. It comes from outside, so nothing in it is certain. */
interface PluginModule {
  name?: unknown;
  register?: unknown;
  default?: unknown;
}

/** Calls `register` of every plugin, in the order of the setting. */
export async function loadPlugins(names: readonly string[], registry: ProviderRegistry): Promise<void> {
  for (const name of names) {
    const exported = await imported(name);
    const register = registerOf(exported);
    if (!register) throw new PluginProblem(name, "it exports no function register(tradewind)");
    // The cursors of its subscribers are stored under this name, so it must survive a move of the file.
    const ownName = typeof exported.name === "string" ? exported.name : name;
    const api = pluginApi(registry, ownName);
    try {
      await register(api.tradewind);
    } catch (error) {
      throw new PluginProblem(name, reasonOf(error), { cause: error });
    }
    api.close();
  }
}

async function imported(name: string): Promise<PluginModule> {
  try {
    return await import(locate(name));
  } catch (error) {
    throw error instanceof PluginProblem ? error : new PluginProblem(name, reasonOf(error), { cause: error });
  }
}

function locate(name: string): string {
  const file = resolve(name);
  if (existsSync(file)) return pathToFileURL(file).href;
  if (/^\.{0,2}\//.test(name)) throw new PluginProblem(name, `there is no file ${name}`);
  try {
    // A package of the shop; Tradewind itself may be installed elsewhere.
    return pathToFileURL(createRequire(resolve("package.json")).resolve(name)).href;
  } catch {
    // A package without an entry for `require` is only found by `import`, relative to Tradewind.
    return name;
  }
}

function registerOf(exported: PluginModule): Register | undefined {
  const byDefault = exported.default;
  const candidates = [
    exported.register,
    byDefault,
    (byDefault as { register?: unknown } | undefined)?.register,
  ];
  return candidates.find((each) => typeof each === "function") as Register | undefined;
}
