export {
  clearVariantCodes,
  clearVariantQuantitiesAtLocation,
  type DeletedVariant,
  emptyVariants,
  markVariantsDeleted,
  putBackPieces,
  takePieces,
  variantWrites,
} from "./variant-store.ts";
