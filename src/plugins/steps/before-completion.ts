import { createHash } from "node:crypto";
import { deepFreeze } from "../../kernel/deep-freeze.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { ProviderRegistry } from "../../providers/registry.ts";
import type { InstalledPlugin } from "../installed-plugin.ts";
import { limited } from "../limited.ts";
import type { BeforeCompletion } from "../ports/steps.ts";
import { refusalFrom, refuse } from "../rules/refuse.ts";
import { type PreparedCompletion, seenAs } from "./prepared-completion.ts";

/** Of the data of one plugin, as JSON. */
const MAX_DATA = 64 * 1024;

export const hasBeforeCompletion = ({ plugins }: ProviderRegistry): boolean =>
  plugins.some(({ plugin }) => plugin.steps?.beforeCompletion);

/** Runs the steps one after the other. The first that refuses or fails ends the completion. */
export async function runBeforeCompletion(
  providers: ProviderRegistry,
  completion: Omit<BeforeCompletion, "version">,
): Promise<PreparedCompletion> {
  const seen = seenAs(completion);
  const digest = createHash("sha256").update(seen).digest("base64url");
  const idempotencyKey = `${completion.cart.id}-${digest}`;
  const given = deepFreeze({ version: 1 as const, ...completion });
  const data = new Map<string, unknown>();
  for (const installed of providers.plugins) {
    if (!installed.plugin.steps?.beforeCompletion) continue;
    const returned = await runStep(providers, installed, { given, idempotencyKey });
    data.set(installed.name, returned ?? null);
  }
  return { seen, data };
}

/** What the caller sees of an error; the log has the error. */
async function runStep(
  providers: ProviderRegistry,
  { name, plugin }: InstalledPlugin,
  { given, idempotencyKey }: { given: BeforeCompletion; idempotencyKey: string },
): Promise<unknown> {
  const shop = providers.shopOf(name);
  const stop = new AbortController();
  try {
    const run = { shop, refuse, signal: stop.signal, idempotencyKey };
    const returned: unknown = await limited(() => plugin.steps!.beforeCompletion!(given, run));
    const refusal = refusalFrom(returned);
    if (refusal) throw refusal;
    return checkedData(returned);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    shop.log.error("steps.beforeCompletion failed", { err: error });
    const message = `The plugin ${name} failed in steps.beforeCompletion`;
    throw new Refusal("unexpected_state", message, "plugin_failed");
  } finally {
    stop.abort(new Error("the step has ended"));
  }
}

/** A copy: plain data of a limited size. */
function checkedData(returned: unknown): unknown {
  if (returned === undefined || returned === null) return null;
  const text = JSON.stringify(returned);
  if (typeof returned !== "object" || text === undefined) throw new Error("the step returned no plain data");
  if (text.length > MAX_DATA) throw new Error(`the step returned more than ${MAX_DATA} characters of data`);
  return JSON.parse(text);
}
