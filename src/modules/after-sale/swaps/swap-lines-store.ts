import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import type { Line } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import type { ReturnedLine } from "./swap.ts";

const insertAdditional = compiledReturningWrite<{ cartId: string; swapId: string; lines: string }, unknown>(
  "swap-additional-lines",
  { inserts: ["line_item"] },
  (p) => sql`
    insert into line_item (id, cart_id, swap_id, variant_id, title, description, thumbnail, unit_price, quantity,
      includes_tax, allow_discounts, is_giftcard, metadata, should_merge, created_at)
    select sent.id, ${p.cartId}, ${p.swapId}, sent.variant_id, sent.title, sent.description, sent.thumbnail,
      sent.unit_price, sent.quantity, sent.includes_tax, sent.allow_discounts, sent.is_giftcard, sent.metadata, true,
      clock_timestamp()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, variant_id varchar, title varchar,
      description varchar, thumbnail varchar, unit_price integer, quantity integer, includes_tax boolean,
      allow_discounts boolean, is_giftcard boolean, metadata jsonb)`,
);

export async function insertAdditionalLines(
  tx: Tx,
  { lines, ...of }: { cartId: string; swapId: string; lines: readonly Line[] },
): Promise<void> {
  if (lines.length > 0) await insertAdditional(tx, { ...of, lines: JSON.stringify(lines) });
}

type ReturnedRows = { cartId: string; lines: string; adjustments: string; taxes: string };

const insertReturned = compiledWrite<ReturnedRows>(
  "swap-returned-lines",
  { inserts: ["line_item_adjustment", "line_item_tax_line", "line_item"] },
  (p) => sql`
    with adjusted as (insert into line_item_adjustment (id, item_id, discount_id, description, amount)
      select sent.id, sent.item_id,
        (select first.discount_id from line_item_adjustment first where first.item_id = sent.sold_id
          order by first.id limit 1), 'discount', sent.amount
      from jsonb_to_recordset(${p.adjustments}::jsonb)
        as sent(id varchar, item_id varchar, sold_id varchar, amount numeric)),
    taxed as (insert into line_item_tax_line (id, item_id, rate, name, code)
      select sent.id, sent.item_id, sent.rate, sent.name, sent.code
      from jsonb_to_recordset(${p.taxes}::jsonb)
        as sent(id varchar, item_id varchar, rate real, name varchar, code varchar))
    insert into line_item (id, cart_id, is_return, variant_id, title, thumbnail, unit_price, quantity, includes_tax,
      allow_discounts, metadata, created_at)
    select sent.id, ${p.cartId}, true, sold.variant_id, sold.title, sold.thumbnail, - sold.unit_price, sent.quantity,
      sold.includes_tax, sold.allow_discounts, sold.metadata, clock_timestamp()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, sold_id varchar, quantity integer)
    join line_item sold on sold.id = sent.sold_id`,
);

/** What comes back, at the price it was sold for, below zero. */
export async function insertReturnedLines(
  tx: Tx,
  cartId: string,
  lines: readonly ReturnedLine[],
): Promise<void> {
  const rows = lines.map(({ id, soldId, quantity }) => ({ id, sold_id: soldId, quantity }));
  const adjustments = lines.flatMap(({ id, soldId, adjustment }) =>
    adjustment ? [{ ...adjustment, item_id: id, sold_id: soldId }] : [],
  );
  const taxes = lines.flatMap(({ id, taxes }) => taxes.map((rate) => ({ ...rate, item_id: id })));
  await insertReturned(tx, {
    cartId,
    lines: JSON.stringify(rows),
    adjustments: JSON.stringify(adjustments),
    taxes: JSON.stringify(taxes),
  });
}

type ShippingLine = { id: string; cartId: string; price: number; includesTax: boolean; taxes: string };

const insertShippingLine = compiledWrite<ShippingLine>(
  "swap-return-shipping-line",
  { inserts: ["line_item_tax_line", "line_item"] },
  (p) => sql`
    with taxed as (insert into line_item_tax_line (id, item_id, rate, name, code)
      select sent.id, ${p.id}, sent.rate, sent.name, sent.code
      from jsonb_to_recordset(${p.taxes}::jsonb) as sent(id varchar, rate real, name varchar, code varchar))
    insert into line_item (id, cart_id, is_return, title, unit_price, quantity, includes_tax, allow_discounts,
      has_shipping, created_at)
    values (${p.id}, ${p.cartId}, true, 'Return shipping', ${p.price}, 1, ${p.includesTax}, false, true,
      clock_timestamp())`,
);

/** The customer pays for the way back with the swap. */
export async function insertReturnShippingLine(
  tx: Tx,
  line: {
    id: string;
    cartId: string;
    price: number;
    includesTax: boolean;
    taxes: (TaxLine & { id: string })[];
  },
): Promise<void> {
  await insertShippingLine(tx, { ...line, taxes: JSON.stringify(line.taxes) });
}
