import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Program } from "../servers/process.ts";

const preload = pathToFileURL(join(import.meta.dirname, "shifted-clock.mjs")).href;

/** The clock of a process, which can be set while it runs. */
export class ShiftedClock {
  private readonly folder = mkdtempSync(join(tmpdir(), "tradewind-clock-"));
  private readonly file = join(this.folder, "milliseconds");

  /** For the process that is to have it. */
  readonly environment = { NODE_OPTIONS: `--import=${preload}`, SHIFTED_CLOCK: this.file };

  async set(program: Program, milliseconds: number): Promise<void> {
    writeFileSync(this.file, String(milliseconds));
    program.process.kill("SIGUSR2");
    // Signals are handled between two tasks.
    await delay(100);
  }

  remove = () => rmSync(this.folder, { recursive: true, force: true });
}
