import type { ApiTag } from "../http/openapi/api-notes.ts";

export const orderEdits: ApiTag = {
  name: "Order Edits",
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
};

export const returns: ApiTag = {
  name: "Returns",
  description: "Goods that customers send back.",
  operations: {
    "GET /admin/claims": {
      id: "listAdminClaims",
      description: "Lists claims with their orders, filtered by order, type and states.",
    },
    "GET /admin/returns": {
      id: "listAdminReturns",
      description: "Lists returns.",
    },
    "POST /admin/returns/{id}/receive": {
      id: "receiveAdminReturn",
    },
    "POST /admin/returns/{id}/refund": {
      id: "refundAdminReturn",
    },
    "POST /admin/returns/{id}/cancel": {
      id: "cancelAdminReturn",
      description: "Cancels a return that was not received. The answer has its order.",
    },
    "POST /store/returns": {
      id: "createStoreReturn",
    },
  },
};

export const returnReasons: ApiTag = {
  name: "Return Reasons",
  description: "Why goods come back, as a tree of two levels.",
  operations: {
    "GET /admin/return-reasons": {
      id: "listAdminReturnReasons",
      description: "Lists all return reasons.",
    },
    "POST /admin/return-reasons": {
      id: "createAdminReturnReason",
      description: "Creates a return reason, or one below another.",
    },
    "GET /admin/return-reasons/{id}": {
      id: "getAdminReturnReason",
      description: "Returns one return reason with its parent and those below it.",
    },
    "POST /admin/return-reasons/{id}": {
      id: "updateAdminReturnReason",
      description: "Changes the label, the value or the description of a return reason.",
    },
    "DELETE /admin/return-reasons/{id}": {
      id: "deleteAdminReturnReason",
      description: "Deletes a return reason and those below it.",
    },
    "GET /store/return-reasons": {
      id: "listStoreReturnReasons",
      description: "Lists the return reasons that a customer can choose from.",
    },
    "GET /store/return-reasons/{id}": {
      id: "getStoreReturnReason",
      description: "Returns one return reason.",
    },
  },
};

export const swaps: ApiTag = {
  name: "Swaps",
  description: "Goods in exchange for returned ones.",
  operations: {
    "GET /admin/swaps": {
      id: "listAdminSwaps",
      description: "Lists swaps, filtered by order and states.",
    },
    "POST /admin/orders/{id}/exchange-preview": { id: "previewAdminExchange" },
    "GET /admin/swaps/{id}": {
      id: "getAdminSwap",
      description: "Returns one swap with its order, its lines, its return and its cart.",
    },
    "POST /store/swaps": {
      id: "createStoreSwap",
      description:
        "Requests a swap for an order: lines to send back and variants to get. The answer has the cart to pay.",
    },
    "GET /store/swaps/{cart_id}": {
      id: "getStoreSwapByCart",
      description: "Returns the swap that a cart belongs to.",
    },
  },
};
