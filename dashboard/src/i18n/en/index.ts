import access from "./access.json" with { type: "json" };
import customers from "./customers.json" with { type: "json" };
import discounts from "./discounts.json" with { type: "json" };
import drafts from "./drafts.json" with { type: "json" };
import find from "./find.json" with { type: "json" };
import form from "./form.json" with { type: "json" };
import giftCards from "./gift-cards.json" with { type: "json" };
import grid from "./grid.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import imports from "./imports.json" with { type: "json" };
import order from "./order.json" with { type: "json" };
import orders from "./orders.json" with { type: "json" };
import priceLists from "./price-lists.json" with { type: "json" };
import products from "./products.json" with { type: "json" };
import returns from "./returns.json" with { type: "json" };
import session from "./session.json" with { type: "json" };
import settings from "./settings.json" with { type: "json" };
import shell from "./shell.json" with { type: "json" };
import stock from "./stock.json" with { type: "json" };
import system from "./system.json" with { type: "json" };
import webhooks from "./webhooks.json" with { type: "json" };

/** Every text, by area. The keys of a file are its own: none is in two. */
export const english = {
  ...priceLists,
  ...giftCards,
  ...access,
  ...customers,
  ...discounts,
  ...drafts,
  ...find,
  ...form,
  ...giftCards,
  ...grid,
  ...home,
  ...imports,
  ...order,
  ...orders,
  ...products,
  ...returns,
  ...session,
  ...settings,
  ...shell,
  ...stock,
  ...system,
  ...webhooks,
};
