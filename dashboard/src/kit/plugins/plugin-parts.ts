import { type ComponentType, useSyncExternalStore } from "react";
import type { Bulk } from "../list/use-bulk.ts";
import type { CardPlace, ListName, ShopRow } from "./contract.ts";
import type { ExtraColumn } from "./extra-column.ts";

/** Where pages show parts of plugins. */
interface Slots {
  Menu: { onFollow(): void };
  SettingsMenu: object;
  SettingsTiles: object;
  Cards: { on: CardPlace; row?: ShopRow };
  BulkActions: { list: ListName; bulk: Bulk };
}

/** What plugins add to the dashboard for this user. */
export interface PluginParts {
  /** Their modules are not there yet. */
  isLoading: boolean;
  /** Lists wait for the columns, so that they ask once. */
  holdsLists: boolean;
  columns: Partial<Record<ListName, readonly ExtraColumn[]>>;
  /** The lists that have actions for selected rows. */
  actionsOf: readonly ListName[];
  /** For Ctrl-K. */
  pages: readonly { to: string; label(): string; isSetting: boolean }[];
  slots: { readonly [Name in keyof Slots]?: ComponentType<Slots[Name]> };
}

const NONE: PluginParts = {
  isLoading: false,
  holdsLists: false,
  columns: {},
  actionsOf: [],
  pages: [],
  slots: {},
};

let parts = NONE;
const listeners = new Set<() => void>();

/** A change of some of them. */
export function setPluginParts(changed: Partial<PluginParts>): void {
  parts = { ...parts, ...changed };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const pluginParts = () => parts;

/** A shop without plugins in the dashboard has none. */
export const usePluginParts = () => useSyncExternalStore(subscribe, pluginParts);

/** Whether a list asks for more than its own columns show, or may. */
export const isExtended = (list: ListName): boolean =>
  parts.holdsLists || (parts.columns[list] ?? []).some(({ fields }) => fields.length > 0);
