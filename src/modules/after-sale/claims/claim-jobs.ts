import type { Work } from "../../../jobs/runner.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { CartDeps } from "../../selling/carts/index.ts";
import { FINISH_CLAIM, finishOrDelete } from "./use-cases/finish-claim.ts";

/** Finishes claims whose request crashed. */
export const claimWork = (deps: CartDeps): Work => ({
  tasks: {
    [FINISH_CLAIM]: async ({ id }) => {
      try {
        await finishOrDelete(deps, String(id));
      } catch (error) {
        // The carrier or payment provider refused, and the claim is deleted. The outcome of a conflict is not known yet.
        if (!(error instanceof Refusal) || error.type === "conflict") throw error;
      }
    },
  },
});
