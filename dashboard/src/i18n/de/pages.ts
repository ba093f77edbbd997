import type { texts as english } from "../en/pages.ts";
import access from "./pages/access.json" with { type: "json" };
import customFields from "./pages/custom-fields.json" with { type: "json" };
import customers from "./pages/customers.json" with { type: "json" };
import discounts from "./pages/discounts.json" with { type: "json" };
import drafts from "./pages/drafts.json" with { type: "json" };
import giftCards from "./pages/gift-cards.json" with { type: "json" };
import grid from "./pages/grid.json" with { type: "json" };
import imports from "./pages/imports.json" with { type: "json" };
import mails from "./pages/mails.json" with { type: "json" };
import media from "./pages/media.json" with { type: "json" };
import notices from "./pages/notices.json" with { type: "json" };
import order from "./pages/order.json" with { type: "json" };
import payments from "./pages/payments.json" with { type: "json" };
import people from "./pages/people.json" with { type: "json" };
import percentage from "./pages/percentage.json" with { type: "json" };
import priceLists from "./pages/price-lists.json" with { type: "json" };
import products from "./pages/products.json" with { type: "json" };
import reports from "./pages/reports.json" with { type: "json" };
import returns from "./pages/returns.json" with { type: "json" };
import settings from "./pages/settings.json" with { type: "json" };
import stock from "./pages/stock.json" with { type: "json" };
import stockMovements from "./pages/stock-movements.json" with { type: "json" };
import system from "./pages/system.json" with { type: "json" };
import views from "./pages/views.json" with { type: "json" };
import webhooks from "./pages/webhooks.json" with { type: "json" };

/** What the other pages say. A text that English has and German lacks is a compile error. */
export const texts = {
  ...access,
  ...customFields,
  ...customers,
  ...discounts,
  ...drafts,
  ...giftCards,
  ...grid,
  ...imports,
  ...mails,
  ...notices,
  ...media,
  ...order,
  ...percentage,
  ...people,
  ...payments,
  ...priceLists,
  ...products,
  ...reports,
  ...returns,
  ...settings,
  ...stock,
  ...stockMovements,
  ...system,
  ...views,
  ...webhooks,
} satisfies typeof english;
