import type { Price } from "../product.ts";
import { lateSummerSale, salePrice } from "../promotions.ts";
import type { SeededVariant } from "./seed-products.ts";
import type { Seeding } from "./seeding.ts";

type PricedVariant = { variantId: string; price: Price; priceListId: string | null };

/** The ordinary price of every variant and the lower ones of the sale. */
export async function seedPrices(seeding: Seeding, variants: SeededVariant[]): Promise<void> {
  const sale = seeding.born("pl");
  const { name, description, percentOff } = lateSummerSale;
  await seeding.insert("price_list", [{ ...sale, name, description, type: "sale", status: "active" }]);
  const ordinary = variants.map(({ birth, price }) => ({ variantId: birth.id, price, priceListId: null }));
  const reduced = variants.flatMap(({ handle, birth, price }) => {
    const percent = percentOff[handle];
    return percent ? [{ variantId: birth.id, price: salePrice(price, percent), priceListId: sale.id }] : [];
  });
  await seedAmounts(seeding, [...ordinary, ...reduced]);
}

async function seedAmounts({ insert, born }: Seeding, priced: PricedVariant[]) {
  const amounts = priced.flatMap(({ variantId, price: [eur, usd], priceListId }) =>
    Object.entries({ eur, usd }).map(([currency_code, amount]) => ({
      variantId,
      row: { ...born("ma"), currency_code, amount, price_list_id: priceListId },
    })),
  );
  await insert(
    "money_amount",
    amounts.map(({ row }) => row),
  );
  await insert(
    "product_variant_money_amount",
    amounts.map(({ variantId, row }) => ({
      ...born("pvma"),
      money_amount_id: row.id,
      variant_id: variantId,
    })),
  );
}
