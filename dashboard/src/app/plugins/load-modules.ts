import i18next from "i18next";
import type { PluginModule } from "../../data/session/shell-route.ts";
import { messageOf } from "../../kit/api/error-message.ts";
import type { DashboardParts } from "../../kit/plugins/contract.ts";
import { problemsOf } from "./check-parts.ts";
import { addTextsOf, type HostedPlugin, type LostPlugin } from "./hosted-plugin.ts";
import { SECONDS, TooLate, withinTime } from "./within-time.ts";

const loaded = new Map<string, Promise<HostedPlugin | LostPlugin>>();

/** Once for a page. A browser does not load a module again that has failed. */
export function loadModule(plugin: PluginModule): Promise<HostedPlugin | LostPlugin> {
  const known = loaded.get(plugin.module) ?? load(plugin);
  loaded.set(plugin.module, known);
  return known;
}

async function load({ name, module }: PluginModule): Promise<HostedPlugin | LostPlugin> {
  try {
    const address = new URL(module, document.baseURI).href;
    const { default: parts }: { default?: unknown } = await withinTime(import(/* @vite-ignore */ address));
    const problems = problemsOf(parts);
    if (problems.length > 0) return wrong(name, problems.join("; "));
    const plugin = { name, parts: parts as DashboardParts };
    addTextsOf(plugin);
    return plugin;
  } catch (error) {
    console.error(`The module of the plugin ${name} cannot be used.`, error);
    return { name, reason: () => reasonOf(error) };
  }
}

function wrong(name: string, reason: string): LostPlugin {
  console.error(`The plugin ${name} declares its parts wrongly: ${reason}`);
  return { name, reason: () => i18next.t("plugins.wrong", { reason }) };
}

const reasonOf = (error: unknown): string =>
  error instanceof TooLate ? i18next.t("plugins.tooLate", { count: SECONDS }) : messageOf(error, i18next.t);
