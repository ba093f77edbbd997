import type { TestShop } from "../fixtures/shop.ts";

let targets = 0;

/** A product, as far as taxes are concerned. */
export async function aTaxedProduct(shop: TestShop): Promise<string> {
  const id = `prod_taxed_${++targets}`;
  await shop.db.run({
    text: "insert into product (id, title, handle) values ($1, $1, $1)",
    values: [id],
  });
  return id;
}

export async function aTaxedType(shop: TestShop): Promise<string> {
  const id = `ptyp_taxed_${++targets}`;
  await shop.db.run({ text: "insert into product_type (id, value) values ($1, $1)", values: [id] });
  return id;
}

export async function aTaxedOption(shop: TestShop, regionId: string): Promise<string> {
  const id = `so_taxed_${++targets}`;
  await shop.db.run({
    text: `insert into shipping_option (id, name, region_id, profile_id, provider_id, price_type, amount, data)
      select $1, $1, $2, id, 'manual', 'flat_rate', 500, '{}' from shipping_profile where type = 'default'`,
    values: [id, regionId],
  });
  return id;
}

export async function aTaxRate(shop: TestShop, regionId: string, details: Record<string, unknown>) {
  const { status, body } = await shop.admin.post("/admin/tax-rates", { region_id: regionId, ...details });
  if (status !== 200) throw new Error(body.message);
  return body.tax_rate as { id: string };
}
