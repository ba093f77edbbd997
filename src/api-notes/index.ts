import type { ApiNotes } from "../http/openapi/api-notes.ts";
import { orderEdits, returnReasons, returns, swaps } from "./after-sale.ts";
import { carts, shippingOptions, shippingProfiles } from "./carts.ts";
import { collections, priceLists, productCategories, productTags, productTypes } from "./catalogue.ts";
import { publishableAPIKeys, salesChannels } from "./channels.ts";
import { draftOrders } from "./checkout.ts";
import { customerGroups, customers } from "./customers.ts";
import { discounts, giftCards } from "./discounts.ts";
import { batchJobs } from "./import-export.ts";
import { orders } from "./orders.ts";
import { notifications, paymentCollections, payments } from "./payments.ts";
import {
  analyticsConfigs,
  auditLog,
  events,
  jobs,
  notes,
  operations,
  uploads,
  webhooks,
} from "./platform.ts";
import { products, productVariants } from "./products.ts";
import { analytics } from "./reporting.ts";
import { currencies, regions, store, taxRates } from "./shop.ts";
import { inventoryItems, reservations, stockLocations } from "./stock.ts";
import { apps, auth, invites, roles, users } from "./users.ts";

/** The groups and tags of the API reference in their order, with the ids and descriptions of operations. */
export const apiNotes: ApiNotes = [
  { name: "Selling", tags: [carts, discounts, giftCards, shippingOptions, shippingProfiles] },
  {
    name: "Catalogue",
    tags: [products, productVariants, productCategories, collections, productTags, productTypes, priceLists],
  },
  { name: "Draft orders", tags: [draftOrders] },
  { name: "Orders", tags: [orders, payments, paymentCollections, notifications] },
  { name: "After the sale", tags: [orderEdits, returns, returnReasons, swaps] },
  { name: "Reporting", tags: [analytics] },
  { name: "People", tags: [auth, customers, customerGroups, users, roles, invites, apps] },
  { name: "Stock", tags: [stockLocations, inventoryItems, reservations] },
  { name: "Shop", tags: [store, currencies, regions, salesChannels, publishableAPIKeys, taxRates] },
  { name: "Import and export", tags: [batchJobs] },
  {
    name: "Platform",
    tags: [webhooks, events, auditLog, uploads, notes, jobs, analyticsConfigs, operations],
  },
];
