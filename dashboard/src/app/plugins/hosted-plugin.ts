import i18next from "i18next";
import { createContext } from "react";
import type { DashboardParts, Tools, Translate } from "../../kit/plugins/contract.ts";

/** A plugin whose module is loaded. */
export interface HostedPlugin {
  name: string;
  parts: DashboardParts;
}

/** A plugin whose module is missing or wrong. */
export interface LostPlugin {
  name: string;
  /** In the language of the user. */
  reason(): string;
}

/** The plugin that a component belongs to. */
export const PluginContext = createContext<HostedPlugin | null>(null);

const namespaceOf = ({ name }: HostedPlugin) => `plugin-${name}`;

export function addTextsOf(plugin: HostedPlugin): void {
  for (const [language, texts] of Object.entries(plugin.parts.texts ?? {}))
    i18next.addResourceBundle(language, namespaceOf(plugin), texts);
}

/** Names of texts have no structure. What is no name is the text itself. */
export const translateOf = (plugin: HostedPlugin): Translate => {
  const t = i18next.getFixedT(null, namespaceOf(plugin) as "translation") as unknown as (
    name: string,
    values: object,
  ) => string;
  return (name, values) => t(name, { ...values, keySeparator: false, nsSeparator: false });
};

export const toolsOf = (plugin: HostedPlugin, api: Tools["api"]): Tools => ({ api, t: translateOf(plugin) });
