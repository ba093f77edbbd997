import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Order Edits",
    description: "Changes of the lines of an order that the customer agrees to.",
    operations: {
      "GET /admin/order-edits": {
        id: "listAdminOrderEdits",
        description: "Lists order edits, filtered by order. `q` searches internal notes.",
      },
      "POST /admin/order-edits": {
        id: "createAdminOrderEdit",
        description: "Starts an edit of an order. The order itself changes when the edit is confirmed.",
      },
      "GET /admin/order-edits/{id}": {
        id: "getAdminOrderEdit",
        description: "Returns one order edit with its changes, its lines and the new totals.",
      },
      "POST /admin/order-edits/{id}": {
        id: "updateAdminOrderEdit",
        description: "Changes the internal note of an order edit.",
      },
      "DELETE /admin/order-edits/{id}": {
        id: "deleteAdminOrderEdit",
        description: "Deletes an order edit that was not sent to the customer.",
      },
      "POST /admin/order-edits/{id}/request": {
        id: "requestAdminOrderEdit",
        description:
          "Asks the customer to agree. A higher total opens a payment collection for the difference.",
      },
      "POST /admin/order-edits/{id}/confirm": {
        id: "confirmAdminOrderEdit",
        description: "Applies the changes to the order. A confirmed edit stays as it is.",
      },
      "POST /admin/order-edits/{id}/cancel": {
        id: "cancelAdminOrderEdit",
        description: "Cancels an order edit that is not confirmed.",
      },
      "POST /admin/order-edits/{id}/items": {
        id: "addAdminOrderEditItem",
        description: "Adds a line of a variant to the edited order.",
      },
      "POST /admin/order-edits/{id}/items/{item_id}": {
        id: "updateAdminOrderEditItem",
        description: "Changes the quantity of a line of the edited order.",
      },
      "DELETE /admin/order-edits/{id}/items/{item_id}": {
        id: "removeAdminOrderEditItem",
        description: "Removes a line from the edited order.",
      },
      "DELETE /admin/order-edits/{id}/changes/{change_id}": {
        id: "deleteAdminOrderEditChange",
        description: "Takes back one change of an order edit.",
      },
      "GET /store/order-edits/{id}": {
        id: "getStoreOrderEdit",
        description: "Returns an order edit to the customer, without internal notes.",
      },
      "POST /store/order-edits/{id}/complete": {
        id: "completeStoreOrderEdit",
        description: "Agrees to an order edit. A difference to pay must be authorized before.",
      },
      "POST /store/order-edits/{id}/decline": {
        id: "declineStoreOrderEdit",
        description: "Declines an order edit, with a reason.",
      },
    },
  },
];
