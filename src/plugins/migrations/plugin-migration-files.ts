import { type MigrationFile, readMigrations } from "../../db/migrations/migration-files.ts";
import { migrationFolderOf } from "../check-plugin.ts";
import type { InstalledPlugin } from "../installed-plugin.ts";
import { PluginProblem } from "../plugin-problem.ts";

const FILE = /^(\d{4})_[a-z0-9_]+$/;

/** The numbered files of a plugin in their order. */
export async function readPluginMigrations({ plugin, source }: InstalledPlugin): Promise<MigrationFile[]> {
  const folder = migrationFolderOf(plugin);
  if (folder === null) return [];
  const files = await readMigrations(folder).catch(() => {
    throw new PluginProblem(source, `its folder of migrations cannot be read: ${folder}`);
  });
  const numbers = new Set<string>();
  for (const { id } of files) {
    const number = FILE.exec(id)?.[1];
    if (number === undefined)
      throw new PluginProblem(source, `the migration ${id}.sql must have a name like 0001_points.sql`);
    if (numbers.has(number)) throw new PluginProblem(source, `two migrations have the number ${number}`);
    numbers.add(number);
  }
  return files;
}
