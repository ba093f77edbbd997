import { demo } from "./demo/module.ts";
import type { Entity } from "./graph/entity.ts";
import type { Module } from "./module/define-module.ts";
import type { ReadingOrder } from "./module/join-modules.ts";
import { claims } from "./modules/after-sale/claims/module.ts";
import { lineRefunds } from "./modules/after-sale/line-refunds/module.ts";
import { unlinkCollection } from "./modules/after-sale/order-edits/index.ts";
import { orderEdits } from "./modules/after-sale/order-edits/module.ts";
import { orderPapers } from "./modules/after-sale/order-papers/module.ts";
import { returns } from "./modules/after-sale/returns/module.ts";
import { swaps } from "./modules/after-sale/swaps/module.ts";
import { catalogueState } from "./modules/catalogue/catalogue-state/module.ts";
import { categoryFields } from "./modules/catalogue/categories/index.ts";
import { categories } from "./modules/catalogue/categories/module.ts";
import { collectionFields } from "./modules/catalogue/collections/index.ts";
import { collections } from "./modules/catalogue/collections/module.ts";
import { presentations } from "./modules/catalogue/presentations/module.ts";
import { priceLists } from "./modules/catalogue/price-lists/module.ts";
import { pricing } from "./modules/catalogue/pricing/module.ts";
import { productLabels } from "./modules/catalogue/product-labels/module.ts";
import { productFields } from "./modules/catalogue/products/index.ts";
import { products } from "./modules/catalogue/products/module.ts";
import { abandonedCarts } from "./modules/checkout/abandoned-carts/module.ts";
import { checkout } from "./modules/checkout/checkout/module.ts";
import { draftOrders } from "./modules/checkout/draft-orders/module.ts";
import { paymentLinks } from "./modules/checkout/payment-links/module.ts";
import { paymentPage } from "./modules/checkout/payment-page/module.ts";
import { importTypes } from "./modules/import-export/batch-imports/index.ts";
import { exportTypes } from "./modules/import-export/batch-jobs/index.ts";
import { batchJobs } from "./modules/import-export/batch-jobs/module.ts";
import { fulfillments } from "./modules/orders/fulfillments/module.ts";
import { notifications } from "./modules/orders/notifications/module.ts";
import { orderAssignees } from "./modules/orders/order-assignees/module.ts";
import { orderTimeline } from "./modules/orders/order-timeline/module.ts";
import { orderFields } from "./modules/orders/orders/index.ts";
import { orders } from "./modules/orders/orders/module.ts";
import { paymentCollections } from "./modules/orders/payment-collections/module.ts";
import { payments } from "./modules/orders/payments/module.ts";
import { auth } from "./modules/people/auth/module.ts";
import { consent } from "./modules/people/consent/module.ts";
import { groupFields } from "./modules/people/customer-groups/index.ts";
import { customerGroups } from "./modules/people/customer-groups/module.ts";
import { customerFields, replaceCustomerHash } from "./modules/people/customers/index.ts";
import { customers } from "./modules/people/customers/module.ts";
import { oauth } from "./modules/people/oauth/module.ts";
import { personalData } from "./modules/people/personal-data/module.ts";
import { roles } from "./modules/people/roles/module.ts";
import { segments } from "./modules/people/segments/module.ts";
import { tags } from "./modules/people/tags/module.ts";
import { replaceUserHash } from "./modules/people/users/index.ts";
import { users } from "./modules/people/users/module.ts";
import { analyticsConfigs } from "./modules/platform/analytics-configs/module.ts";
import { audit } from "./modules/platform/audit/module.ts";
import { customFields } from "./modules/platform/custom-fields/module.ts";
import { events } from "./modules/platform/events/module.ts";
import { health } from "./modules/platform/health/module.ts";
import { housekeeping } from "./modules/platform/housekeeping/module.ts";
import { jobQueue } from "./modules/platform/job-queue/module.ts";
import { notes } from "./modules/platform/notes/module.ts";
import { plugins } from "./modules/platform/plugins/module.ts";
import { savedViews } from "./modules/platform/saved-views/module.ts";
import { uploads } from "./modules/platform/uploads/module.ts";
import { webhooks } from "./modules/platform/webhooks/module.ts";
import { analytics } from "./modules/reporting/analytics/module.ts";
import { firstRun } from "./modules/reporting/first-run/module.ts";
import { notices } from "./modules/reporting/notices/module.ts";
import { reports } from "./modules/reporting/reports/module.ts";
import { cachedCartRows, cartFields, copyAddressToCarts } from "./modules/selling/carts/index.ts";
import { carts } from "./modules/selling/carts/module.ts";
import { discountFields } from "./modules/selling/discounts/index.ts";
import { discounts } from "./modules/selling/discounts/module.ts";
import { giftCards } from "./modules/selling/gift-cards/module.ts";
import { lineFields } from "./modules/selling/line-items/index.ts";
import { shipping } from "./modules/selling/shipping/module.ts";
import { currencies } from "./modules/shop/currencies/module.ts";
import { home } from "./modules/shop/home/module.ts";
import { publishableKeys } from "./modules/shop/publishable-keys/module.ts";
import { regionFields } from "./modules/shop/regions/index.ts";
import { regions } from "./modules/shop/regions/module.ts";
import { salesChannels } from "./modules/shop/sales-channels/module.ts";
import { shopDetails } from "./modules/shop/shop-details/module.ts";
import { store } from "./modules/shop/store/module.ts";
import { taxes } from "./modules/shop/taxes/module.ts";
import { inventory } from "./modules/stock/inventory/module.ts";
import { stockCounts } from "./modules/stock/stock-counts/module.ts";
import { stockLocations } from "./modules/stock/stock-locations/module.ts";
import { stockTransfers } from "./modules/stock/stock-transfers/module.ts";
import { variantFields } from "./modules/stock/variant-rows/index.ts";

