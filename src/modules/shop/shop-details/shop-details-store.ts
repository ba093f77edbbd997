import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledSql } from "../../../db/statements.ts";
import type { ShopDetails } from "./shop-details.ts";

const columns = sql`legal_name, address_1, address_2, postal_code, city, province, country_code, email, phone,
  tax_number, registration, footer, logo_key, invoice_prefix, first_invoice_number`;

const find = compiledSql<object, ShopDetails>(
  "shop-details",
  () => sql<ShopDetails>`select ${columns} from tradewind.shop_details`,
);

const lock = compiledSql<object, ShopDetails>(
  "shop-details-lock",
  () => sql<ShopDetails>`select ${columns} from tradewind.shop_details for no key update`,
);

const update = compiled("shop-details-update", (db, p: ShopDetails) =>
  db.updateTable("tradewind.shop_details").set({
    legal_name: p.legal_name,
    address_1: p.address_1,
    address_2: p.address_2,
    postal_code: p.postal_code,
    city: p.city,
    province: p.province,
    country_code: p.country_code,
    email: p.email,
    phone: p.phone,
    tax_number: p.tax_number,
    registration: p.registration,
    footer: p.footer,
    logo_key: p.logo_key,
    invoice_prefix: p.invoice_prefix,
    first_invoice_number: p.first_invoice_number,
    updated_at: sql`now()`,
  }),
);

export async function findShopDetails(on: Connection): Promise<ShopDetails> {
  const [found] = await find(on, {});
  return found!;
}

export async function lockShopDetails(tx: Tx): Promise<ShopDetails> {
  const [found] = await lock(tx, {});
  return found!;
}

export async function saveShopDetails(tx: Tx, details: ShopDetails): Promise<void> {
  await update(tx, details);
}
