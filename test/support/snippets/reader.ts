import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { ownPort } from "../servers/free-port.ts";
import { ran } from "../servers/shell.ts";
import type { Block, Page } from "./blocks.ts";
import { expectShown } from "./expected.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const main = join(root, "dist/main.js");
const prelude = fileURLToPath(new URL("reader.sh", import.meta.url));

/** Printed before the output of each block. */
const MARK = "\x1e";

const placeOf = ({ page, line }: Block) => `${page}:${line}`;

/** A reader with a folder and a shop of their own, who types the commands of the pages. */
export class Reader {
  private constructor(
    private readonly folder: string,
    private readonly ports: { shop: number; other: number },
  ) {}

  /** With the data of another shop, or without any. */
  static async create(dataFolder?: string): Promise<Reader> {
    const folder = mkdtempSync(join(tmpdir(), "tradewind-reader-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    if (dataFolder) await ran("cp", ["-a", dataFolder, join(folder, "data")], { environment: {} });
    mkdirSync(join(folder, "work"));
    chmodSync(join(folder, "work"), 0o711);
    symlinkSync(join(root, "examples"), join(folder, "work", "examples"));
    return new Reader(folder, { shop: await ownPort(), other: await ownPort() });
  }

  /** What plugins import. A page that installs a package takes away what is in no package.json. */
  private linkServer(): void {
    const link = join(this.folder, "work", "node_modules", "tradewind");
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(root, link);
  }

  /** Does what the page says, and compares what it shows. */
  async follow({ path, blocks, startsShop }: Page): Promise<void> {
    const steps = blocks.filter((each) => each.notRun === undefined && (each.language === "sh" || each.file));
    if (steps.length === 0) return;
    this.linkServer();
    const starts = startsShop || steps.find(({ file }) => !file)?.text.includes("npm start");
    const { code, outputs, errors } = await this.run([
      starts ? "" : "start_plain_shop",
      ...steps.map((step) => `printf '\\n${MARK}'\n${commandsOf(step)}`),
    ]);
    const last = steps[outputs.length - 1];
    expect(code, `${last ? placeOf(last) : path}\n${outputs.at(-1)?.slice(-3000)}\n${errors}`).toBe(0);
    for (const [index, block] of blocks.entries()) {
      const before = steps.indexOf(blocks[index - 1]!);
      if (isAnswer(blocks, index))
        expectShown({ ...block, text: this.here(block.text) }, outputs[before]!, placeOf(block));
    }
  }

  /** Runs an example for the shop, with a token of its administrator. */
  async runExample(example: string): Promise<void> {
    const { code, errors } = await this.run([
      "start_plain_shop",
      "export BASE=http://localhost:9000 TOKEN=$(tradewind token issue --email admin@tradewind.local)",
      `${example.endsWith(".mjs") ? "node" : "bash"} ${example}`,
    ]);
    expect(code, errors).toBe(0);
  }

  /** Runs commands in one shell. `outputs` are those of the blocks that were begun. */
  private async run(commands: string[]) {
    const script = [`source '${prelude}'`, ...commands.map((each) => this.here(each))].join("\n");
    const child = spawn("bash", ["-c", script], {
      cwd: join(this.folder, "work"),
      // A group of its own: what a page leaves in the background ends with the page.
      detached: true,
      env: this.environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("exit", () => endGroup(child.pid!));
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, outputs: output.split(MARK).slice(1), errors };
  }

  private environment = () => ({
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    READER: this.folder,
    TRADEWIND_MAIN: main,
    TRADEWIND_DATA_DIR: join(this.folder, "data"),
    PORT: String(this.ports.shop),
    LOG_LEVEL: "warn",
  });

  /** The pages name the usual ports and folders of another machine. */
  private here = (text: string) =>
    text
      .replaceAll("localhost:9000", `localhost:${this.ports.shop}`)
      .replaceAll(/(localhost:|PORT=)4000/g, `$1${this.ports.other}`)
      .replaceAll("/path/to/tradewind/.tradewind", join(this.folder, "data"))
      .replaceAll("/srv/", `${this.folder}/`);

  async close(): Promise<void> {
    await this.run(["stop_shop"]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The end of the script is the end of its group, except for the shop, which has a session of its own. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

function commandsOf({ file, fails, saved, text }: Block): string {
  if (file)
    return `mkdir -p "$(dirname '${file}')"\ncat >'${file}' <<'END OF FILE'\n${saved}\nEND OF FILE\nfile_saved`;
  if (!fails) return `restart_after_changes\n${text}`;
  return `if { ${text}\n} 2>&1; then echo 'It did not fail' >&2; exit 1; fi`;
}

/** A block right below commands is their answer. */
export function isAnswer(blocks: Block[], index: number): boolean {
  const [above, block] = [blocks[index - 1], blocks[index]!];
  return (
    ["json", "text"].includes(block.language) &&
    block.notRun === undefined &&
    block.file === undefined &&
    above?.language === "sh" &&
    above.notRun === undefined
  );
}
