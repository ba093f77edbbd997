export {
  insertReturnedAdjustments,
  replaceAdjustments,
  replaceDiscountAdjustments,
} from "./adjustment-store.ts";
export { type CheckedLine, checkedLine, type LineContext, repricedLine } from "./checked-line.ts";
export { copyLinesToEdit, insertReturnedLines } from "./copied-line-store.ts";
export {
  deleteLines,
  deleteLinesOf,
  linesMarkedAsShipped,
  linesMovedFromCart,
  linesUnmarkedAsShipped,
  updateLineQuantity,
  updateLines,
} from "./line-item-store.ts";
export { changePieces, piecesUnpacked, replaceLinesByEdit } from "./line-pieces-store.ts";
export { insertLineTaxes, lineTaxesSaved, replaceLineTaxes } from "./line-tax-store.ts";
export { insertCartLines, insertLines, lineFields } from "./new-line-store.ts";
