import { url as debuggerUrl } from "node:inspector";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "../../kernel/refusal.ts";
import { Watchdog } from "./watchdog.ts";

/** Calls of functions of plugins that must return at once. */
export class PluginCalls {
  private readonly names: { plugin: string; what: string }[] = [];
  private log: Pick<FastifyBaseLogger, "error"> | undefined;
  private watchdog: Watchdog | undefined;

  numberOf(plugin: string, what: string): number {
    return this.names.push({ plugin, what });
  }

  /** Watches the calls from now on, and whatever else plugins do. Returns what ends it. */
  start(
    log: Pick<FastifyBaseLogger, "error">,
    { limit, hasPlugins }: { limit: number; hasPlugins: boolean },
  ): () => Promise<void> {
    this.log = log;
    // With a debugger, the code may stand still at a breakpoint.
    if (!hasPlugins || debuggerUrl() !== undefined) return async () => {};
    const watchdog = new Watchdog(
      this.names.map(({ plugin, what }) => `${what} of the plugin ${plugin}`),
      limit,
    );
    this.watchdog = watchdog;
    return () => watchdog.stop();
  }

  run<Result>(call: number, work: () => Result): Result {
    const { watchdog } = this;
    watchdog?.enter(call);
    try {
      const result = work();
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new Error("it returned a promise: it must decide at once");
      }
      return result;
    } catch (error) {
      throw this.failed(call, error);
    } finally {
      watchdog?.leave();
    }
  }

  /** The caller sees which plugin failed, the log has why. */
  failed(call: number, error: unknown): Refusal {
    const { plugin, what } = this.names[call - 1]!;
    this.log?.error(
      { plugin, err: error instanceof Error ? error : new Error(String(error)) },
      `${what} failed`,
    );
    return new Refusal("unexpected_state", `The plugin ${plugin} failed in ${what}`, "plugin_failed");
  }
}
