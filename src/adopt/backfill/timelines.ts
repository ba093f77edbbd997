import type { Backfill } from "./backfill.ts";
import { estimatedRows, pageOfIds } from "./page-of-ids.ts";
import { timelineSources } from "./timeline-sources.ts";

const ORDERS_PER_BATCH = 500;

type Source = (typeof timelineSources)[number];

const dataOf = ({ entity, part, data }: Source): string => {
  const pairs = [`'id', ${entity}`, ...(part ? [`'${part.key}', ${part.id}`] : []), ...(data ? [data] : [])];
  return `jsonb_build_object(${pairs.join(", ")})`;
};

const selectOf = (source: Source, step: number): string => {
  const { name, from, at, entity, part, by = "null" } = source;
  return `select ${step} as step, '${name}' as name, ${entity} as entity_id, '${part?.key ?? ""}' as part_key,
    ${part?.id ?? "''"} as part_id, ${dataOf(source)} as data, ${at} as occurred_at, ${by} as done_by from ${from}`;
};

/**
 * The numbers of these events are negative, which no cursor of a subscriber or webhook waits for: what happened years ago is
 * shown, and never delivered. They grow with the minute in which it happened, so that lists of events are in the order of
 * time. v1 has no rows from before 1970.
 */
const MICROSECONDS_OF_MINUTE = 60_000_000;
const BEFORE_ALL_OTHERS = -4_000_000_000_000_000;

const RECORD = `
  with placed as materialized (
    select id, created_at, canceled_at, no_notification, draft_order_id from "order" where id = any($1)
  ),
  told as materialized (
    select * from (${timelineSources.map(selectOf).join("\n    union all ")}) source where isfinite(occurred_at)
  ), missing as materialized (
    select 'evt_v1_' || md5(name || ' ' || entity_id || ' ' || part_id) as id,
      ${BEFORE_ALL_OTHERS} + extract(epoch from date_trunc('minute', occurred_at, 'UTC'))::bigint * 1000000 as minute,
      told.*
    from told
    where not exists (
      select from tradewind.event announced
      where announced.entity_id = told.entity_id and announced.name = told.name
        and coalesce(announced.data ->> told.part_key, '') = told.part_id)
  )
  insert into tradewind.event (seq, id, name, entity_id, data, tx, occurred_at, user_id, customer_id)
  overriding system value
  select coalesce(1 + (select max(seq) from tradewind.event
      where seq >= minute and seq < minute + ${MICROSECONDS_OF_MINUTE}), minute)
    + row_number() over (partition by minute order by occurred_at, step, id) - 1,
    id, name, entity_id, data, '0', occurred_at,
    case when starts_with(done_by, 'usr_') then done_by end,
    case when starts_with(done_by, 'cus_') then done_by end
  from missing
  on conflict (id) do nothing`;

// Few orders of many: PostgreSQL would read whole tables instead, and compile for half a minute what runs for a moment.
const BY_INDEX = "set local jit = off; set local enable_hashjoin = off; set local enable_mergejoin = off";

export const timelines: Backfill = {
  name: "timelines",
  title: "timelines of orders",
  total: (client) => estimatedRows(client, '"order"'),
  async batch(client, place) {
    const page = await pageOfIds(client, { table: '"order"' }, { place, size: ORDERS_PER_BATCH });
    await client.query(BY_INDEX);
    await client.query(RECORD, [page.ids]);
    return { place: page.place, rows: page.ids.length };
  },
};
