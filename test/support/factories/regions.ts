import type { TestShop } from "../fixtures/shop.ts";

let regions = 0;

/** Countries no region has. */
export async function freeCountries(shop: TestShop, count: number): Promise<string[]> {
  const rows = await shop.db.run<{ iso_2: string }>({
    text: "select iso_2 from country where region_id is null order by random() limit $1",
    values: [count],
  });
  return rows.map((row) => row.iso_2);
}

/** The details of a region in a currency that every new store has. */
export const regionDetails = (details: Record<string, unknown> = {}) => ({
  name: `Region ${++regions}`,
  currency_code: "usd",
  tax_rate: 10,
  payment_providers: ["manual"],
  fulfillment_providers: ["manual"],
  countries: [],
  ...details,
});

export async function aRegion(shop: TestShop, details: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin.post("/admin/regions", regionDetails(details));
  if (status !== 200) throw new Error(body.message);
  return body.region as { id: string; name: string; countries: { iso_2: string }[] };
}
