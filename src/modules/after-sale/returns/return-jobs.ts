import type { Work } from "../../../jobs/runner.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { bookReturnWithCarrier } from "./use-cases/book-return-with-carrier.ts";
import { BOOK_RETURN } from "./use-cases/insert-return.ts";
import type { ReturnDeps } from "./use-cases/prepare-return-shipping.ts";

/** Books returns with their carriers that were not booked because of a crash. */
export const returnWork = (deps: ReturnDeps): Work => ({
  tasks: {
    [BOOK_RETURN]: async ({ id }) => {
      try {
        await bookReturnWithCarrier(deps, String(id));
      } catch (error) {
        // The carrier refused the return, and the request has deleted it.
        if (!(error instanceof Refusal) || error.type !== "not_found") throw error;
      }
    },
  },
});
