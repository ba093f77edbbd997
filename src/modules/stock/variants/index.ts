export {
  clearVariantCodes,
  clearVariantQuantitiesAtLocation,
  type DeletedVariant,
  emptyVariants,
  insertVariantRows,
  markVariantsDeleted,
  putBackPieces,
  takePieces,
  updateVariantRows,
} from "./variant-store.ts";
