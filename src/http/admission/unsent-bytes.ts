import type { ServerResponse } from "node:http";

/** An answer that is taken more slowly is cut, in bytes a second; small ones have a minute. */
const LEAST_RATE = 32 * 1024;
const LEAST_TIME = 60_000;

/** The bytes of large answers that their readers have not taken yet. They are in the memory of the process. */
export class UnsentBytes {
  total = 0;
  private readonly of = new Map<string, number>();

  constructor(private readonly most: number) {}

  isFull(): boolean {
    return this.total >= this.most;
  }

  /** One address can use a quarter of the memory. */
  isFullFor(address: string): boolean {
    return (this.of.get(address) ?? 0) >= this.most / 4;
  }

  add(address: string, response: ServerResponse, bytes: number): void {
    if (bytes === 0 || response.destroyed) return;
    const tooSlow = () => response.destroy();
    const timer = setTimeout(tooSlow, LEAST_TIME + (bytes / LEAST_RATE) * 1_000).unref();
    this.change(address, bytes);
    response.once("close", () => {
      clearTimeout(timer);
      this.change(address, -bytes);
    });
  }

  private change(address: string, bytes: number): void {
    this.total += bytes;
    const left = (this.of.get(address) ?? 0) + bytes;
    if (left === 0) this.of.delete(address);
    else this.of.set(address, left);
  }
}
