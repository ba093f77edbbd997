import { configFrom } from "../../config.ts";
import { schemaOf } from "../../plugins/installed-plugin.ts";
import {
  listStoredPlugins,
  nothingStored,
  type StoredPlugin,
} from "../../plugins/stored/list-stored-plugins.ts";
import { removePluginData } from "../../plugins/stored/remove-plugin-data.ts";
import { loadProviders } from "../../providers/load-providers.ts";
import { argumentIn, type Command, CommandProblem } from "../command.ts";
import { confirm } from "../confirm.ts";
import { openShop } from "../database.ts";

export const plugins: Command = {
  name: "plugins",
  summary: "List the plugins, also those that were taken out and have left their data.",
  async run() {
    const config = configFrom(process.env);
    const { plugins: installed, subscribers } = await loadProviders(config);
    const opened = await openShop(config);
    try {
      const stored = await listStoredPlugins({ connectionString: opened.directUrl }, subscribers.ids());
      const found = new Map(stored.map((each) => [each.name, each]));
      for (const { name, source, plugin } of installed) {
        print(found.get(name) ?? nothingStored(name), `installed (${source})`, plugin.version);
        found.delete(name);
      }
      for (const left of found.values()) printLeft(left);
      if (installed.length + found.size === 0) console.log("There are no plugins with a declaration.");
      return 0;
    } finally {
      await opened.close();
    }
  },
};

function print({ name, migrations, tables, fields }: StoredPlugin, state: string, version?: string): void {
  console.log(`${name}${version ? ` ${version}` : ""}: ${state}`);
  for (const { name: table, rows, bytes } of tables)
    console.log(
      `  table      ${table} (${rows} ${rows === 1 ? "row" : "rows"}, ${Math.ceil(bytes / 1024)} kB)`,
    );
  for (const field of fields) console.log(`  field      ${field.name} of ${field.entity}`);
  for (const { id, appliedAt } of migrations) console.log(`  migration  ${id} (${appliedAt.toISOString()})`);
}

/** Also what installed plugins always have. */
function printLeft(plugin: StoredPlugin): void {
  print(plugin, "taken out, its data is left");
  const { subscribers, jobs, schedules } = plugin;
  if (subscribers.length > 0) console.log(`  subscriber ${subscribers.join(", ")}`);
  if (jobs > 0) console.log(`  jobs       ${jobs}`);
  if (schedules.length > 0) console.log(`  schedule   ${schedules.join(", ")}`);
}

export const pluginsRemoveData: Command = {
  name: "plugins remove-data",
  summary: "Remove the tables, the jobs and the values of fields of a plugin that was taken out.",
  details: "Events stay in the event log. There is no way back: make a backup before.",
  argument: "plugin",
  options: { yes: { help: "Do not ask." } },
  async run(given) {
    const name = argumentIn(given, "plugin");
    const config = configFrom(process.env);
    const { plugins: installed, subscribers } = await loadProviders(config);
    const isSubscribed = subscribers.ids().some((each) => each === name || each.startsWith(`${name}:`));
    if (isSubscribed || installed.some((each) => each.name === name))
      throw new CommandProblem(`the plugin ${name} is installed: take it out of TRADEWIND_PLUGINS first`);
    const opened = await openShop(config);
    try {
      const connection = { connectionString: opened.directUrl };
      const stored = await listStoredPlugins(connection, subscribers.ids());
      const found = stored.find((each) => each.name === name);
      if (!found) throw new CommandProblem(unknownPlugin(name, stored));
      printLeft(found);
      const what =
        found.migrations.length > 0
          ? `drops the schema ${schemaOf(name)} with its rows, and removes the values of its fields`
          : "removes the values of its fields, its jobs, schedules and subscribers";
      await confirm({
        question: `This ${what}. Is no server with the plugin running?`,
        word: name,
        option: "--yes",
        isGiven: given["yes"] === true,
      });
      await removePluginData(connection, name);
      console.log(`The data of ${name} is removed.`);
      return 0;
    } finally {
      await opened.close();
    }
  },
};

const unknownPlugin = (name: string, stored: readonly StoredPlugin[]) =>
  `there is no data of a plugin ${name}${stored.length > 0 ? `; there is data of ${stored.map((each) => each.name).join(", ")}` : ""}`;
