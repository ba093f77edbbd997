import type { Entity } from "./graph/entity.ts";
import { claimsEntities } from "./modules/after-sale/claims/claims-graph.ts";
import { orderEditsEntities } from "./modules/after-sale/order-edits/order-edits-graph.ts";
import { returnsEntities } from "./modules/after-sale/returns/returns-graph.ts";
import { swapsEntities } from "./modules/after-sale/swaps/swaps-graph.ts";
import { categoriesEntities } from "./modules/catalogue/categories/categories-graph.ts";
import { collectionsEntities } from "./modules/catalogue/collections/collections-graph.ts";
import { priceListsEntities } from "./modules/catalogue/price-lists/price-lists-graph.ts";
import { pricingEntities } from "./modules/catalogue/pricing/pricing-graph.ts";
import {
  productTagsEntities,
  productTypesEntities,
} from "./modules/catalogue/product-labels/product-labels-graph.ts";
import { productsEntities } from "./modules/catalogue/products/products-graph.ts";
import { draftOrdersEntities } from "./modules/checkout/draft-orders/draft-orders-graph.ts";
import { batchJobsEntities } from "./modules/import-export/batch-jobs/batch-jobs-graph.ts";
import { fulfillmentsEntities } from "./modules/orders/fulfillments/fulfillments-graph.ts";
import { notificationsEntities } from "./modules/orders/notifications/notifications-graph.ts";
import { ordersEntities } from "./modules/orders/orders/orders-graph.ts";
import { paymentCollectionsEntities } from "./modules/orders/payment-collections/payment-collections-graph.ts";
import { paymentsEntities } from "./modules/orders/payments/payments-graph.ts";
import { customerGroupsEntities } from "./modules/people/customer-groups/customer-groups-graph.ts";
import { customersEntities } from "./modules/people/customers/customers-graph.ts";
import { oauthEntities } from "./modules/people/oauth/oauth-graph.ts";
import { rolesEntities } from "./modules/people/roles/roles-graph.ts";
import { usersEntities } from "./modules/people/users/users-graph.ts";
import { analyticsConfigsEntities } from "./modules/platform/analytics-configs/analytics-configs-graph.ts";
import { auditEntities } from "./modules/platform/audit/audit-graph.ts";
import { eventsEntities } from "./modules/platform/events/events-graph.ts";
import { notesEntities } from "./modules/platform/notes/notes-graph.ts";
import { webhooksEntities } from "./modules/platform/webhooks/webhooks-graph.ts";
import { cartsEntities } from "./modules/selling/carts/carts-graph.ts";
import { discountsEntities } from "./modules/selling/discounts/discounts-graph.ts";
import { giftCardsEntities } from "./modules/selling/gift-cards/gift-cards-graph.ts";
import { shippingEntities } from "./modules/selling/shipping/shipping-graph.ts";
import { currenciesEntities } from "./modules/shop/currencies/currencies-graph.ts";
import { publishableKeysEntities } from "./modules/shop/publishable-keys/publishable-keys-graph.ts";
import { regionsEntities } from "./modules/shop/regions/regions-graph.ts";
import { salesChannelsEntities } from "./modules/shop/sales-channels/sales-channels-graph.ts";
import { storeEntities } from "./modules/shop/store/store-graph.ts";
import { taxesEntities } from "./modules/shop/taxes/taxes-graph.ts";
import { inventoryEntities } from "./modules/stock/inventory/inventory-graph.ts";
import { stockLocationsEntities } from "./modules/stock/stock-locations/stock-locations-graph.ts";

const all = [
  ...analyticsConfigsEntities,
  ...batchJobsEntities,
  ...cartsEntities,
  ...categoriesEntities,
  ...claimsEntities,
  ...collectionsEntities,
  ...currenciesEntities,
  ...customerGroupsEntities,
  ...customersEntities,
  ...discountsEntities,
  ...draftOrdersEntities,
  ...auditEntities,
  ...eventsEntities,
  ...fulfillmentsEntities,
  ...giftCardsEntities,
  ...inventoryEntities,
  ...notesEntities,
  ...notificationsEntities,
  ...oauthEntities,
  ...orderEditsEntities,
  ...ordersEntities,
  ...paymentCollectionsEntities,
  ...paymentsEntities,
  ...priceListsEntities,
  ...pricingEntities,
  ...productTagsEntities,
  ...productTypesEntities,
  ...productsEntities,
  ...publishableKeysEntities,
  ...regionsEntities,
  ...returnsEntities,
  ...rolesEntities,
  ...salesChannelsEntities,
  ...shippingEntities,
  ...stockLocationsEntities,
  ...storeEntities,
  ...swapsEntities,
  ...taxesEntities,
  ...usersEntities,
  ...webhooksEntities,
];

/** Every entity of the read model. */
export const entities: Entity[] = all;

type ByName = { [E in (typeof all)[number] as E["name"]]: E };

declare module "./graph/row.ts" {
  interface Entities extends ByName {}
}
