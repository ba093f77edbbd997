/** What can be a part of a plugin's transaction: operations that are one transaction, and call no provider. */
const RESOURCES = [
  "Customer",
  "CustomerAddress",
  "CustomerGroup",
  "CustomerGroupCustomers",
  "Product",
  "ProductOption",
  "ProductVariant",
  "ProductCategory",
  "ProductCategoryProducts",
  "Collection",
  "CollectionProducts",
  "PriceList",
  "PriceListPrices",
  "Discount",
  "DiscountRegion",
  "DiscountDynamicCode",
  "DiscountCondition",
  "DiscountConditionResources",
  "GiftCard",
  "Note",
  "InventoryItem",
  "InventoryItemLocationLevel",
  "Reservation",
];

const READS = [
  "CustomerGroups",
  "Customers",
  "Products",
  "Collections",
  "PriceLists",
  "Discounts",
  "GiftCards",
];

export const joinableOperations: ReadonlySet<string> = new Set([
  ...RESOURCES.flatMap((resource) =>
    ["get", "create", "update", "delete", "add", "remove"].map((verb) => `${verb}Admin${resource}`),
  ),
  ...[...READS, "ProductCategories", "Notes", "InventoryItems", "Reservations"].map(
    (name) => `listAdmin${name}`,
  ),
  "setAdminProductMetadata",
  "setAdminCustomerBillingAddress",
  "changeAdminOrderTags",
  "changeAdminCustomerTags",
]);
