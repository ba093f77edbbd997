import type { Work } from "../../../jobs/work.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { ClaimDeps } from "./use-cases/deps.ts";
import { FINISH_CLAIM, finishOrForget } from "./use-cases/finish-claim.ts";

/** Finishes claims that a crash has left unfinished. */
export const claimWork = (deps: ClaimDeps): Work => ({
  tasks: {
    [FINISH_CLAIM]: async ({ id }) => {
      try {
        await finishOrForget(deps, String(id));
      } catch (error) {
        // Somebody said no, and nothing of the claim remains. Of a conflict the end is not known yet.
        if (!(error instanceof Refusal) || error.type === "conflict") throw error;
      }
    },
  },
});
