import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Customers",
    operations: {
      "GET /admin/customers/{id}/marketing-consent": {
        id: "getAdminCustomerConsent",
        before: "POST /store/customers",
        description:
          "Returns by channel whether the customer agrees to marketing, and every decision with its source, the text that was agreed to, and who recorded it.",
      },
      "POST /admin/customers/{id}/marketing-consent": {
        id: "recordAdminCustomerConsent",
        before: "POST /store/customers",
        description: "Records a decision that the customer has told the shop, for example on the phone.",
      },
      "GET /store/customers/me/marketing-consent": {
        id: "getStoreCustomerConsent",
        description: "Returns by channel whether the logged-in customer agrees to marketing.",
      },
      "POST /store/customers/me/marketing-consent": {
        id: "updateStoreCustomerConsent",
        description:
          "The logged-in customer agrees to marketing by a channel, or does not any more. Consent needs the text that was shown. The same decision again changes nothing.",
      },
    },
  },
];
