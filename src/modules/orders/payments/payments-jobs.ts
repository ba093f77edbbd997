import type { Work } from "../../../jobs/runner.ts";
import type { MoneyDeps } from "./use-cases/deps.ts";
import { finishDueOperations } from "./use-cases/finish-operations.ts";

/** Every minute: finishes operations of dead processes, and those that a payment service did not answer. */
export const paymentWork = (deps: MoneyDeps): Work => ({
  tasks: { "payments-finish": (_payload, run) => finishDueOperations(deps, run) },
  schedules: [{ task: "payments-finish", pattern: "* * * * *" }],
});
