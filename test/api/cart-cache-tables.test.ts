import { describe, expect } from "vitest";
import type { Sql } from "../../src/db/database.ts";
import { changeCart, openSessions, readCart, ship } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOption } from "../support/factories/shipping.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

const { it, shop, place, visitor, aFilledCart } = withCartShop();

const rows = <Row>(text: string, values: unknown[] = []) => shop.db.run<Row>({ text, values });

/** A cart with rows in every section. */
async function aCartWithEverything(): Promise<string> {
  const { id } = await aFilledCart();
  const { code } = await aDiscount(shop, place.id);
  const card = await aGiftCard(shop, place.id);
  await changeCart(visitor(), id, {
    email: "buyer@example.com",
    discounts: [{ code }],
    gift_cards: [{ code: card.code }],
  });
  await ship(visitor(), id, (await anOption(shop, place.id)).id);
  await openSessions(visitor(), id);
  return id;
}

/** The statements that check the versions of a cached cart and then read it as a whole, because they have changed. */
async function statementsOf(cartId: string): Promise<string> {
  await rows("update cart set updated_at = updated_at where id = $1", [cartId]);
  const texts: string[] = [];
  // What is sent after the commit of another request is none of them.
  const listener = ({ name, text }: Sql) => {
    if (name !== "events-notify") texts.push(text);
  };
  shop.db.onStatement.add(listener);
  await readCart(visitor(), cartId).finally(() => shop.db.onStatement.delete(listener));
  return texts.join(";\n");
}

const TABLE = /\b(?:from|join)\s+((?:tradewind\.)?"?[a-z_]+"?)(?:\s+(?:as\s+)?"?(\w+)"?)?/g;
const named = (text: string) =>
  [...text.matchAll(TABLE)].map(([, table, alias]) => ({ table: table!.replaceAll('"', ""), alias }));

async function tablesIn(text: string): Promise<Set<string>> {
  const tables = await rows<{ name: string }>(
    `select case when nspname = 'public' then relname else nspname || '.' || relname end as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'tradewind')`,
  );
  const known = new Set(tables.map(({ name }) => name));
  return new Set(
    named(text)
      .map(({ table }) => table)
      .filter((table) => known.has(table)),
  );
}

/** Tables whose own row versions are compared, by the aliases with `xmin`. */
function versionedIn(text: string): Set<string> {
  const compared = new Set([...text.matchAll(/\b"?(\w+)"?\."?xmin\b/g)].map(([, alias]) => alias!));
  return new Set(
    named(text).flatMap(({ table, alias }) =>
      [table, alias].some((name) => name !== undefined && compared.has(name)) ? [table] : [],
    ),
  );
}

// Others are called for `truncate` only.
const UPDATES = 16;

/** Tables with a trigger that gives the cart, the catalogue or the reference data a new version. */
const followed = async () =>
  (
    await rows<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
       where tgenabled = 'A' and tgtype::int & ${UPDATES} <> 0 and tgname in ('renew_cart', 'record_catalogue_change', 'record_reference_data_change')`,
    )
  ).map(({ name }) => name.replaceAll('"', ""));

/** What only carts show that are not cached: completed ones, carts of swaps, carts that a tax service taxes. */
const ofOtherCarts = [
  "payment",
  "order",
  "gift_card_transaction",
  "line_item_tax_line",
  "tradewind.tax_answer",
];
/** The versions themselves. */
const versions = [
  "tradewind.catalogue_change",
  "tradewind.reference_data_change",
  "tradewind.custom_field_version",
];

describe("the tables that a cached cart shows", () => {
  it("have a version that is compared, or a trigger that renews one", async () => {
    const text = await statementsOf(await aCartWithEverything());
    const shown = await tablesIn(text);
    const covered = new Set([...versionedIn(text), ...(await followed()), ...ofOtherCarts, ...versions]);
    expect([...shown].filter((table) => !covered.has(table))).toEqual([]);
    expect(shown.size).toBeGreaterThan(25);
    // The test sees what it is about: versions of rows, tables with triggers, and ours.
    for (const table of ["customer", "payment_session", "gift_card"])
      expect(versionedIn(text)).toContain(table);
    for (const table of ["line_item", "product", "region", "tradewind.tax_answer"])
      expect(shown).toContain(table);
  });
});