/** What the server consists of. A module that needs functions of modules above it gets them here. */
const all = [
  products,
  categories,
  collections,
  productLabels,
  presentations,
  priceLists,
  pricing,
  catalogueState,
  carts,
  discounts,
  giftCards,
  shipping,
  checkout,
  draftOrders,
  paymentLinks,
  paymentPage,
  abandonedCarts,
  orders,
  payments,
  paymentCollections({ unlinkCollection }),
  notifications,
  orderTimeline,
  orderAssignees,
  fulfillments,
  orderEdits,
  returns,
  lineRefunds,
  orderPapers,
  swaps,
  claims,
  analytics,
  reports,
  firstRun,
  notices,
  auth({ user: replaceUserHash, customer: replaceCustomerHash }),
  customers({ copyAddressToCarts }),
  customerGroups,
  tags,
  segments,
  consent,
  personalData,
  users,
  roles,
  oauth,
  stockLocations,
  stockTransfers,
  stockCounts,
  inventory,
  home,
  store,
  shopDetails,
  currencies,
  regions,
  salesChannels,
  publishableKeys,
  taxes,
  batchJobs([...exportTypes, ...importTypes]),
  webhooks,
  events,
  audit,
  uploads,
  notes,
  savedViews,
  customFields({
    product: productFields,
    variant: variantFields,
    category: categoryFields,
    collection: collectionFields,
    customer: customerFields,
    customer_group: groupFields,
    order: orderFields,
    line_item: lineFields,
    cart: cartFields,
    region: regionFields,
    discount: discountFields,
  }),
  jobQueue,
  analyticsConfigs,
  health({ cachedCartRows }),
  housekeeping,
  plugins,
  demo,
] as const;

export const modules: readonly Module[] = all;

/** Every entity of the read model. */
export const entities: readonly Entity[] = modules.flatMap((module) => module.entities ?? []);

/** As the pages of roles and of the API reference list them. */
export const readingOrder: ReadingOrder = {
  areas: [
    "orders",
    "payments",
    "fulfillments",
    "returns",
    "notes",
    "notifications",
    "customers",
    "personal-data",
    "products",
    "price-lists",
    "discounts",
    "gift-cards",
    "stock",
    "settings",
    "keys",
    "team",
    "webhooks",
    "jobs",
    "import-export",
    "uploads",
    "plugins",
    "analytics",
    "audit",
    "events",
  ],
  groups: {
    Selling: ["Carts", "Discounts", "Gift Cards", "Shipping Options", "Shipping Profiles"],
    Catalogue: [
      "Products",
      "Product Variants",
      "Product Categories",
      "Collections",
      "Product Tags",
      "Product Types",
      "Price Lists",
    ],
    "Draft orders": ["Draft Orders", "Payment Links", "Abandoned Carts"],
    Orders: ["Orders", "Payments", "Payment Collections", "Notifications", "Mails"],
    "After the sale": ["Order Edits", "Returns", "Return Reasons", "Swaps"],
    Reporting: ["Analytics", "Reports", "First run", "Notices"],
    People: ["Auth", "Customers", "Customer Groups", "Tags", "Users", "Roles", "Invites", "Apps", "Segments"],
    Stock: ["Stock Locations", "Inventory Items", "Reservations", "Stock Transfers", "Stock Counts"],
    Shop: ["Store", "Currencies", "Regions", "Sales Channels", "Publishable API Keys", "Tax Rates"],
    "Import and export": ["Batch jobs"],
    Platform: [
      "Webhooks",
      "Events",
      "Audit log",
      "Uploads",
      "Saved views",
      "Custom fields",
      "Notes",
      "Jobs",
      "Analytics Configs",
      "Operations",
    ],
  },
};

type DeclaredModule = (typeof all)[number];
type DeclaredEntity = NonNullable<DeclaredModule["entities"]>[number];
type EntitiesByName = { [E in DeclaredEntity as E["name"]]: E };
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer All,
) => void
  ? All
  : never;
type AreasByName = Together<NonNullable<DeclaredModule["areas"]>>;

declare module "./graph/row.ts" {
  interface Entities extends EntitiesByName {}
}

declare module "./kernel/permissions.ts" {
  interface Areas extends AreasByName {}
}
