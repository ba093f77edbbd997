export { productFilters } from "./admin-product-graph.ts";
export { productEvents } from "./events.ts";
export { type ProductFields, productFrom, refuseProductByRules, withChanges } from "./product.ts";
export { describeProduct } from "./product-changes.ts";
export { hasTag, inPriceLists, productsMentioning } from "./product-conditions-graph.ts";
export {
  addCollectionProducts,
  moveProductsToProfile,
  removeCollectionProducts,
} from "./product-links-store.ts";
export { checkOptionTitles } from "./product-option.ts";
export { findDefaultChannel } from "./product-references-store.ts";
export {
  adminProductsWithoutPrices as productList,
  productRelations,
  withProductProfiles,
  withProfile,
} from "./product-schemas.ts";
export { type ProductSnapshot, productDifference } from "./product-snapshot.ts";
export {
  findProductsByIdOrHandle,
  findVariantsByCode,
  readProductSnapshots,
} from "./product-snapshot-store.ts";
export { checkProduct, lockProduct, productFields } from "./product-store.ts";
export { pricedVariant, product, productVariant } from "./products-graph.ts";
export { saveImportedFields } from "./use-cases/save-imported-fields.ts";
export { saveProductDifferences } from "./use-cases/save-product-differences.ts";
export type { VariantFields } from "./variant.ts";
export {
  planFirstVariants,
  planNewVariant,
  planVariantChange,
  type VariantSnapshot,
} from "./variant-plan.ts";
export type { RegionCurrencies, SentPrice } from "./variant-price.ts";
