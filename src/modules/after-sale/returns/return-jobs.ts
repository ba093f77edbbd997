import type { Work } from "../../../jobs/work.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { bookReturnWithCarrier } from "./use-cases/book-return-with-carrier.ts";
import { BOOK_RETURN } from "./use-cases/insert-return.ts";
import type { ReturnDeps } from "./use-cases/prepare-return-shipping.ts";

/** Books at carriers what a crash has left unbooked. */
export const returnWork = (deps: ReturnDeps): Work => ({
  tasks: {
    [BOOK_RETURN]: async ({ id }) => {
      try {
        await bookReturnWithCarrier(deps, String(id));
      } catch (error) {
        // The request itself has found out that no carrier takes it.
        if (!(error instanceof Refusal) || error.type !== "not_found") throw error;
      }
    },
  },
});
