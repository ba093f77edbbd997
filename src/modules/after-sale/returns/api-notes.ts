import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/orders/{id}/return": {
        id: "requestAdminOrderReturn",
        before: "GET /admin/orders/{id}/reservations",
        description:
          "Requests a return of lines for the customer. With `receive_now` the goods are counted as received at once.",
      },
    },
  },
  {
    tag: "Returns",
    description: "Goods that customers send back.",
    operations: {
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
  },
  {
    tag: "Return Reasons",
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
  },
];
