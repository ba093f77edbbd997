import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { extname, join, resolve } from "node:path";
import { CommandProblem } from "../command.ts";

/** What a plugin or a project is made of. Backups, logs and databases beside it change without a need to restart. */
const EXTENSIONS = new Set(
  "js mjs cjs jsx ts mts cts tsx json sql css html".split(" ").map((each) => `.${each}`),
);

const isSource = (name: string) =>
  name.startsWith(".env") || (!name.startsWith(".") && EXTENSIONS.has(extname(name)));

const isWatchedFolder = (name: string) => name !== "node_modules" && !name.startsWith(".");

interface Options {
  /** Folders below that are not watched: the data of the shop. */
  ignored: readonly string[];
  onChange(path: string): void;
}

/**
 * The sources in some folders, and in those below. Node's own recursive watcher would read node_modules, and cannot leave out a
 * folder.
 */
export class WatchedFiles {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly ignored: ReadonlySet<string>;

  constructor(
    folders: readonly string[],
    private readonly options: Options,
  ) {
    this.ignored = new Set(options.ignored.map((each) => resolve(each)));
    for (const folder of folders) this.add(resolve(folder));
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  /** Returns the sources below. */
  private add(folder: string): string[] {
    if (this.watchers.has(folder) || this.ignored.has(folder)) return [];
    const watcher = this.watch(folder);
    if (!watcher) return [];
    this.watchers.set(folder, watcher);
    watcher.on("change", (_type, name) => this.changed(folder, String(name)));
    // The folder was removed.
    watcher.on("error", () => this.remove(folder));
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((each) => each.isFile() && isSource(each.name));
    const folders = entries.filter((each) => each.isDirectory() && isWatchedFolder(each.name));
    return [
      ...files.map(({ name }) => join(folder, name)),
      ...folders.flatMap(({ name }) => this.add(join(folder, name))),
    ];
  }

  private watch(folder: string): FSWatcher | null {
    try {
      return watch(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOSPC" || code === "EMFILE")
        throw new CommandProblem(
          `the system allows no more watched folders (${folder}); on Linux raise fs.inotify.max_user_watches`,
        );
      // Removed in the meantime, or not readable for this user.
      return null;
    }
  }

  private changed(folder: string, name: string): void {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      if (isWatchedFolder(name)) for (const file of this.add(path)) this.options.onChange(file);
      return;
    }
    this.remove(path);
    if (isSource(name)) this.options.onChange(path);
  }

  private remove(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }
}
