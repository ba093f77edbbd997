import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { type CardTaxes, type GiftCard, unknownGiftCard } from "./gift-card.ts";

// A JSON array, so that the statement has one parameter for any number of cards.
const insert = compiledReturningWrite(
  "gift-card-insert",
  { inserts: ["gift_card"] },
  (p: { rows: string }) => sql`
    insert into gift_card
      (id, code, value, balance, region_id, order_id, is_disabled, ends_at, tax_rate, metadata)
    select id, code, value, balance, region_id, order_id, is_disabled, ends_at, tax_rate, metadata
    from json_populate_recordset(null::gift_card, ${p.rows}::json)`,
);

const update = compiled("gift-card-update", (db, p: GiftCard) =>
  db
    .updateTable("gift_card")
    .set({
      balance: p.balance,
      region_id: p.region_id,
      is_disabled: p.is_disabled,
      ends_at: p.ends_at,
      tax_rate: p.tax_rate,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

// Not `for update`, so that carts and orders can still insert references to the card.
const lock = compiled("gift-card-lock", (db, p: { id: string }) =>
  db
    .selectFrom("gift_card")
    .select([
      "id",
      "code",
      "value",
      "balance",
      "region_id",
      "order_id",
      "is_disabled",
      "ends_at",
      "tax_rate",
      "metadata",
    ])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiled("gift-card-delete", (db, p: { id: string }) =>
  db
    .updateTable("gift_card")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

// Includes deleted regions: an order that was placed there still gets its cards.
const taxes = compiled("gift-card-taxes", (db, p: { regionId: string }) =>
  db.selectFrom("region").select(["gift_cards_taxable", "tax_rate"]).where("id", "=", p.regionId),
);

export async function insertGiftCards(tx: Tx, cards: readonly GiftCard[]): Promise<void> {
  await insert(tx, { rows: JSON.stringify(cards) });
}

export async function lockGiftCard(tx: Tx, id: string): Promise<GiftCard> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownGiftCard(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

export async function saveGiftCard(tx: Tx, card: GiftCard): Promise<void> {
  await update(tx, card);
}

export async function deleteGiftCardRow(tx: Tx, id: string): Promise<{ wasThere: boolean }> {
  return { wasThere: (await remove(tx, { id })).length > 0 };
}

/** The region must exist. */
export async function cardTaxesIn(tx: Tx, regionId: string): Promise<CardTaxes> {
  const [found] = await taxes(tx, { regionId });
  return found!;
}
