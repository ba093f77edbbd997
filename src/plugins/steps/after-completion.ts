import type { Tx } from "../../db/database.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { ProviderRegistry } from "../../providers/registry.ts";
import type { InstalledPlugin } from "../installed-plugin.ts";
import type { AfterCompletion } from "../ports/steps.ts";
import type { PluginJob } from "../ports/work.ts";
import { refuse } from "../rules/refuse.ts";

/** No job of a plugin can have this name. */
export const taskAfterCompletion = (plugin: string) => `plugin:${plugin}:steps:afterCompletion`;

type Completed = Omit<AfterCompletion, "version">;

/** One job for each plugin, in the transaction of the completion. */
export async function enqueueAfterCompletion(
  tx: Tx,
  { plugins }: Pick<ProviderRegistry, "plugins">,
  completed: Completed,
): Promise<void> {
  for (const { name, plugin } of plugins) {
    if (plugin.steps?.afterCompletion)
      await enqueue(tx, { task: taskAfterCompletion(name), payload: { ...completed } });
  }
}

/** The step as a job; null if the plugin has none. */
export function jobAfterCompletion({ plugin }: InstalledPlugin): PluginJob | null {
  const step = plugin.steps?.afterCompletion;
  if (!step) return null;
  return {
    run: async (payload, { shop, signal }) => {
      const { kind, order_id, cart_id } = payload as unknown as Completed;
      const idempotencyKey = `${cart_id}-after-completion`;
      await step({ version: 1, kind, order_id, cart_id }, { shop, signal, refuse, idempotencyKey });
    },
  };
}
