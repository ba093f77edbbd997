import { deleteOldGuesses } from "../../../http/guess-store.ts";
import { deleteOldKeys } from "../../../http/idempotency-store.ts";
import { defineModule } from "../../../module/define-module.ts";
import { housekeepingWork } from "./housekeeping-jobs.ts";

export const housekeeping = defineModule({
  name: "platform/housekeeping",
  work: housekeepingWork,
  // Tables of `src/http`, which has no module.
  cleanups: () => ({ keys: deleteOldKeys, limits: deleteOldGuesses }),
});
