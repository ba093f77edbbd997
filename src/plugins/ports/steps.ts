import type { Signal } from "../../kernel/runtime-types.ts";
import type { ShopCart, ShopCartTotals } from "./rule-data.ts";
import type { RefusedByRule, RuleHelp } from "./rules.ts";
import type { Shop } from "./shop.ts";

export interface StepRun<Tables = object> extends RuleHelp {
  readonly shop: Shop<Tables>;
  /** Aborted when the time limit is over. */
  readonly signal: Signal;
  /** The same for each repetition of the same step with the same cart. */
  readonly idempotencyKey: string;
}

export interface BeforeCompletion {
  readonly version: 1;
  readonly cart: ShopCart;
  readonly totals: ShopCartTotals;
}

export interface AfterCompletion {
  readonly version: 1;
  readonly kind: "order" | "draft_order" | "swap";
  /** Of the order that was placed, or that the swap belongs to. */
  readonly order_id: string;
  readonly cart_id: string;
}

/** Plain data for the rule `completion`. */
export type StepData = Readonly<Record<string, unknown>>;

/** Async functions around a completion. No row is locked while they run. */
export interface PluginSteps<Tables = object> {
  /**
   * Before anything is reserved or paid, within ten seconds. Returns nothing, `refuse(…)`, or data that the rule `completion` gets.
   * It runs again if the cart has changed meanwhile, so it must have no effect that a repetition would double.
   */
  readonly beforeCompletion?: (
    completion: BeforeCompletion,
    run: StepRun<Tables>,
  ) => Promise<StepData | RefusedByRule | null | undefined>;
  /** In a job, once the order is committed. At least once: a failure is repeated after growing pauses. */
  readonly afterCompletion?: (completion: AfterCompletion, run: StepRun<Tables>) => Promise<void>;
}
