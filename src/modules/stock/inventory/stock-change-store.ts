import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import { currentActor } from "../../../db/transactions/actor-context.ts";
import { newId } from "../../../kernel/ids.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import type { ChangeReason, StockChange } from "./stock-change.ts";

interface Rows {
  ids: string[];
  items: string[];
  locations: string[];
  quantities: string[];
  befores: (number | null)[];
  afters: (number | null)[];
  reason: string;
  note: string | null;
  subject: string | null;
  user: string | null;
}

const insert = compiledWrite<Rows>(
  "stock-change-insert",
  { inserts: ["tradewind.stock_change"] },
  (p) => sql`
    insert into tradewind.stock_change
      (id, inventory_item_id, location_id, quantity, before, after, reason, note, subject_id, user_id)
    select sent.id, sent.item, sent.location, sent.quantity, sent.before, sent.after,
      ${p.reason}::text, ${p.note}::text, ${p.subject}::text, ${p.user}::text
    from unnest(${p.ids}::text[], ${p.items}::text[], ${p.locations}::text[], ${p.quantities}::text[],
      ${p.befores}::integer[], ${p.afters}::integer[]) with ordinality
      as sent(id, item, location, quantity, before, after, place)
    order by sent.place`,
);

/** Records what has really changed, in the transaction of the change. */
export async function recordStockChanges(
  tx: Tx,
  changes: readonly StockChange[],
  { reason, note, subjectId, userId }: ChangeReason,
): Promise<void> {
  const real = changes.filter(({ before, after }) => before !== after);
  if (real.length === 0) return;
  await insert(tx, {
    ids: real.map(() => newId("stkchg")),
    items: real.map(({ itemId }) => itemId),
    locations: real.map(({ locationId }) => locationId),
    quantities: real.map(({ quantity }) => quantity),
    befores: real.map(({ before }) => before),
    afters: real.map(({ after }) => after),
    reason,
    note: note ?? null,
    subject: subjectId ?? null,
    user: userId ?? currentActor()?.userId ?? null,
  });
}

interface VariantRows {
  ids: string[];
  variants: string[];
  quantities: number[];
  reason: string;
  note: string | null;
  subject: string | null;
  user: string | null;
}

// Locks the variants: an order that is placed at the same time changes what was there before.
const insertOfVariants = compiledWrite<VariantRows>(
  "stock-change-insert-variants",
  { inserts: ["tradewind.stock_change"] },
  (p) => sql`
    with counted as (
      select piece.id, piece.inventory_quantity from product_variant piece
      where piece.id = any(${p.variants}) and not ${sql.raw(HAS_STOCK_LOCATIONS)} order by piece.id for no key update)
    insert into tradewind.stock_change (id, variant_id, quantity, before, after, reason, note, subject_id, user_id)
    select sent.id, sent.variant, 'stocked', counted.inventory_quantity, sent.quantity,
      ${p.reason}::text, ${p.note}::text, ${p.subject}::text, ${p.user}::text
    from unnest(${p.ids}::text[], ${p.variants}::text[], ${p.quantities}::integer[]) as sent(id, variant, quantity)
    join counted on counted.id = sent.variant and counted.inventory_quantity <> sent.quantity`,
);

/** The same for variants that count their pieces themselves. To be called before the quantities are saved. */
export async function recordVariantQuantities(
  tx: Tx,
  variants: readonly { id: string; inventory_quantity: number | null }[],
  { reason, note, subjectId, userId }: ChangeReason,
): Promise<void> {
  const counted = variants.filter(({ inventory_quantity }) => inventory_quantity !== null);
  if (counted.length === 0) return;
  await insertOfVariants(tx, {
    ids: counted.map(() => newId("stkchg")),
    variants: counted.map(({ id }) => id),
    quantities: counted.map(({ inventory_quantity }) => inventory_quantity!),
    reason,
    note: note ?? null,
    subject: subjectId ?? null,
    user: userId ?? currentActor()?.userId ?? null,
  });
}
