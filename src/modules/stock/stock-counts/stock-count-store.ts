import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { unknownItem } from "../inventory/index.ts";
import type { CountedLine, CountLine, StockCount } from "./stock-count.ts";

interface NewCount {
  id: string;
  locationId: string;
  note: string | null;
  userId: string;
}

const insert = compiledWrite<NewCount>(
  "stock-count-insert",
  { inserts: ["tradewind.stock_count"] },
  (p) => sql`insert into tradewind.stock_count (id, location_id, note, created_by)
    values (${p.id}, ${p.locationId}, ${p.note}, ${p.userId})`,
);

const findLocation = compiledSql(
  "stock-count-location",
  (p: { id: string }) => sql<{ id: string }>`
    select id from stock_location where id = ${p.id} and deleted_at is null for share`,
);

/** As the stock page names an item. */
const nameOfItem = sql.raw(`coalesce((
  select concat_ws(' – ', product.title, piece.title) from product_variant_inventory_item needed
  join product_variant piece on piece.id = needed.variant_id and piece.deleted_at is null
  join product on product.id = piece.product_id
  where needed.inventory_item_id = item.id and needed.deleted_at is null
  order by needed.created_at, needed.id limit 1), item.title, item.sku, item.id)`);

interface Selection {
  countId: string;
  locationId: string;
  items: string[] | null;
}

const selectItems = compiledReturningWrite<Selection, { id: string }>(
  "stock-count-select-items",
  { inserts: ["tradewind.stock_count_line"] },
  (p) => sql<{ id: string }>`
    insert into tradewind.stock_count_line (id, count_id, inventory_item_id, sku, name)
    select 'stcntl_' || replace(gen_random_uuid()::text, '-', ''), ${p.countId}, item.id, item.sku, ${nameOfItem}
    from inventory_item item
    where item.deleted_at is null and case when ${p.items}::text[] is null
      then exists (select 1 from inventory_level level where level.inventory_item_id = item.id
        and level.location_id = ${p.locationId} and level.deleted_at is null)
      else item.id = any(${p.items}::text[]) end
    returning inventory_item_id as id`,
);

const addItems = compiledWrite<{ countId: string; items: string[] }>(
  "stock-count-add-items",
  { inserts: ["tradewind.stock_count_line"] },
  (p) => sql`
    insert into tradewind.stock_count_line (id, count_id, inventory_item_id, sku, name)
    select 'stcntl_' || replace(gen_random_uuid()::text, '-', ''), ${p.countId}, item.id, item.sku, ${nameOfItem}
    from inventory_item item where item.id = any(${p.items}) and item.deleted_at is null
    on conflict (count_id, inventory_item_id) do nothing`,
);

const countColumns = sql.raw("id, status, location_id, note");

// Two people enter counts at the same time; none does while the count is applied.
const lockShared = compiledSql(
  "stock-count-lock-shared",
  (p: { id: string }) =>
    sql<StockCount>`select ${countColumns} from tradewind.stock_count where id = ${p.id} for share`,
);

// All open counts of the location, always in the same order: what one of them corrects changes what the others expect.
const lockOfLocation = compiledSql(
  "stock-count-lock-location",
  (p: { locationId: string }) => sql<{ id: string }>`
    select id from tradewind.stock_count where location_id = ${p.locationId} and status = 'open'
    order by id for update`,
);

const place = compiledSql(
  "stock-count-place",
  (p: { id: string }) => sql<{ locationId: string }>`
    select location_id as "locationId" from tradewind.stock_count where id = ${p.id}`,
);

const lockAlone = compiledSql(
  "stock-count-lock",
  (p: { id: string }) =>
    sql<StockCount>`select ${countColumns} from tradewind.stock_count where id = ${p.id} for update`,
);

const lockLines = compiledSql(
  "stock-count-lock-lines",
  (p: { countId: string; items: string[] }) => sql<CountLine>`
    select inventory_item_id, coalesce(sku, name) as name, expected_quantity, counted_quantity
    from tradewind.stock_count_line
    where count_id = ${p.countId} and inventory_item_id = any(${p.items})
    order by inventory_item_id for update`,
);

interface Entered {
  countId: string;
  locationId: string;
  items: string[];
  quantities: (number | null)[];
  userId: string;
}

