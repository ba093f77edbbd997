import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Gift Cards",
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
  },
];
