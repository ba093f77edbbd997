import type { AppContext } from "../../../../http/routes.ts";
import { findOrderOfCart, placedOrder, shownNumber, showOrder } from "../../../orders/orders/index.ts";
import {
  type Cart,
  cartWithCustomer,
  installedProviders,
  linesShippedBy,
  listShippingOptions,
  readCart,
  showCart,
} from "../../../selling/carts/index.ts";
import { findStoreName } from "../../../shop/store/index.ts";
import { variantsWithoutShipping } from "../../../stock/inventory/index.ts";
import { isSent } from "../../checkout/index.ts";
import { findLink, forgedLink, isOver, linkIdOf } from "../../payment-links/index.ts";
import { type OfferedProvider, type Payment, paymentLine, type ShownCart, sumsOf } from "../payment.ts";

/** What a link opens: a payment, what was paid with it, or nothing any more. */
export type OpenedLink =
  | { state: "gone"; shop: string }
  | { state: "done"; shop: string; kind: "order" | "swap"; orderNumber: string | null }
  | { state: "open"; payment: Payment; cart: Cart };

/** Forged links count as guesses. The others are known by their signature, without a look into the database. */
export async function openLink(context: AppContext, token: string, ip: string): Promise<OpenedLink> {
  const id = linkIdOf(context.secrets, token);
  if (id === null)
    return context.limits.guarded({ what: "payment-link", address: ip }, async () => {
      throw forgedLink();
    });
  const shop = (await findStoreName(context.db)) ?? "";
  const link = await findLink(context.db, id);
  if (!link) return { state: "gone", shop };
  const cart = await readCart(context, context.db, link.cart_id);
  const kind = cart.type === "swap" ? "swap" : "order";
  if (cart.completed_at !== null) {
    const orderNumber = kind === "order" ? await numberOf(context, cart.id) : null;
    return { state: "done", shop, kind, orderNumber };
  }
  if (isOver(link, new Date())) return { state: "gone", shop };
  return { state: "open", cart, payment: await paymentOf(context, { cart, kind, shop }) };
}

async function numberOf({ db, graph, providers }: AppContext, cartId: string): Promise<string | null> {
  const id = await findOrderOfCart(db, cartId);
  if (id === null) return null;
  const order = await showOrder({ graph }, id, {
    view: placedOrder,
    fields: "display_id,external_id",
    expand: "",
  });
  return shownNumber(providers.rules, order);
}

interface OpenCart {
  cart: Cart;
  kind: Payment["kind"];
  shop: string;
}

async function paymentOf(context: AppContext, { cart, kind, shop }: OpenCart): Promise<Payment> {
  const viewer = { userId: null, customerId: null };
  const options = { view: cartWithCustomer, viewer, forcedTaxes: true };
  const shown = (await showCart(context, cart.id, options)).cart as unknown as ShownCart;
  const isGross = cart.region.includes_tax || cart.$facts.currency_includes_tax;
  const needs = await needsOf(context, cart, isGross);
  return {
    cartId: cart.id,
    kind,
    shop,
    currency: cart.region.currency_code,
    email: cart.email ?? "",
    lines: shown.items.map((line) => paymentLine(line, isGross)),
    sums: sumsOf(shown, isGross),
    address: cart.shipping_address,
    countries: cart.region.countries.map(({ iso_2 }) => iso_2),
    providers: providersOf(context, cart),
    ...needs,
  };
}

/** What is missing before the goods can be sent. An address comes first: options and taxes depend on it. */
async function needsOf(context: AppContext, cart: Cart, isGross: boolean) {
  const goods = cart.items.filter(isSent);
  const ids = goods.map(({ variant_id }) => variant_id!);
  const unsent = await variantsWithoutShipping(context.db, ids);
  const sent = goods.filter(({ variant_id }) => !unsent.has(variant_id!));
  const { address_1, country_code } = cart.shipping_address ?? {};
  const needsAddress = sent.length > 0 && (!address_1 || !country_code);
  const covered = new Set(linesShippedBy(cart, cart.shipping_methods));
  const needsShipping = !needsAddress && sent.some(({ id }) => !covered.has(id));
  const options = needsShipping ? await listShippingOptions(context, cart.id) : [];
  return {
    needsAddress,
    needsShipping,
    options: (options as PricedOption[]).map(({ id, name, price_incl_tax, tax_amount }) => ({
      id,
      name,
      price: isGross ? price_incl_tax : price_incl_tax - tax_amount,
    })),
  };
}

interface PricedOption {
  id: string;
  name: string;
  price_incl_tax: number;
  tax_amount: number;
}

/** A provider that is neither local nor brings a part of the page needs a storefront. */
const providersOf = (context: AppContext, cart: Cart): OfferedProvider[] =>
  installedProviders(context, cart.region.payment_providers).flatMap(({ id }) => {
    const { isLocal = false, payPage } = context.providers.payment.find(id)!;
    return isLocal || payPage ? [{ id, isLocal }] : [];
  });
