import type { texts as english } from "../en/pages.ts";
import access from "./pages/access.json" with { type: "json" };
import customers from "./pages/customers.json" with { type: "json" };
import discounts from "./pages/discounts.json" with { type: "json" };
import drafts from "./pages/drafts.json" with { type: "json" };
import giftCards from "./pages/gift-cards.json" with { type: "json" };
import grid from "./pages/grid.json" with { type: "json" };
import imports from "./pages/imports.json" with { type: "json" };
import order from "./pages/order.json" with { type: "json" };
import priceLists from "./pages/price-lists.json" with { type: "json" };
import products from "./pages/products.json" with { type: "json" };
import returns from "./pages/returns.json" with { type: "json" };
import settings from "./pages/settings.json" with { type: "json" };
import stock from "./pages/stock.json" with { type: "json" };
import system from "./pages/system.json" with { type: "json" };
import webhooks from "./pages/webhooks.json" with { type: "json" };

/** What the other pages say. A text that English has and German lacks is a compile error. */
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
} satisfies typeof english;
