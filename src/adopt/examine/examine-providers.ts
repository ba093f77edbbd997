import type { Finding } from "../finding.ts";
import { counted, type Examination, note, warning } from "./examination.ts";
import { addMoney, type MoneyByCurrency, moneyText } from "./money-text.ts";

interface Dependent {
  provider: string;
  currency: string | null;
  orders: number;
  amount: string | null;
}

// Authorized and not captured yet: without the provider, the money stays where it is.
const PAYMENTS = `
  select provider_id as provider, currency_code as currency,
    count(distinct coalesce(order_id, swap_id, payment.id))::int as orders, sum(amount)::text as amount
  from payment
  where captured_at is null and canceled_at is null and provider_id <> all($1)
    and (order_id is not null or swap_id is not null)
    and not exists (select from "order" where "order".id = payment.order_id and "order".canceled_at is not null)
  group by 1, 2`;

// Captured, and not paid back: without the provider, a return or a canceled order cannot be refunded here.
const REFUNDABLE = `
  select provider_id as provider, currency_code as currency,
    count(distinct coalesce(order_id, swap_id, payment.id))::int as orders, sum(amount - amount_refunded)::text as amount
  from payment
  where captured_at is not null and canceled_at is null and amount > amount_refunded and provider_id <> all($1)
    and (order_id is not null or swap_id is not null)
    and not exists (select from "order" where "order".id = payment.order_id and "order".canceled_at is not null)
  group by 1, 2`;

// Goods that are still to be packed, and what has been paid for them.
const PARCELS = `
  with waiting as (
    select distinct "order".id, shipping_option.provider_id, "order".currency_code from "order"
      join shipping_method on shipping_method.order_id = "order".id
      join shipping_option on shipping_option.id = shipping_option_id
    where "order".canceled_at is null and "order".status in ('pending', 'requires_action')
      and fulfillment_status in ('not_fulfilled', 'partially_fulfilled', 'requires_action')
      and shipping_option.provider_id <> all($1))
  select waiting.provider_id as provider, waiting.currency_code as currency, count(distinct waiting.id)::int as orders,
    sum(amount - amount_refunded)::text as amount
  from waiting left join payment on payment.order_id = waiting.id and payment.canceled_at is null
  group by 1, 2`;

interface Use {
  provider: string;
  uses: number;
}

const REGIONS_OF_PAYMENTS = `select provider_id as provider, count(*)::int as uses from region_payment_providers
  join region on region.id = region_id and region.deleted_at is null where provider_id <> all($1) group by 1`;
const REGIONS_OF_TAXES = `select tax_provider_id as provider, count(*)::int as uses from region
  where deleted_at is null and tax_provider_id is not null and tax_provider_id <> all($1) group by 1`;
const OPTIONS = `select provider_id as provider, count(*)::int as uses from shipping_option
  where deleted_at is null and provider_id <> all($1) group by 1`;
const SENDERS = `select id as provider, (select count(*)::int from notification
    where provider_id = notification_provider.id and created_at > now() - interval '30 days') as uses
  from notification_provider where is_installed and id <> all($1)`;

const installedRows = (kind: string) =>
  `select id as provider, 0 as uses from ${kind}_provider where is_installed and id <> all($1)`;

interface Kind {
  kind: "payment" | "fulfillment" | "tax" | "notification";
  name: string;
  /** What uses a provider, in words of the report. */
  used: { text: string; one: string; many: string };
  /** Open orders, and money, that cannot go on without it. */
  dependents: readonly Dependents[];
}

interface Dependents {
  text: string;
  /** One order, and its state. */
  one: string;
  many: string;
  /** The names of the numbers for machines. */
  names: readonly [orders: string, money: string];
}

