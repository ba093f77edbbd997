import type { Tx } from "../../../../db/database.ts";
import { withoutSaving } from "../../../../db/transactions/without-saving.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { discountRefusal, findApplicableDiscounts, showDiscount } from "../../discounts/index.ts";
import type { Calculated, CartTotals } from "../../totals/index.ts";
import type { Cart } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { discountsOfCarts, readCartIn } from "../cart-store.ts";
import { totalsOf } from "../cart-totals.ts";
import { ratesWithoutService } from "../chosen-taxes.ts";
import { rebuildAdjustments } from "./apply-codes.ts";
import { createDraftCart } from "./create-draft-cart.ts";

export interface DiscountTrial {
  region_id: string;
  customer_id?: string;
  items: { variant_id: string; quantity: number }[];
  shipping_option_id?: string;
}

/** A cart without a customer is a guest's, who is never saved. */
const GUEST = "guest@trial.invalid";

type TrialResult = Awaited<ReturnType<typeof triedOn>>;

/** The totals of a sample cart without and with a discount, also if the discount cannot be used yet. */
export async function tryDiscount(deps: CartDeps, id: string, trial: DiscountTrial): Promise<TrialResult> {
  const { discount } = await showDiscount(deps.graph, id, { fields: "id,code", expand: "" });
  const { region_id, customer_id, items, shipping_option_id } = trial;
  const draft = {
    region_id,
    email: GUEST,
    ...(customer_id !== undefined && { customer_id }),
    items,
    shipping_methods: shipping_option_id === undefined ? [] : [{ option_id: shipping_option_id }],
  };
  return withoutSaving((end) =>
    createDraftCart(deps, draft, async (tx, cartId) =>
      end(await triedOn(deps, tx, { cartId, customer_id, code: discount.code! })),
    ),
  );
}

interface SampleCart {
  cartId: string;
  customer_id: string | undefined;
  code: string;
}

async function triedOn(deps: CartDeps, tx: Tx, { cartId, customer_id: customerId, code }: SampleCart) {
  const { graph } = deps;
  const plain = await readCartIn(graph, tx, cartId);
  if (customerId !== undefined && plain.customer_id !== customerId) throw notFound("Customer", customerId);
  const [discount] = await findApplicableDiscounts(tx, { codes: [code], customerId: customerId ?? null });
  const use = { regionId: plain.region_id, customerId: customerId ?? null, now: new Date() };
  const refusal = discountRefusal(discount!, use);
  await discountsOfCarts.replace(tx, cartId, [discount!.id]);
  await rebuildAdjustments(deps, tx, cartId);
  const reduced = await readCartIn(graph, tx, cartId);
  const [without, with_] = [plain, reduced].map((cart) =>
    totalsOf(cart, ratesWithoutService(deps.providers.rules, cart)),
  );
  return {
    currency_code: plain.region.currency_code,
    refusal: refusal?.message ?? null,
    without: shownTotals(without!),
    with: shownTotals(with_!),
    lines: linesOf(reduced, with_!),
  };
}

const shownTotals = ({ whole }: Calculated<CartTotals>) => ({
  subtotal: whole.subtotal,
  discount_total: whole.discount_total,
  shipping_total: whole.shipping_total,
  tax_total: whole.tax_total,
  total: whole.total,
});

const linesOf = ({ items }: Cart, { lines }: Calculated<CartTotals>) =>
  items.map(({ variant_id, title, quantity, unit_price }, index) => ({
    variant_id,
    title,
    quantity,
    unit_price,
    discount_total: lines[index]!.discount_total,
  }));
