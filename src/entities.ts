import type { Entity } from "./graph/entity.ts";
import { analyticsConfigsEntities } from "./modules/analytics-configs/analytics-configs-graph.ts";
import { auditEntities } from "./modules/audit/audit-graph.ts";
import { batchJobsEntities } from "./modules/batch-jobs/batch-jobs-graph.ts";
import { cartsEntities } from "./modules/carts/carts-graph.ts";
import { categoriesEntities } from "./modules/categories/categories-graph.ts";
import { claimsEntities } from "./modules/claims/claims-graph.ts";
import { collectionsEntities } from "./modules/collections/collections-graph.ts";
import { currenciesEntities } from "./modules/currencies/currencies-graph.ts";
import { customerGroupsEntities } from "./modules/customer-groups/customer-groups-graph.ts";
import { customersEntities } from "./modules/customers/customers-graph.ts";
import { discountsEntities } from "./modules/discounts/discounts-graph.ts";
import { draftOrdersEntities } from "./modules/draft-orders/draft-orders-graph.ts";
import { eventsEntities } from "./modules/events/events-graph.ts";
import { fulfillmentsEntities } from "./modules/fulfillments/fulfillments-graph.ts";
import { giftCardsEntities } from "./modules/gift-cards/gift-cards-graph.ts";
import { inventoryEntities } from "./modules/inventory/inventory-graph.ts";
import { notesEntities } from "./modules/notes/notes-graph.ts";
import { notificationsEntities } from "./modules/notifications/notifications-graph.ts";
import { oauthEntities } from "./modules/oauth/oauth-graph.ts";
import { orderEditsEntities } from "./modules/order-edits/order-edits-graph.ts";
import { ordersEntities } from "./modules/orders/orders-graph.ts";
import { paymentCollectionsEntities } from "./modules/payment-collections/payment-collections-graph.ts";
import { paymentsEntities } from "./modules/payments/payments-graph.ts";
import { priceListsEntities } from "./modules/price-lists/price-lists-graph.ts";
import { pricingEntities } from "./modules/pricing/pricing-graph.ts";
import { productTagsEntities } from "./modules/product-tags/product-tags-graph.ts";
import { productTypesEntities } from "./modules/product-types/product-types-graph.ts";
import { productsEntities } from "./modules/products/products-graph.ts";
import { publishableKeysEntities } from "./modules/publishable-keys/publishable-keys-graph.ts";
import { regionsEntities } from "./modules/regions/regions-graph.ts";
import { returnsEntities } from "./modules/returns/returns-graph.ts";
import { salesChannelsEntities } from "./modules/sales-channels/sales-channels-graph.ts";
import { shippingEntities } from "./modules/shipping/shipping-graph.ts";
import { stockLocationsEntities } from "./modules/stock-locations/stock-locations-graph.ts";
import { storeEntities } from "./modules/store/store-graph.ts";
import { swapsEntities } from "./modules/swaps/swaps-graph.ts";
import { taxesEntities } from "./modules/taxes/taxes-graph.ts";
import { usersEntities } from "./modules/users/users-graph.ts";
import { webhooksEntities } from "./modules/webhooks/webhooks-graph.ts";

/** Every entity of the read model. */
export const entities: Entity[] = [
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
  ...salesChannelsEntities,
  ...shippingEntities,
  ...stockLocationsEntities,
  ...storeEntities,
  ...swapsEntities,
  ...taxesEntities,
  ...usersEntities,
  ...webhooksEntities,
];
