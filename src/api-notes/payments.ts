import type { ApiTag } from "../http/openapi/api-notes.ts";

export const payments: ApiTag = {
  name: "Payments",
  description: "Single payments, across orders.",
  operations: {
    "GET /admin/payments/{id}": {
      id: "getAdminPayment",
      description: "Returns one payment.",
    },
    "POST /admin/payments/{id}/capture": {
      id: "captureAdminPayment",
      description: "Captures an authorized payment in full.",
    },
    "POST /admin/payments/{id}/refund": {
      id: "refundAdminPayment",
      description: "Refunds an amount of a captured payment.",
    },
    "POST /hooks/payment/{provider_id}": {
      id: "receivePaymentWebhook",
      description:
        "Receives a notification of a payment service, in its own format. The signature of the service is the credential.",
    },
  },
};

export const paymentCollections: ApiTag = {
  name: "Payment Collections",
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
};

export const notifications: ApiTag = {
  name: "Notifications",
  description: "Messages that were sent to customers about their orders.",
  operations: {
    "GET /admin/notifications": {
      id: "listAdminNotifications",
      description: "Lists notifications, filtered by event, recipient or resource.",
    },
    "POST /admin/notifications/{id}/resend": {
      id: "resendAdminNotification",
      description: "Sends a notification again, to the same or to another recipient.",
    },
  },
};
