import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

export interface ShownDiscount {
  id: string;
  code: string;
  rule_id: string;
  is_dynamic: boolean;
  is_disabled: boolean;
  parent_discount_id: string | null;
  starts_at: string;
  ends_at: string | null;
  valid_duration: string | null;
  usage_limit: number | null;
  usage_count: number;
  updated_at: string;
  metadata: Record<string, unknown> | null;
  regions: { id: string }[];
  rule: {
    id: string;
    description: string | null;
    type: string;
    value: number;
    allocation: string | null;
    conditions: { id: string; type: string; operator: string }[];
  };
}

/** A code no other test has. */
export const aCode = () => `CODE${++made}`;

export const tenPercent = { type: "percentage", value: 10, allocation: "total" };
export const fiveDollars = { type: "fixed", value: 500, allocation: "total" };

/** Ten percent in one region. */
export const discountDetails = (regionId: string, details: Record<string, unknown> = {}) => ({
  code: aCode(),
  rule: tenPercent,
  regions: [regionId],
  ...details,
});

export async function aDiscount(
  shop: TestShop,
  regionId: string,
  details: Record<string, unknown> = {},
): Promise<ShownDiscount> {
  const { status, body } = await shop.admin.post("/admin/discounts", discountDetails(regionId, details));
  if (status !== 200) throw new Error(body.message);
  return body.discount;
}

export async function aDynamicCode(
  shop: TestShop,
  discountId: string,
  code = aCode(),
): Promise<ShownDiscount> {
  const { status, body } = await shop.admin.post(`/admin/discounts/${discountId}/dynamic-codes`, { code });
  if (status !== 200) throw new Error(body.message);
  return body.discount;
}

export const readDiscount = async (shop: TestShop, id: string): Promise<ShownDiscount> =>
  (await shop.admin.get(`/admin/discounts/${id}`)).body.discount;

/** Everything that creating or changing a discount writes. */
export async function discountRows(shop: TestShop): Promise<Record<string, unknown>[]> {
  return shop.db.run({
    text: `select (select count(*) from discount) as discounts, (select count(*) from discount_rule) as rules,
      (select count(*) from discount_condition) as conditions, (select count(*) from discount_regions) as regions,
      (select count(*) from discount_condition_product) as products,
      (select count(*) from discount_condition_customer_group) as groups,
      (select count(*) from tradewind.event) as events`,
    values: [],
  });
}

export const setUses = (shop: TestShop, id: string, uses: number) =>
  shop.db.run({ text: "update discount set usage_count = $2 where id = $1", values: [id, uses] });
