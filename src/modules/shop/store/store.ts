import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { type Granted, requireOwner } from "../../../kernel/permissions.ts";
import { duplicate, invalid } from "../../../kernel/refusal.ts";

export interface Store {
  id: string;
  name: string;
  default_currency_code: string;
  swap_link_template: string | null;
  payment_link_template: string | null;
  invite_link_template: string | null;
  default_sales_channel_id: string | null;
  metadata: Metadata | null;
  /** Codes of the currencies that the shop sells in. */
  currencies: string[];
}

/** Null clears a template; absent fields stay unchanged. */
export interface StoreChanges {
  name?: string;
  default_currency_code?: string;
  currencies?: string[];
  swap_link_template?: string | null;
  payment_link_template?: string | null;
  invite_link_template?: string | null;
  default_sales_channel_id?: string;
  metadata?: Metadata;
}

const sentOrCurrent = <T>(sent: T | undefined, current: T): T => (sent === undefined ? current : sent);

export function withChanges(store: Store, changes: StoreChanges): Store {
  const next: Store = {
    ...store,
    ...withCurrencies(store, changes),
    name: changes.name ?? store.name,
    swap_link_template: sentOrCurrent(changes.swap_link_template, store.swap_link_template),
    payment_link_template: sentOrCurrent(changes.payment_link_template, store.payment_link_template),
    invite_link_template: sentOrCurrent(changes.invite_link_template, store.invite_link_template),
    default_sales_channel_id: changes.default_sales_channel_id ?? store.default_sales_channel_id,
  };
  return changes.metadata ? { ...next, metadata: mergedMetadata(store.metadata, changes.metadata) } : next;
}

/** The link carries the token of an invite: the site that serves the page can accept the invite. */
export function refuseForeignInviteLink(
  store: Store,
  { invite_link_template: sent }: StoreChanges,
  { granted, ownSites }: { granted: Granted; ownSites: readonly (string | null)[] },
): void {
  if (sent === undefined || sent === null || sent === store.invite_link_template) return;
  const known = [store.invite_link_template, ...ownSites].map(originOf);
  const origin = originOf(sent);
  if (origin === null || !known.includes(origin))
    requireOwner(granted, "invite_link_template leads to another site than before");
}

/** Null also where programs disagree about the site: some take what follows a backslash for it. */
const originOf = (template: string | null): string | null =>
  template !== null && !template.includes("\\") && URL.canParse(template) ? new URL(template).origin : null;

/** The default currency is always one of the currencies. */
function withCurrencies(store: Store, { currencies, default_currency_code }: StoreChanges) {
  const nextCurrencies = currencies ? lowerCaseCodes(currencies) : store.currencies;
  const nextDefault = default_currency_code?.toLowerCase() ?? store.default_currency_code;
  if (nextCurrencies.includes(nextDefault)) {
    return { currencies: nextCurrencies, default_currency_code: nextDefault };
  }
  throw default_currency_code === undefined
    ? defaultCurrencyRemoved()
    : invalid(`Store does not have currency: ${default_currency_code}`);
}

export function withCurrency(store: Store, code: string): Store {
  if (store.currencies.includes(code)) throw duplicate("Currency already added");
  return { ...store, currencies: [...store.currencies, code] };
}

/** Has no effect if the store does not have the currency. */
export function withoutCurrency(store: Store, code: string): Store {
  if (store.default_currency_code === code) throw defaultCurrencyRemoved();
  return { ...store, currencies: store.currencies.filter((each) => each !== code) };
}

const lowerCaseCodes = (sent: readonly string[]) => [...new Set(sent.map((code) => code.toLowerCase()))];

const defaultCurrencyRemoved = () =>
  invalid(
    "You are not allowed to remove default currency from store currencies without replacing it as well",
  );
