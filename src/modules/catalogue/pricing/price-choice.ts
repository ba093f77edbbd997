import { MAX_AMOUNT } from "../../../kernel/money.ts";
import type { PriceFacts } from "./price-facts.ts";
import type { ChosenPrice, PriceChoice } from "./price-selection.ts";

interface Chosen {
  variantId: string | null;
  productId: string | null;
}

/** The choice of a plugin for this variant; null if no plugin chooses prices. */
export const choiceOf = (facts: PriceFacts | null, { variantId, productId }: Chosen): PriceChoice | null =>
  facts?.rules?.chooses("price")
    ? (candidates, selected, context) =>
        facts.rules!.choose(
          "price",
          () => ({
            variant_id: variantId,
            product_id: productId,
            customer_id: facts.customer_id ?? null,
            sales_channel_id: facts.sales_channel_id ?? null,
            quantity: context.quantity ?? null,
            region_id: context.regionId,
            currency_code: context.currencyCode,
            customer_group_ids: [...context.customerGroupIds],
            candidates: candidates(),
            selected,
          }),
          usablePrice,
        )
    : null;

/** Null if it is neither a candidate nor an amount. */
function usablePrice(
  returned: unknown,
  { candidates }: { candidates: readonly unknown[] },
): ChosenPrice | null {
  if (typeof returned !== "object" || returned === null) return null;
  const { candidate, amount, includes_tax: includesTax } = returned as Record<string, unknown>;
  if (isWhole(candidate, candidates.length - 1) && amount === undefined) return { candidate };
  if (!isWhole(amount, MAX_AMOUNT) || candidate !== undefined) return null;
  if (includesTax !== undefined && typeof includesTax !== "boolean") return null;
  return { amount, includesTax };
}

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
