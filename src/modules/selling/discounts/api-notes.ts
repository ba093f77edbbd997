import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Discounts",
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
  },
];
