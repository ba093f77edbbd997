import type { Metadata } from "../../../../kernel/metadata.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { PaymentProvider } from "../../../../providers/ports/payment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import { keyOf, type Movement, type MovementKind, type Outcome, type Payment } from "../movement.ts";
import type { MoneyDeps } from "./deps.ts";

const failures: Record<MovementKind, string> = {
  capture: "The payment could not be captured",
  refund: "The payment could not be refunded",
  cancel: "The payment could not be canceled",
};

/**
 * Asks the payment services for one movement after the other, while nothing is locked. Captures do not depend on
 * each other. Otherwise nothing more is asked once something went wrong: what was not asked is not done.
 */
export async function askServices(
  deps: Pick<MoneyDeps, "providers">,
  movements: readonly Movement[],
  payments: readonly Payment[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let problem: string | null = null;
  for (const movement of movements) {
    if (problem !== null) {
      outcomes.push({ movement, result: "refused", reason: problem });
      continue;
    }
    const payment = payments.find(({ id }) => id === movement.paymentId)!;
    const outcome = await askService(deps, movement, payment);
    outcomes.push(outcome);
    if (outcome.result !== "done" && movement.kind !== "capture") problem = outcome.reason;
  }
  return outcomes;
}

async function askService(
  { providers }: Pick<MoneyDeps, "providers">,
  movement: Movement,
  payment: Payment,
): Promise<Outcome> {
  const failure = failures[movement.kind];
  const provider = providers.payment.find(payment.provider_id);
  if (!provider) {
    const reason = `${failure}: the payment provider ${payment.provider_id} is not installed`;
    return { movement, result: "refused", reason };
  }
  let thrown: unknown;
  try {
    const answer = await callProvider({ failure, timeout: PAYMENT_TIMEOUT }, () =>
      call(provider, movement, payment).catch((error) => {
        thrown = error;
        throw error;
      }),
    );
    return { movement, result: "done", data: keptData(answer, payment) };
  } catch (error) {
    // Only a refusal says that nothing was done. Anything else may have broken off after the money had moved.
    const result = thrown instanceof Refusal ? "refused" : "unclear";
    return { movement, result, reason: (error as Refusal).message };
  }
}

const call = async (provider: PaymentProvider, movement: Movement, payment: Payment): Promise<unknown> =>
  provider[movement.kind]({
    data: payment.data,
    amount: movement.amount,
    currencyCode: payment.currency_code,
    idempotencyKey: keyOf(movement),
  });

/** The money has moved: an answer that cannot be kept must not undo that. */
function keptData(answer: unknown, payment: Payment): Metadata {
  try {
    return checkedProviderData(answer);
  } catch {
    return payment.data;
  }
}
