import { configFrom } from "../../config.ts";
import { schemaOf } from "../../plugins/installed-plugin.ts";
import { listStoredPlugins, type StoredPlugin } from "../../plugins/stored/list-stored-plugins.ts";
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
    const { plugins: installed } = await loadProviders(config);
    const opened = await openShop(config);
    try {
      const stored = await listStoredPlugins({ connectionString: opened.directUrl });
      const found = new Map(stored.map((each) => [each.name, each]));
      for (const { name, source, plugin } of installed) {
        print(
          found.get(name) ?? { name, migrations: [], tables: [], fields: [] },
          `installed (${source})`,
          plugin.version,
        );
        found.delete(name);
      }
      for (const left of found.values()) print(left, "taken out, its data is left");
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

export const pluginsRemoveData: Command = {
  name: "plugins remove-data",
  summary: "Remove the tables, the jobs and the values of fields of a plugin that was taken out.",
  details: "Events stay in the event log. There is no way back: make a backup before.",
  argument: "plugin",
  options: { yes: { help: "Do not ask." } },
  async run(given) {
    const name = argumentIn(given, "plugin");
    const config = configFrom(process.env);
    const { plugins: installed } = await loadProviders(config);
    if (installed.some((each) => each.name === name))
      throw new CommandProblem(`the plugin ${name} is installed: take it out of TRADEWIND_PLUGINS first`);
    const opened = await openShop(config);
    try {
      const connection = { connectionString: opened.directUrl };
      const stored = await listStoredPlugins(connection);
      const found = stored.find((each) => each.name === name);
      if (!found) throw new CommandProblem(unknownPlugin(name, stored));
      print(found, "taken out, its data is left");
      await confirm({
        question: `This drops the schema ${schemaOf(name)} with its rows, and removes the values of the fields. Is no server with the plugin running?`,
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
