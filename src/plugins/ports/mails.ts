import type { Shop } from "./shop.ts";

/** A mail in plain text. */
export interface PluginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail for an event of the plugin, or nothing. It may be called again for the same event: a mail that failed is composed anew. */
export type ComposePluginMail<Tables = object> = (
  data: Readonly<Record<string, unknown>>,
  run: { readonly shop: Shop<Tables> },
) => Promise<PluginMail | null | undefined> | PluginMail | null | undefined;
