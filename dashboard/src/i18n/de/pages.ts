import access from "./access.json" with { type: "json" };
import customers from "./customers.json" with { type: "json" };
import discounts from "./discounts.json" with { type: "json" };
import drafts from "./drafts.json" with { type: "json" };
import giftCards from "./gift-cards.json" with { type: "json" };
import grid from "./grid.json" with { type: "json" };
import imports from "./imports.json" with { type: "json" };
import order from "./order.json" with { type: "json" };
import priceLists from "./price-lists.json" with { type: "json" };
import products from "./products.json" with { type: "json" };
import returns from "./returns.json" with { type: "json" };
import settings from "./settings.json" with { type: "json" };
import stock from "./stock.json" with { type: "json" };
import system from "./system.json" with { type: "json" };
import webhooks from "./webhooks.json" with { type: "json" };

/** What the other pages say. */
export const texts = {
  ...access,
  ...customers,
  ...discounts,
  ...drafts,
  ...giftCards,
  ...grid,
  ...imports,
  ...order,
  ...priceLists,
  ...products,
  ...returns,
  ...settings,
  ...stock,
  ...system,
  ...webhooks,
};
