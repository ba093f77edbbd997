import i18next from "i18next";
import type { PluginModule } from "../../data/session/shell-route.ts";
import { texts as german } from "../../i18n/de/plugins.ts";
import { texts as english } from "../../i18n/en/plugins.ts";
import { type PluginParts, setPluginParts } from "../../kit/plugins/plugin-parts.ts";
import { addressOf, PLACES, type Place } from "./addresses.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { Cards } from "./cards.tsx";
import { columnsOf } from "./columns.tsx";
import { hosted, LISTS, setHosted } from "./hosted.ts";
import { type HostedPlugin, type LostPlugin, translateOf } from "./hosted-plugin.ts";
import { loadModule } from "./load-modules.ts";
import { Menu, SettingsMenu, SettingsTiles } from "./menus.tsx";
import { shareKit } from "./share-kit.ts";

/** In milliseconds. Lists and cards do not wait longer for a slow plugin. Lists ask again when it is there. */
const PATIENCE = 1_500;

const SLOTS = { BulkActions, Cards, Menu, SettingsMenu, SettingsTiles };

/** Loads the modules, and shows what this user may see of them. */
export async function hostPlugins(
  plugins: readonly PluginModule[],
  permissions: ReadonlySet<string>,
): Promise<void> {
  i18next.addResourceBundle("en", "translation", english, true);
  i18next.addResourceBundle("de", "translation", german, true);
  shareKit();
  const run = ++runs;
  const found: (HostedPlugin | LostPlugin | undefined)[] = plugins.map(() => undefined);
  const show = () => {
    // Another user has logged in meanwhile.
    if (run === runs) showFound(found, permissions);
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    show();
  }, PATIENCE);
  const loading = plugins.map(async (plugin, index) => {
    found[index] = await loadModule(plugin);
    if (isLate) show();
  });
  await Promise.all(loading);
  clearTimeout(timer);
  if (!isLate) show();
}

let runs = 0;

function showFound(
  found: readonly (HostedPlugin | LostPlugin | undefined)[],
  permissions: ReadonlySet<string>,
): void {
  setHosted({
    plugins: found.flatMap((plugin) => (plugin && "parts" in plugin ? visible(plugin, permissions) : [])),
    lost: found.filter((plugin) => plugin !== undefined && "reason" in plugin) as LostPlugin[],
  });
  setPluginParts({ ...partsOf(), slots: SLOTS, isLoading: found.includes(undefined), holdsLists: false });
}

/** Without the parts that the user has no permission for. */
function visible({ name, parts }: HostedPlugin, permissions: ReadonlySet<string>): HostedPlugin {
  const may = ({ needs }: { needs?: string }) => needs === undefined || permissions.has(needs);
  const { pages = [], settings = [], cards = [], lists = {} } = parts;
  const ofList = ({ columns = [], actions = [] }: NonNullable<(typeof lists)["orders"]>) => ({
    columns: columns.filter(may),
    actions: actions.filter(may),
  });
  return {
    name,
    parts: {
      pages: pages.filter(may),
      settings: settings.filter(may),
      cards: cards.filter(may),
      lists: Object.fromEntries(Object.entries(lists).map(([list, part]) => [list, ofList(part)])),
    },
  };
}

const partsOf = (): Pick<PluginParts, "actionsOf" | "columns" | "pages"> => ({
  columns: Object.fromEntries(LISTS.map((list) => [list, columnsOf(list)])),
  actionsOf: LISTS.filter((list) =>
    hosted().plugins.some(({ parts }) => (parts.lists?.[list]?.actions ?? []).length > 0),
  ),
  pages: (Object.keys(PLACES) as Place[]).flatMap((place) =>
    hosted().plugins.flatMap((plugin) =>
      (plugin.parts[place] ?? [])
        .filter(({ path }) => !path.includes(":"))
        .map(({ path, title }) => ({
          to: addressOf(place, plugin.name, path),
          label: () => translateOf(plugin)(title),
          isSetting: place === "settings",
        })),
    ),
  ),
});