const kinds: readonly Kind[] = [
  {
    kind: "payment",
    name: "payment",
    used: { text: REGIONS_OF_PAYMENTS, one: "region offers it", many: "regions offer it" },
    dependents: [
      {
        text: PAYMENTS,
        one: "open order to be captured",
        many: "open orders to be captured",
        names: ["openOrders", "money"],
      },
      {
        text: REFUNDABLE,
        one: "captured order that can be refunded",
        many: "captured orders that can be refunded",
        names: ["refundableOrders", "refundable"],
      },
    ],
  },
  {
    kind: "fulfillment",
    name: "fulfilment",
    used: { text: OPTIONS, one: "shipping option uses it", many: "shipping options use it" },
    dependents: [
      {
        text: PARCELS,
        one: "open order to be packed",
        many: "open orders to be packed",
        names: ["openOrders", "money"],
      },
    ],
  },
  {
    kind: "tax",
    name: "tax",
    used: { text: REGIONS_OF_TAXES, one: "region uses it", many: "regions use it" },
    dependents: [],
  },
  {
    kind: "notification",
    name: "notification",
    used: { text: SENDERS, one: "message in 30 days", many: "messages in 30 days" },
    dependents: [],
  },
];

interface Missing {
  uses: number;
  /** One for each kind of dependents. */
  depending: { orders: number; money: MoneyByCurrency }[];
}

/** Providers of v1 that Tradewind would not have, with what depends on them. */
export async function examineProviders(examination: Examination): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const missing = await missingProviders(examination, kind);
    for (const [provider, found] of missing)
      findings.push(providerFinding(examination, kind, { provider, ...found }));
  }
  return findings;
}

async function missingProviders({ rows, installed }: Examination, { kind, name, used, dependents }: Kind) {
  const known = [installed[kind]];
  const missing = new Map<string, Missing>();
  const entry = (provider: string): Missing => {
    const found = missing.get(provider) ?? {
      uses: 0,
      depending: dependents.map(() => ({ orders: 0, money: {} })),
    };
    missing.set(provider, found);
    return found;
  };
  for (const text of [installedRows(kind), used.text]) {
    const uses = (await rows<Use>(`uses of ${name} providers`, text, known)) ?? [];
    for (const each of uses) entry(each.provider).uses += each.uses;
  }
  for (const [index, { text }] of dependents.entries()) {
    const depending = await rows<Dependent>(`orders of ${name} providers`, text, known);
    for (const { provider, currency, orders, amount } of depending ?? []) {
      const found = entry(provider).depending[index]!;
      found.orders += orders;
      if (currency !== null) addMoney(found.money, currency, Number(amount ?? 0));
    }
  }
  return [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
}

function providerFinding(
  { installed }: Examination,
  { kind, name, used, dependents }: Kind,
  { provider, uses, depending }: Missing & { provider: string },
): Finding {
  const depends = [
    ...depending.flatMap(({ orders, money }, index) => {
      const { one, many } = dependents[index]!;
      return orders > 0 ? [`${counted(orders, one, many)} (${moneyText(money)})`] : [];
    }),
    ...(uses > 0 ? [counted(uses, used.one, used.many)] : []),
  ];
  const numbers = depending.flatMap(({ orders, money }, index) => {
    const [ofOrders, ofMoney] = dependents[index]!.names;
    return [[ofOrders, orders] as const, [ofMoney, money] as const];
  });
  const details = { kind, provider, uses, ...Object.fromEntries(numbers) };
  if (depends.length === 0) {
    return note(
      "provider_unused",
      `The ${name} provider ${provider} is not installed in Tradewind, and nothing open depends on it.`,
      details,
    );
  }
  if (isReplacedBySmtp(installed, kind, provider)) {
    return note(
      "provider_replaced",
      `The mails of ${provider} (${depends.join(", ")}) are sent by TRADEWIND_SMTP_URL, in plain text. Its templates are not used.`,
      details,
    );
  }
  return warning(
    "provider_missing",
    `The ${name} provider ${provider} is not installed in Tradewind: ${depends.join(", ")}. ${remedyFor(kind, provider)}`,
    details,
  );
}

const isReplacedBySmtp = ({ notification }: Examination["installed"], kind: string, provider: string) =>
  kind === "notification" && provider === "sendgrid" && notification.includes("smtp");

const PLUGIN =
  "Write a plugin that registers a provider with this id (docs/guides/plugin-reference.md), or settle what is open in v1 first.";

function remedyFor(kind: string, provider: string): string {
  // v1 has a provider for each method of Stripe: stripe-ideal and others.
  if (kind === "payment" && provider.split("-")[0] === "stripe")
    return "Set STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET, as in docs/guides/paying-with-stripe.md.";
  if (kind === "notification" && provider === "sendgrid")
    return "Set TRADEWIND_SMTP_URL to the SMTP server of SendGrid.";
  return PLUGIN;
}
