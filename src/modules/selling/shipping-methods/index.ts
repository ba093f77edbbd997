export {
  assignMethodsToClaim,
  deleteMethodOfReturn,
  deleteMethodsOfCart,
  deleteShippingMethods,
  insertShippingMethods,
  methodRows,
  methodsDeleted,
  methodsInserted,
  methodsMovedFromCart,
  methodsOfCartDeleted,
  type NewShippingMethod,
  removeOtherMethodsOfClaim,
  updateShippingMethods,
} from "./shipping-method-store.ts";
export { insertShippingTaxes, shippingTaxesSaved } from "./shipping-tax-store.ts";
