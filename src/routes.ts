import { demoRoutes } from "./demo/demo-routes.ts";
import type { Routes } from "./http/routes.ts";
import { analyticsConfigRoutes } from "./modules/analytics-configs/index.ts";
import { auditRoutes } from "./modules/audit/index.ts";
import { authRoutes } from "./modules/auth/index.ts";
import type { JobType } from "./modules/batch-jobs/index.ts";
import { batchJobRoutes } from "./modules/batch-jobs/index.ts";
import { cartLineRoutes, cartRoutes, paymentSessionRoutes } from "./modules/carts/index.ts";
import { categoryRoutes, storeCategoryRoutes } from "./modules/categories/index.ts";
import { checkoutRoutes, paymentHookRoutes } from "./modules/checkout/index.ts";
import { claimRoutes } from "./modules/claims/index.ts";
import { collectionRoutes } from "./modules/collections/index.ts";
import { currencyRoutes } from "./modules/currencies/index.ts";
import { customerGroupRoutes } from "./modules/customer-groups/index.ts";
import { customerRoutes } from "./modules/customers/index.ts";
import { discountRoutes } from "./modules/discounts/index.ts";
import { draftOrderRoutes } from "./modules/draft-orders/index.ts";
import { eventRoutes } from "./modules/events/index.ts";
import {
  exchangeFulfillmentRoutes,
  orderFulfillmentRoutes,
  orderReservationRoutes,
} from "./modules/fulfillments/index.ts";
import { giftCardRoutes } from "./modules/gift-cards/index.ts";
import { inventoryItemRoutes, inventoryLevelRoutes, reservationRoutes } from "./modules/inventory/index.ts";
import { jobQueueRoutes } from "./modules/job-queue/index.ts";
import { noteRoutes } from "./modules/notes/index.ts";
import { notificationRoutes } from "./modules/notifications/index.ts";
import { oauthRoutes } from "./modules/oauth/index.ts";
import { adminOrderEditRoutes, editItemRoutes, storeOrderEditRoutes } from "./modules/order-edits/index.ts";
import { timelineRoutes } from "./modules/order-timeline/index.ts";
import {
  adminOrderRoutes,
  orderUpdateRoutes,
  ownOrdersRoutes,
  storeOrderRoutes,
  takeoverRoutes,
} from "./modules/orders/index.ts";
import {
  adminPaymentCollectionRoutes,
  storePaymentCollectionRoutes,
} from "./modules/payment-collections/index.ts";
import { orderPaymentRoutes, paymentRoutes } from "./modules/payments/index.ts";
import { listPricesRoutes, priceListRoutes } from "./modules/price-lists/index.ts";
import { productTagRoutes } from "./modules/product-tags/index.ts";
import { productTypeRoutes } from "./modules/product-types/index.ts";
import {
  productOptionRoutes,
  productRoutes,
  productVariantRoutes,
  storefrontProductRoutes,
  variantRoutes,
} from "./modules/products/index.ts";
import { publishableKeyRoutes } from "./modules/publishable-keys/index.ts";
import { regionPartsRoutes, regionRoutes } from "./modules/regions/index.ts";
import { returnReasonRoutes, returnRoutes } from "./modules/returns/index.ts";
import { salesChannelRoutes } from "./modules/sales-channels/index.ts";
import { shippingRoutes } from "./modules/shipping/index.ts";
import { stockLocationRoutes } from "./modules/stock-locations/index.ts";
import { storeRoutes } from "./modules/store/index.ts";
import { orderSwapRoutes, storeSwapRoutes, swapRoutes } from "./modules/swaps/index.ts";
import { taxRateRoutes } from "./modules/taxes/index.ts";
import { fileRoutes, uploadRoutes } from "./modules/uploads/index.ts";
import { inviteRoutes, passwordRoutes, userRoutes } from "./modules/users/index.ts";
import { webhookDeliveryRoutes, webhookRoutes } from "./modules/webhooks/index.ts";

/** Everything that is served, but for what plugins add. */
export const routesFor = (jobTypes: readonly JobType[]): Routes[] => [
  analyticsConfigRoutes,
  auditRoutes,
  authRoutes,
  batchJobRoutes(jobTypes),
  cartLineRoutes,
  cartRoutes,
  checkoutRoutes,
  paymentHookRoutes,
  paymentSessionRoutes,
  categoryRoutes,
  claimRoutes,
  collectionRoutes,
  currencyRoutes,
  customerGroupRoutes,
  customerRoutes,
  demoRoutes,
  discountRoutes,
  draftOrderRoutes,
  eventRoutes,
  fileRoutes,
  giftCardRoutes,
  inventoryItemRoutes,
  inventoryLevelRoutes,
  inviteRoutes,
  jobQueueRoutes,
  noteRoutes,
  notificationRoutes,
  oauthRoutes,
  adminOrderEditRoutes,
  editItemRoutes,
  storeOrderEditRoutes,
  adminOrderRoutes,
  timelineRoutes,
  orderFulfillmentRoutes,
  exchangeFulfillmentRoutes,
  orderReservationRoutes,
  orderPaymentRoutes,
  adminPaymentCollectionRoutes,
  storePaymentCollectionRoutes,
  orderUpdateRoutes,
  ownOrdersRoutes,
  takeoverRoutes,
  paymentRoutes,
  storeOrderRoutes,
  passwordRoutes,
  reservationRoutes,
  stockLocationRoutes,
  listPricesRoutes,
  priceListRoutes,
  productOptionRoutes,
  productRoutes,
  productTagRoutes,
  productTypeRoutes,
  productVariantRoutes,
  publishableKeyRoutes,
  storefrontProductRoutes,
  returnReasonRoutes,
  returnRoutes,
  salesChannelRoutes,
  shippingRoutes,
  storeCategoryRoutes,
  uploadRoutes,
  regionPartsRoutes,
  regionRoutes,
  storeRoutes,
  orderSwapRoutes,
  storeSwapRoutes,
  swapRoutes,
  taxRateRoutes,
  userRoutes,
  variantRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
];
