/*
 * Writes the rows of variants. The rules are in catalogue/products; this area, which is below it, changes their stock.
 */
export {
  clearVariantCodes,
  clearVariantQuantitiesAtLocation,
  type DeletedVariant,
  emptyVariants,
  markVariantsDeleted,
  putBackPieces,
  takePieces,
  variantFields,
  variantWrites,
} from "./variant-rows-store.ts";
