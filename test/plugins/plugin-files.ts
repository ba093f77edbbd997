import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A plugin in a folder of its own: its files by their paths. */
export class PluginFiles {
  readonly folder = mkdtempSync(join(tmpdir(), "tradewind-plugin-"));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** For TRADEWIND_PLUGINS. */
  at = (path: string): string => join(this.folder, path);

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
