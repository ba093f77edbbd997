import { setTimeout as delay } from "node:timers/promises";

/** Editors and compilers write several files, or one several times: that is one change. */
const QUIET = 60;

/** Collects the changed files until `next` takes them. */
export class Changes {
  private readonly paths = new Set<string>();
  private count = 0;
  private wake: () => void = () => {};

  add(path: string): void {
    this.paths.add(path);
    this.count++;
    this.wake();
  }

  /** Ends `next` with no file. */
  stop(): void {
    this.wake();
  }

  /** Resolves when files have changed, and for a moment no further ones. */
  async next(): Promise<string[]> {
    if (this.paths.size === 0)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    for (let seen = -1; seen !== this.count; ) {
      seen = this.count;
      await delay(QUIET);
    }
    const paths = [...this.paths];
    this.paths.clear();
    return paths;
  }
}
