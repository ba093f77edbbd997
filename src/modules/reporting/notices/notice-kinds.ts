/** What users are notified of. A new kind is a line here, and its texts and its link in the dashboard. */
interface NoticeKind {
  /** The events that it stands for. A user sees those that the role may read. */
  readonly events: readonly string[];
  /** What it is about, in words; SQL on `event`. Null: it no longer exists. */
  readonly label: string;
  /** The id of the page that it leads to; SQL on `event`. */
  readonly target: string;
  /** Only for the user whose id the data of the event has under this name. */
  readonly userKey?: string;
}

const ofOrder = (id: string) => `(select '#' || coalesce((select number from tradewind.order_number
    where order_id = placed.id), display_id::text) from public."order" placed where id = ${id})`;
const orderOfPayment = `coalesce(event.data ->> 'order_id',
  (select order_id from public.payment where id = event.entity_id),
  (select order_id from public.swap where id = event.entity_id), event.entity_id)`;

export const NOTICE_KINDS = {
  order_placed: {
    events: ["order.placed"],
    label: ofOrder("event.entity_id"),
    target: "event.entity_id",
  },
  payment_failed: {
    events: [
      "order.payment_capture_failed",
      "swap.payment_capture_failed",
      "swap.process_refund_failed",
      "payment.payment_refund_failed",
    ],
    label: ofOrder(orderOfPayment),
    target: orderOfPayment,
  },
  stock_low: {
    events: ["stock.low"],
    label: `(select product.title || ' ' || variant.title from public.product_variant variant
      join public.product on product.id = variant.product_id where variant.id = event.entity_id)`,
    target: "(select product_id from public.product_variant where id = event.entity_id)",
  },
  import_done: {
    events: ["batch.completed", "batch.failed"],
    label: "(select type from public.batch_job where id = event.entity_id)",
    target: "event.entity_id",
  },
  mail_failed: {
    events: ["mail.failed"],
    label: "(select recipient from tradewind.mail where id = event.entity_id)",
    target: "event.entity_id",
  },
  webhook_failed: {
    events: ["webhook.disabled"],
    label: "(select url from tradewind.webhook where id = event.entity_id)",
    target: "event.entity_id",
  },
  mentioned: {
    events: ["note.mentioned"],
    label: `(select left(value, 120) from public.note where id = event.entity_id and deleted_at is null)`,
    target: "(select resource_id from public.note where id = event.entity_id)",
    userKey: "user_id",
  },
} as const satisfies Record<string, NoticeKind>;

export type KindName = keyof typeof NOTICE_KINDS;

export const KIND_NAMES = Object.keys(NOTICE_KINDS) as KindName[];

const all: [KindName, NoticeKind][] = KIND_NAMES.map((name) => [name, NOTICE_KINDS[name]]);

export const eventsOf = (kind: KindName): readonly string[] => NOTICE_KINDS[kind].events;

const OF_EVENT = new Map(all.flatMap(([name, { events }]) => events.map((event) => [event, name] as const)));

export const kindOf = (event: string): KindName => OF_EVENT.get(event)!;

/** `case event.name when … end` over the kinds. */
export const byEvent = (sqlOf: (kind: NoticeKind) => string): string =>
  `case ${all
    .map(
      ([, kind]) =>
        `when event.name in (${kind.events.map((name) => `'${name}'`).join(", ")}) then ${sqlOf(kind)}`,
    )
    .join(" ")} end`;

/** Whether the event is for the user: most are for everyone who may read it. */
export const isForUser = (user: string): string =>
  all
    .filter(([, { userKey }]) => userKey !== undefined)
    .flatMap(([, { events, userKey }]) =>
      events.map((name) => `(event.name <> '${name}' or event.data ->> '${userKey}' = ${user})`),
    )
    .join(" and ");
