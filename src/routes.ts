import { demoRoutes } from "./demo/picture-routes.ts";
import type { Routes } from "./http/routes.ts";
import { claimRoutes } from "./modules/after-sale/claims/index.ts";
import {
  adminOrderEditRoutes,
  editItemRoutes,
  storeOrderEditRoutes,
  unlinkCollection,
} from "./modules/after-sale/order-edits/index.ts";
import { returnReasonRoutes, returnRoutes } from "./modules/after-sale/returns/index.ts";
import { orderSwapRoutes, storeSwapRoutes, swapRoutes } from "./modules/after-sale/swaps/index.ts";
import { categoryRoutes, storeCategoryRoutes } from "./modules/catalogue/categories/index.ts";
import { collectionRoutes } from "./modules/catalogue/collections/index.ts";
import { listPricesRoutes, priceListRoutes } from "./modules/catalogue/price-lists/index.ts";
import { productTagRoutes, productTypeRoutes } from "./modules/catalogue/product-labels/index.ts";
import {
  productOptionRoutes,
  productRoutes,
  productVariantRoutes,
  storefrontProductRoutes,
  variantRoutes,
} from "./modules/catalogue/products/index.ts";
import { checkoutRoutes, draftPaymentRoutes, paymentHookRoutes } from "./modules/checkout/checkout/index.ts";
import { draftOrderRoutes } from "./modules/checkout/draft-orders/index.ts";
import { batchJobRoutes, type JobType } from "./modules/import-export/batch-jobs/index.ts";
import {
  exchangeFulfillmentRoutes,
  orderFulfillmentRoutes,
  orderReservationRoutes,
} from "./modules/orders/fulfillments/index.ts";
import { notificationRoutes } from "./modules/orders/notifications/index.ts";
import { timelineRoutes } from "./modules/orders/order-timeline/index.ts";
import {
  adminOrderRoutes,
  orderClaimRoutes,
  orderUpdateRoutes,
  ownOrdersRoutes,
  storeOrderRoutes,
} from "./modules/orders/orders/index.ts";
import {
  adminPaymentCollectionRoutes,
  storePaymentCollectionRoutes,
} from "./modules/orders/payment-collections/index.ts";
import { orderPaymentRoutes, paymentRoutes } from "./modules/orders/payments/index.ts";
import { authRoutes } from "./modules/people/auth/index.ts";
import { customerGroupRoutes } from "./modules/people/customer-groups/index.ts";
import { customerRoutes, replaceCustomerHash } from "./modules/people/customers/index.ts";
import { oauthRoutes } from "./modules/people/oauth/index.ts";
import { personalDataRoutes } from "./modules/people/personal-data/index.ts";
import { permissionRoutes, roleRoutes } from "./modules/people/roles/index.ts";
import {
  inviteRoutes,
  passwordRoutes,
  replaceUserHash,
  userRoleRoutes,
  userRoutes,
} from "./modules/people/users/index.ts";
import { analyticsConfigRoutes } from "./modules/platform/analytics-configs/index.ts";
import { auditRoutes } from "./modules/platform/audit/index.ts";
import { eventRoutes, eventStreamRoutes } from "./modules/platform/events/index.ts";
import { healthRoutes } from "./modules/platform/health/index.ts";
import { jobQueueRoutes } from "./modules/platform/job-queue/index.ts";
import { noteRoutes } from "./modules/platform/notes/index.ts";
import { fileRoutes, uploadRoutes } from "./modules/platform/uploads/index.ts";
import { webhookDeliveryRoutes, webhookRoutes } from "./modules/platform/webhooks/index.ts";
import { analyticsRoutes } from "./modules/reporting/analytics/index.ts";
import {
  cachedCartRows,
  cartLineRoutes,
  cartRoutes,
  copyAddressToCarts,
  discountTrialRoutes,
  paymentSessionRoutes,
  pricePreviewRoutes,
} from "./modules/selling/carts/index.ts";
import { conditionRoutes, discountRoutes } from "./modules/selling/discounts/index.ts";
import { giftCardRoutes } from "./modules/selling/gift-cards/index.ts";
import {
  shippingOptionRoutes,
  shippingProfileRoutes,
  storeShippingOptionRoutes,
} from "./modules/selling/shipping/index.ts";
import { currencyRoutes } from "./modules/shop/currencies/index.ts";
import { homeRoutes } from "./modules/shop/home/index.ts";
import { publishableKeyRoutes } from "./modules/shop/publishable-keys/index.ts";
import { regionAssignmentRoutes, regionRoutes } from "./modules/shop/regions/index.ts";
import { salesChannelRoutes } from "./modules/shop/sales-channels/index.ts";
import { storeRoutes } from "./modules/shop/store/index.ts";
import { taxRateRoutes } from "./modules/shop/taxes/index.ts";
import {
  inventoryItemRoutes,
  inventoryLevelRoutes,
  lowStockRoutes,
  reservationRoutes,
} from "./modules/stock/inventory/index.ts";
import { stockLocationRoutes } from "./modules/stock/stock-locations/index.ts";

/** All routes except those of plugins. */
export const routesFor = (jobTypes: readonly JobType[]): Routes[] => [
  analyticsConfigRoutes,
  analyticsRoutes,
  auditRoutes,
  authRoutes({ user: replaceUserHash, customer: replaceCustomerHash }),
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
  customerRoutes({ copyAddressToCarts }),
  demoRoutes,
  discountRoutes,
  conditionRoutes,
  discountTrialRoutes,
  draftOrderRoutes,
  draftPaymentRoutes,
  eventRoutes,
  eventStreamRoutes,
  fileRoutes,
  giftCardRoutes,
  healthRoutes({ cachedCartRows }),
  homeRoutes,
  inventoryItemRoutes,
  inventoryLevelRoutes,
  inviteRoutes,
  jobQueueRoutes,
  lowStockRoutes,
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
  adminPaymentCollectionRoutes({ unlinkCollection }),
  storePaymentCollectionRoutes,
  orderUpdateRoutes,
  ownOrdersRoutes,
  orderClaimRoutes,
  paymentRoutes,
  storeOrderRoutes,
  passwordRoutes,
  permissionRoutes,
  personalDataRoutes,
  reservationRoutes,
  stockLocationRoutes,
  listPricesRoutes,
  pricePreviewRoutes,
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
  roleRoutes,
  salesChannelRoutes,
  shippingOptionRoutes,
  shippingProfileRoutes,
  storeShippingOptionRoutes,
  storeCategoryRoutes,
  uploadRoutes,
  regionAssignmentRoutes,
  regionRoutes,
  storeRoutes,
  orderSwapRoutes,
  storeSwapRoutes,
  swapRoutes,
  taxRateRoutes,
  userRoleRoutes,
  userRoutes,
  variantRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
];
