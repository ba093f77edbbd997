import type { ApiTag } from "../http/openapi/api-notes.ts";

export const discounts: ApiTag = {
  name: "Discounts",
  description: "Codes that lower a price: a percentage, an amount or free shipping, with conditions.",
  operations: {
    "GET /admin/discounts": {
      id: "listAdminDiscounts",
      description: "Lists discounts with their rules and regions. `q` searches codes.",
    },
    "POST /admin/discounts": {
      id: "createAdminDiscount",
      description: "Creates a discount with its rule, its regions and, if named, its conditions.",
    },
    "GET /admin/discounts/{id}": {
      id: "getAdminDiscount",
      description: "Returns one discount with its rule and regions.",
    },
    "POST /admin/discounts/{id}": {
      id: "updateAdminDiscount",
      description: "Changes a discount. The type of its rule cannot be changed.",
    },
    "DELETE /admin/discounts/{id}": {
      id: "deleteAdminDiscount",
      description: "Deletes a discount. Orders keep their reduction.",
    },
    "GET /admin/discounts/code/{code}": {
      id: "getAdminDiscountByCode",
      description: "Finds a discount by its code, in upper or lower case.",
    },
    "POST /admin/discounts/{id}/trial": {
      id: "tryAdminDiscount",
      description:
        "Calculates the totals of a sample cart without and with a discount, for a region, goods and a customer. Nothing is saved, announced or counted as a use.",
    },
    "GET /admin/discounts/{id}/figures": {
      id: "getAdminDiscountFigures",
      description:
        "Returns the orders, sales and revenue of a discount and its dynamic codes by currency, whenever the orders were placed.",
    },
    "POST /admin/discounts/{id}/regions/{region_id}": {
      id: "addAdminDiscountRegion",
      description: "Lets a discount apply in one more region.",
    },
    "DELETE /admin/discounts/{id}/regions/{region_id}": {
      id: "removeAdminDiscountRegion",
      description: "Stops a discount from applying in a region.",
    },
    "POST /admin/discounts/{id}/dynamic-codes": {
      id: "createAdminDiscountDynamicCode",
      description: "Creates a further code with the rule of a dynamic discount and its own usage limit.",
    },
    "DELETE /admin/discounts/{id}/dynamic-codes/{code}": {
      id: "deleteAdminDiscountDynamicCode",
      description: "Deletes a code of a dynamic discount.",
    },
    "POST /admin/discounts/{discount_id}/conditions": {
      id: "createAdminDiscountCondition",
      description:
        "Limits a discount to certain products, types, collections, tags or customer groups, or to all but these.",
    },
    "GET /admin/discounts/{discount_id}/conditions/{condition_id}": {
      id: "getAdminDiscountCondition",
      description: "Returns one condition of a discount.",
    },
    "POST /admin/discounts/{discount_id}/conditions/{condition_id}": {
      id: "updateAdminDiscountCondition",
      description: "Replaces the resources of a condition.",
    },
    "DELETE /admin/discounts/{discount_id}/conditions/{condition_id}": {
      id: "deleteAdminDiscountCondition",
      description: "Deletes a condition. The answer has the discount without it.",
    },
    "POST /admin/discounts/{discount_id}/conditions/{condition_id}/batch": {
      id: "addAdminDiscountConditionResources",
      description: "Adds resources to a condition. Those it has stay.",
    },
    "DELETE /admin/discounts/{discount_id}/conditions/{condition_id}/batch": {
      id: "removeAdminDiscountConditionResources",
      description: "Takes resources from a condition.",
    },
  },
};

export const giftCards: ApiTag = {
  name: "Gift Cards",
  description: "Prepaid amounts with a code, bought by customers or made by merchants.",
  operations: {
    "GET /admin/gift-cards": {
      id: "listAdminGiftCards",
      description: "Lists gift cards with their region and order. `q` searches codes.",
    },
    "POST /admin/gift-cards": {
      id: "createAdminGiftCard",
      description: "Creates a gift card of a value in the currency of a region. The code is generated.",
    },
    "GET /admin/gift-cards/{id}": {
      id: "getAdminGiftCard",
      description: "Returns one gift card.",
    },
    "POST /admin/gift-cards/{id}": {
      id: "updateAdminGiftCard",
      description: "Changes the balance, the end date or the region of a gift card, or disables it.",
    },
    "DELETE /admin/gift-cards/{id}": {
      id: "deleteAdminGiftCard",
      description: "Deletes a gift card. It can no longer be used.",
    },
    "GET /admin/gift-cards/{id}/transactions": {
      id: "listAdminGiftCardTransactions",
      description:
        "Lists the orders that were paid with a gift card and what each took from it, the newest first.",
    },
    "GET /store/gift-cards/{code}": {
      id: "getStoreGiftCard",
      description:
        "Returns value, balance and region of a gift card. Too many wrong codes are answered with 429.",
    },
  },
};
