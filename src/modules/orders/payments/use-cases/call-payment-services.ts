import type { Metadata } from "../../../../kernel/metadata.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { callProvider, PAYMENT_TIMEOUT } from "../../../../providers/call-provider.ts";
import type { PaymentProvider } from "../../../../providers/ports/payment.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import {
  idempotencyKeyOf,
  type OperationKind,
  type Outcome,
  type Payment,
  type PaymentOperation,
} from "../payment-operation.ts";
import type { MoneyDeps } from "./deps.ts";

const failures: Record<OperationKind, string> = {
  capture: "The payment could not be captured",
  refund: "The payment could not be refunded",
  cancel: "The payment could not be canceled",
};

/** Goods can come back although nobody here can pay for them. */
const waysOut: Record<OperationKind, string> = {
  capture: "",
  refund: ". Refund it at the payment service; send refund: 0 to receive a return without a refund.",
  cancel: "",
};

/**
 * Calls the payment services for one operation after the other, while no row is locked. Captures are independent of each
 * other. After any other failed operation, the remaining ones are not called and count as refused.
 */
export async function callPaymentServices(
  deps: Pick<MoneyDeps, "providers">,
  operations: readonly PaymentOperation[],
  payments: readonly Payment[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let problem: string | null = null;
  for (const operation of operations) {
    if (problem !== null) {
      outcomes.push({ operation, result: "refused", reason: problem });
      continue;
    }
    const payment = payments.find(({ id }) => id === operation.paymentId)!;
    const outcome = await callPaymentService(deps, operation, payment);
    outcomes.push(outcome);
    if (outcome.result !== "done" && operation.kind !== "capture") problem = outcome.reason;
  }
  return outcomes;
}

async function callPaymentService(
  { providers }: Pick<MoneyDeps, "providers">,
  operation: PaymentOperation,
  payment: Payment,
): Promise<Outcome> {
  const failure = failures[operation.kind];
  const provider = providers.payment.find(payment.provider_id);
  if (!provider) {
    const reason = `${failure}: the payment provider ${payment.provider_id} is not installed`;
    return { operation, result: "refused", reason: reason + waysOut[operation.kind] };
  }
  let thrown: unknown;
  try {
    const answer = await callProvider({ failure, timeout: PAYMENT_TIMEOUT }, () =>
      call(provider, operation, payment).catch((error) => {
        thrown = error;
        throw error;
      }),
    );
    const { isLocal = false } = provider;
    return { operation, result: "done", data: storableData(answer, payment), isLocal };
  } catch (error) {
    // Only a refusal proves that the service did nothing. After any other error the money may have moved.
    const result = thrown instanceof Refusal ? "refused" : "unclear";
    return { operation, result, reason: (error as Refusal).message };
  }
}

const call = async (
  provider: PaymentProvider,
  operation: PaymentOperation,
  payment: Payment,
): Promise<unknown> =>
  provider[operation.kind]({
    data: payment.data,
    amount: operation.amount,
    currencyCode: payment.currency_code,
    idempotencyKey: idempotencyKeyOf(operation),
  });

/** The money has moved, so data that cannot be stored must not fail the operation. */
function storableData(answer: unknown, payment: Payment): Metadata {
  try {
    return checkedProviderData(answer);
  } catch {
    return payment.data;
  }
}