const enter = compiledWrite<Entered>(
  "stock-count-enter",
  { updates: ["tradewind.stock_count_line"] },
  (p) => sql`
    update tradewind.stock_count_line line set counted_quantity = sent.quantity,
      expected_quantity = case when sent.quantity is null then null else coalesce((
        select level.stocked_quantity from inventory_level level where level.inventory_item_id = sent.item
          and level.location_id = ${p.locationId} and level.deleted_at is null), 0) end,
      counted_by = case when sent.quantity is null then null else ${p.userId}::text end,
      counted_at = case when sent.quantity is null then null else now() end
    from unnest(${p.items}::text[], ${p.quantities}::integer[]) as sent(item, quantity)
    where line.count_id = ${p.countId} and line.inventory_item_id = sent.item
      and line.counted_quantity is distinct from sent.quantity`,
);

const differences = compiledSql(
  "stock-count-differences",
  (p: { countId: string }) => sql<CountLine>`
    select inventory_item_id, coalesce(sku, name) as name, expected_quantity, counted_quantity
    from tradewind.stock_count_line
    where count_id = ${p.countId} and counted_quantity <> expected_quantity`,
);

// The shelves are as they were: only the number that the other count is compared with has changed.
const expectOthers = compiledWrite<{ countId: string; locationId: string }>(
  "stock-count-expect-others",
  { updates: ["tradewind.stock_count_line"] },
  (p) => sql`
    update tradewind.stock_count_line other
    set expected_quantity = greatest(other.expected_quantity + made.after - made.before, 0)
    from tradewind.stock_change made, tradewind.stock_count open
    where made.subject_id = ${p.countId} and made.reason = 'count' and made.quantity = 'stocked'
      and open.location_id = ${p.locationId} and open.status = 'open' and open.id <> ${p.countId}
      and other.count_id = open.id and other.inventory_item_id = made.inventory_item_id
      and other.expected_quantity is not null`,
);

const end = compiledWrite<{ id: string; status: string; userId: string }>(
  "stock-count-end",
  { updates: ["tradewind.stock_count"] },
  (p) => sql`
    update tradewind.stock_count set status = ${p.status}::text, updated_at = now(),
      applied_at = case when ${p.status}::text = 'applied' then now() end,
      applied_by = case when ${p.status}::text = 'applied' then ${p.userId}::text end,
      canceled_at = case when ${p.status}::text = 'canceled' then now() end
    where id = ${p.id}`,
);

export const lockCountLocation = async (tx: Tx, id: string): Promise<boolean> =>
  (await findLocation(tx, { id })).length > 0;

export async function insertCount(tx: Tx, count: NewCount): Promise<void> {
  await insert(tx, count);
}

/** The items of the count: the named ones, or all that are kept at the location. Returns their number. */
export async function selectCountItems(tx: Tx, selection: Selection): Promise<number> {
  const made = await selectItems(tx, selection);
  const { items } = selection;
  const known = new Set(made.map(({ id }) => id));
  const unknown = items?.find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownItem(unknown);
  return made.length;
}

async function lockedBy(find: typeof lockAlone, tx: Tx, id: string): Promise<StockCount> {
  const [count] = await find(tx, { id });
  if (!count) throw notFound("Stock count", id);
  return count;
}

/** With the other open counts of its location. */
export async function lockCount(tx: Tx, id: string): Promise<StockCount> {
  const [found] = await place(tx, { id });
  if (found) await lockOfLocation(tx, found);
  return lockedBy(lockAlone, tx, id);
}

export const lockCountShared = (tx: Tx, id: string) => lockedBy(lockShared, tx, id);

/** Items that were not selected are found on shelves, too: they are added. */
export async function lockCountLines(tx: Tx, countId: string, items: string[]): Promise<CountLine[]> {
  await addItems(tx, { countId, items });
  const lines = await lockLines(tx, { countId, items });
  const known = new Set(lines.map(({ inventory_item_id }) => inventory_item_id));
  const unknown = items.find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownItem(unknown);
  return lines;
}

export async function saveCounted(
  tx: Tx,
  { id, location_id }: StockCount,
  { lines, userId }: { lines: readonly CountedLine[]; userId: string },
): Promise<void> {
  await enter(tx, {
    countId: id,
    locationId: location_id,
    items: lines.map(({ inventory_item_id }) => inventory_item_id),
    quantities: lines.map(({ counted_quantity }) => counted_quantity),
    userId,
  });
}

export const countDifferences = (tx: Tx, countId: string): Promise<CountLine[]> =>
  differences(tx, { countId });

/** Another open count of the same items has found the same difference: it is not corrected a second time. */
export const tellOtherCounts = (tx: Tx, { id, location_id }: StockCount): Promise<void> =>
  expectOthers(tx, { countId: id, locationId: location_id });

export const endCount = (
  tx: Tx,
  id: string,
  ended: { status: "applied" | "canceled"; userId: string },
): Promise<void> => end(tx, { id, ...ended });
