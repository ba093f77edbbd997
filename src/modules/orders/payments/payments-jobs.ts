import type { Work } from "../../../jobs/work.ts";
import type { MoneyDeps } from "./use-cases/deps.ts";
import { finishDue } from "./use-cases/finish-due.ts";

/** Every minute: what payment services were asked for by processes that have died, or did not answer. */
export const paymentWork = (deps: MoneyDeps): Work => ({
  tasks: { "payments-finish": (_payload, run) => finishDue(deps, run) },
  schedules: [{ task: "payments-finish", pattern: "* * * * *" }],
});
