import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Payment Collections",
    description: "Payments of an order edit, with one session or with several.",
    operations: {
      "GET /admin/payment-collections/{id}": {
        id: "getAdminPaymentCollection",
        description: "Returns one payment collection.",
      },
      "POST /admin/payment-collections/{id}": {
        id: "updateAdminPaymentCollection",
        description: "Changes the description or the metadata of a payment collection.",
      },
      "DELETE /admin/payment-collections/{id}": {
        id: "deleteAdminPaymentCollection",
        description: "Deletes a payment collection that is canceled or not paid.",
      },
      "POST /admin/payment-collections/{id}/authorize": {
        id: "authorizeAdminPaymentCollection",
        description: "Marks a payment collection as authorized without a payment provider.",
      },
      "GET /store/payment-collections/{id}": {
        id: "getStorePaymentCollection",
        description: "Returns one payment collection with its sessions.",
      },
      "POST /store/payment-collections/{id}/sessions": {
        id: "createStorePaymentCollectionSession",
        description: "Pays the whole amount with one session at a payment provider.",
      },
      "POST /store/payment-collections/{id}/sessions/batch": {
        id: "createStorePaymentCollectionSessions",
        description: "Splits the amount between several sessions. Their sum must be the amount.",
      },
      "POST /store/payment-collections/{id}/sessions/batch/authorize": {
        id: "authorizeStorePaymentCollectionSessions",
        description: "Authorizes several sessions of a payment collection.",
      },
      "POST /store/payment-collections/{id}/sessions/{session_id}": {
        id: "refreshStorePaymentCollectionSession",
        description: "Closes a session and opens a new one at the same payment provider.",
      },
      "POST /store/payment-collections/{id}/sessions/{session_id}/authorize": {
        id: "authorizeStorePaymentCollectionSession",
        description: "Authorizes one session of a payment collection.",
      },
    },
  },
];
