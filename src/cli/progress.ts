import type { Step } from "../adopt/adopt-database.ts";

const WIDTH = 30;

/** Shows steps of a long command: a bar in a terminal, otherwise a line for each step and each tenth of it. */
export class Progress {
  #shown = "";
  #title = "";
  #began = 0;

  constructor(private readonly output: NodeJS.WriteStream = process.stdout) {}

  show({ title, done, total }: Step): void {
    if (title !== this.#title) {
      this.end();
      this.#title = title;
      this.#began = Date.now();
    }
    const line = this.output.isTTY ? this.#bar(done, total) : tenths(title, done, total);
    if (line === this.#shown) return;
    this.#shown = line;
    this.output.write(this.output.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  }

  /** What is written next begins on a line of its own. */
  end(): void {
    if (this.#shown !== "" && this.output.isTTY) this.output.write("\n");
    this.#shown = "";
    this.#title = "";
  }

  #bar(done: number, total: number): string {
    const part = total === 0 ? 1 : done / total;
    const filled = Math.floor(part * WIDTH);
    const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
    return `  ${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${this.#title}${timeLeft(this.#began, part)}`;
  }
}

function timeLeft(began: number, part: number): string {
  const seconds = (Date.now() - began) / 1000;
  if (part <= 0 || part >= 1 || seconds < 2) return "";
  return `, about ${Math.ceil((seconds / part) * (1 - part))} s left`;
}

function tenths(title: string, done: number, total: number): string {
  const part = total === 0 ? 10 : Math.floor((done / total) * 10);
  return `  ${title}: ${part * 10} %`;
}
