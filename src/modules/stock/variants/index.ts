export {
  clearVariantQuantitiesAtLocation,
  emptyVariants,
  putBackPieces,
  takePieces,
} from "./variant-stock-store.ts";
export {
  clearVariantCodes,
  type DeletedVariant,
  insertVariantRows,
  markVariantsDeleted,
  updateVariantRows,
} from "./variant-store.ts";
