import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Custom fields",
    description:
      "Fields that the shop adds to products, variants, categories, collections, customers, customer groups, orders, line items, carts, regions and discounts. Their values are under `custom_fields`.",
    operations: {
      "GET /admin/custom-fields": {
        id: "listAdminCustomFields",
        description:
          "Lists the fields that plugins and the settings declare, also deleted ones whose values are stored. No permission is needed: forms show them.",
      },
      "POST /admin/custom-fields": {
        id: "createAdminCustomField",
        description:
          "Declares a field. Name and type are for good. A deleted field of this name and type comes back with its values.",
      },
      "POST /admin/custom-fields/{id}": {
        id: "updateAdminCustomField",
        description: "Changes a field, but not its name and type. Null removes a part.",
      },
      "DELETE /admin/custom-fields/{id}": {
        id: "deleteAdminCustomField",
        description: "Deletes a field. Its values are not shown any more, and stay until they are purged.",
      },
      "POST /admin/custom-fields/{id}/purge": {
        id: "purgeAdminCustomField",
        description: "Removes the values of a deleted field from all rows, in a job.",
      },
    },
  },
];
