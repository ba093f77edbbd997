import type { Shop } from "./shop.ts";

/** An account and guests with the same email are one person. */
export interface PluginPerson {
  readonly customer_ids: readonly string[];
  /** In lower case. */
  readonly emails: readonly string[];
}

/**
 * What the plugin has stored about a person, by table, for the export of personal data. An erasure is announced as
 * `customer.erased`, once for each customer: subscribe to it.
 */
export type ReadPersonalData<Tables = object> = (
  person: PluginPerson,
  run: { readonly shop: Shop<Tables> },
) => Promise<Readonly<Record<string, readonly object[]>>>;
