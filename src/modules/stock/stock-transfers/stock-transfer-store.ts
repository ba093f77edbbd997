import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { unknownItem, unknownLocation } from "../inventory/index.ts";
import type { SentLine, StockTransfer, TransferLine, TransferState } from "./stock-transfer.ts";

const insert = compiledWrite<StockTransfer & { userId: string }>(
  "stock-transfer-insert",
  { inserts: ["tradewind.stock_transfer"] },
  (p) => sql`
    insert into tradewind.stock_transfer
      (id, from_location_id, to_location_id, supplier, reference, note, expected_at, created_by)
    values (${p.id}, ${p.from_location_id}, ${p.to_location_id}, ${p.supplier}, ${p.reference}, ${p.note},
      ${p.expected_at}, ${p.userId})`,
);

const lock = compiledSql(
  "stock-transfer-lock",
  (p: { id: string }) => sql<StockTransfer>`
    select id, status, from_location_id, to_location_id, supplier, reference, note, expected_at, version
    from tradewind.stock_transfer where id = ${p.id} for update`,
);

const update = compiledWrite<StockTransfer>(
  "stock-transfer-update",
  { updates: ["tradewind.stock_transfer"] },
  (p) => sql`
    update tradewind.stock_transfer set from_location_id = ${p.from_location_id}, to_location_id = ${p.to_location_id},
      supplier = ${p.supplier}, reference = ${p.reference}, note = ${p.note}, expected_at = ${p.expected_at},
      version = version + 1, updated_at = now()
    where id = ${p.id}`,
);

const become = compiledWrite<{ id: string; status: TransferState }>(
  "stock-transfer-become",
  { updates: ["tradewind.stock_transfer"] },
  (p) => sql`
    update tradewind.stock_transfer set status = ${p.status}::text, version = version + 1, updated_at = now(),
      sent_at = case when ${p.status}::text = 'sent' then coalesce(sent_at, now()) else sent_at end,
      received_at = case when ${p.status}::text = 'received' then now() else received_at end
    where id = ${p.id}`,
);

const cancel = compiledWrite<{ id: string }>(
  "stock-transfer-cancel",
  { updates: ["tradewind.stock_transfer"] },
  (p) => sql`
    update tradewind.stock_transfer set canceled_at = now(), version = version + 1, updated_at = now(),
      status = case when exists (select 1 from tradewind.stock_transfer_line line
        where line.transfer_id = ${p.id} and line.received_quantity > 0) then 'received' else 'canceled' end,
      received_at = case when exists (select 1 from tradewind.stock_transfer_line line
        where line.transfer_id = ${p.id} and line.received_quantity > 0) then now() end
    where id = ${p.id}`,
);

interface LineRows {
  transferId: string;
  ids: string[];
  items: string[];
  quantities: number[];
}

const clearLines = compiledWrite<{ transferId: string }>(
  "stock-transfer-clear-lines",
  { deletes: ["tradewind.stock_transfer_line"] },
  (p) => sql`delete from tradewind.stock_transfer_line where transfer_id = ${p.transferId}`,
);

const insertLines = compiledWrite<LineRows>(
  "stock-transfer-insert-lines",
  { inserts: ["tradewind.stock_transfer_line"] },
  (p) => sql`
    insert into tradewind.stock_transfer_line (id, transfer_id, inventory_item_id, place, quantity)
    select sent.id, ${p.transferId}, sent.item, sent.place, sent.quantity
    from unnest(${p.ids}::text[], ${p.items}::text[], ${p.quantities}::integer[]) with ordinality
      as sent(id, item, quantity, place)`,
);

const findLines = compiledSql(
  "stock-transfer-lines",
  (p: { id: string }) => sql<TransferLine>`
    select line.inventory_item_id, line.quantity, line.received_quantity,
      coalesce(item.sku, item.title, line.inventory_item_id) as name
    from tradewind.stock_transfer_line line
    left join inventory_item item on item.id = line.inventory_item_id
    where line.transfer_id = ${p.id} order by line.place`,
);

// Of two requests the second one waits for the lock of the transfer, and its version is refused.
const receive = compiledReturningWrite<Omit<LineRows, "ids">, { open: number }>(
  "stock-transfer-receive",
  { updates: ["tradewind.stock_transfer_line"] },
  (p) => sql<{ open: number }>`
    update tradewind.stock_transfer_line line set received_quantity = line.received_quantity + sent.quantity
    from unnest(${p.items}::text[], ${p.quantities}::integer[]) as sent(item, quantity)
    where line.transfer_id = ${p.transferId} and line.inventory_item_id = sent.item
    returning line.quantity - line.received_quantity as open`,
);

const knownPlaces = compiledSql(
  "stock-transfer-places",
  (p: { items: string[]; locations: string[] }) => sql<{ id: string }>`
    select id from inventory_item where id = any(${p.items}) and deleted_at is null
    union all select id from stock_location where id = any(${p.locations}) and deleted_at is null`,
);

const placesOf = ({ from_location_id: from, to_location_id: to }: StockTransfer) =>
  from === null ? [to] : [to, from];

const itemsOf = (lines: readonly Pick<SentLine, "inventory_item_id">[]) =>
  lines.map(({ inventory_item_id }) => inventory_item_id);

/** The locations and items of the transfer that exist. */
export async function knownPlacesOf(
  tx: Tx,
  transfer: StockTransfer,
  lines: readonly Pick<SentLine, "inventory_item_id">[],
): Promise<ReadonlySet<string>> {
  const known = await knownPlaces(tx, { items: itemsOf(lines), locations: placesOf(transfer) });
  return new Set(known.map(({ id }) => id));
}

/** Refuses locations and items that do not exist. */
export async function checkPlaces(
  tx: Tx,
  transfer: StockTransfer,
  lines: readonly SentLine[],
): Promise<void> {
  const known = await knownPlacesOf(tx, transfer, lines);
  const place = placesOf(transfer).find((id) => !known.has(id));
  if (place !== undefined) throw unknownLocation(place);
  const item = itemsOf(lines).find((id) => !known.has(id));
  if (item !== undefined) throw unknownItem(item);
}

export const insertTransfer = (tx: Tx, transfer: StockTransfer, userId: string): Promise<void> =>
  insert(tx, { ...transfer, userId });

export async function lockTransfer(tx: Tx, id: string): Promise<StockTransfer> {
  const [transfer] = await lock(tx, { id });
  if (!transfer) throw notFound("Stock transfer", id);
  return transfer;
}

export const saveTransfer = (tx: Tx, transfer: StockTransfer): Promise<void> => update(tx, transfer);

export const setTransferState = (tx: Tx, id: string, status: TransferState): Promise<void> =>
  become(tx, { id, status });

/** Canceled, or received if a part has arrived before. */
export const cancelTransferRow = (tx: Tx, id: string): Promise<void> => cancel(tx, { id });

export async function saveLines(tx: Tx, transferId: string, lines: readonly SentLine[]): Promise<void> {
  await clearLines(tx, { transferId });
  await insertLines(tx, {
    transferId,
    ids: lines.map(() => newId("sttrl")),
    items: lines.map(({ inventory_item_id }) => inventory_item_id),
    quantities: lines.map(({ quantity }) => quantity),
  });
}

export const linesOfTransfer = (tx: Tx, id: string): Promise<TransferLine[]> => findLines(tx, { id });

export async function receiveLines(tx: Tx, transferId: string, arrived: readonly SentLine[]): Promise<void> {
  await receive(tx, {
    transferId,
    items: arrived.map(({ inventory_item_id }) => inventory_item_id),
    quantities: arrived.map(({ quantity }) => quantity),
  });
}
