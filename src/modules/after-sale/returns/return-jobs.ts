import type { Work } from "../../../jobs/runner.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { MoneyDeps } from "../../orders/payments/index.ts";
import { bookReturnWithCarrier } from "./use-cases/book-return-with-carrier.ts";
import { BOOK_RETURN } from "./use-cases/insert-return.ts";
import type { ReturnDeps } from "./use-cases/prepare-return-shipping.ts";
import { FINISH_RETURN, finishReturn } from "./use-cases/return-at-once.ts";

/** Books returns with their carriers that were not booked because of a crash, and finishes those whose goods are here. */
export const returnWork = (deps: ReturnDeps & MoneyDeps): Work => ({
  tasks: {
    [BOOK_RETURN]: async ({ id }) => {
      try {
        await bookReturnWithCarrier(deps, String(id));
      } catch (error) {
        // The carrier refused the return, and the request has deleted it.
        if (!(error instanceof Refusal) || error.type !== "not_found") throw error;
      }
    },
    [FINISH_RETURN]: async ({ id, isRefundDeferred }) => {
      try {
        await finishReturn(deps, { id: String(id), isRefundDeferred: isRefundDeferred === true });
      } catch (error) {
        // The refund was refused, and the return is gone. The outcome of a conflict is not known yet.
        if (!(error instanceof Refusal) || error.type === "conflict") throw error;
      }
    },
  },
});
