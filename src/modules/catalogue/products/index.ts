export { filtersOfProducts } from "./admin-product-graph.ts";
export { differenceOf, type KnownProduct } from "./known-product.ts";
export { findCoded, findProductsNamed, readKnownProducts } from "./known-product-store.ts";
export { type ProductFields, productFrom, productStatuses, withChanges } from "./product.ts";
export { inPriceLists, mentions, taggedWith } from "./product-conditions-graph.ts";
export {
  addCollectionProducts,
  moveProductsToProfile,
  removeCollectionProducts,
} from "./product-links-store.ts";
export { checkOptionTitles } from "./product-option.ts";
export { productOptionRoutes } from "./product-option-routes.ts";
export { findDefaultChannel } from "./product-references-store.ts";
export { productRoutes } from "./product-routes.ts";
export { adminProductsWithoutPrices as productList, productRelations } from "./product-schemas.ts";
export { productVariantRoutes } from "./product-variant-routes.ts";
export { withProductProfiles, withProfile } from "./product-view.ts";
export { pricedVariant, product, productVariant } from "./products-graph.ts";
export { storefrontProductRoutes } from "./storefront-routes.ts";
export { saveKnownProducts } from "./use-cases/save-known-products.ts";
export type { VariantFields } from "./variant.ts";
export { type KnownVariant, plannedChange, plannedFirst, plannedOne } from "./variant-plan.ts";
export type { RegionCurrencies, SentPrice } from "./variant-price.ts";
export { variantRoutes } from "./variant-routes.ts";
