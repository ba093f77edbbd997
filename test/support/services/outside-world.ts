import { manualFulfillment } from "../../../src/providers/manual-fulfillment.ts";
import { manualPayment } from "../../../src/providers/manual-payment.ts";
import type { Parcel } from "../../../src/providers/ports/fulfillment.ts";
import type { PaymentRequest } from "../../../src/providers/ports/payment.ts";
import type { TaxCalculation } from "../../../src/providers/ports/tax.ts";
import { ProviderRegistry } from "../../../src/providers/registry.ts";

/** A point at which a call waits until the test opens it. */
export class Gate {
  private open!: () => void;
  private arrive!: () => void;
  /** Resolves when a call waits. */
  readonly reached = new Promise<void>((resolve) => {
    this.arrive = resolve;
  });
  private readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  async pass(): Promise<void> {
    this.arrive();
    await this.opened;
  }

  letGo = () => this.open();
}

/** A service outside of the shop whose answers a test decides. What it was asked is noted. */
export class Outside<Question, Answer = unknown> {
  readonly asked: Question[] = [];
  answer: (question: Question) => unknown;

  constructor(private readonly usual: (question: Question) => Answer) {
    this.answer = usual;
  }

  /** Everything as at the beginning. */
  forget(): void {
    this.asked.length = 0;
    this.answer = this.usual;
  }

  ask = async (question: Question): Promise<never> => {
    this.asked.push(question);
    return (await this.answer(question)) as never;
  };
}

export interface PaymentCall {
  kind: "initiate" | "update" | "delete";
  provider: string;
  data?: Record<string, unknown>;
  request?: PaymentRequest;
  sent?: Record<string, unknown>;
}

/** A tax service (`outside-tax`), a carrier (`carrier`) and two ways to pay (`card`, `bank`). */
export function outsideWorld() {
  const tax = new Outside((asked: TaxCalculation) => ({
    items: asked.items.map(({ lineItemId }) => ({ lineItemId, rate: 7, name: "seven", code: "S" })),
    shipping: asked.shipping.map(({ shippingMethodId }) => ({
      shippingMethodId,
      rate: 5,
      name: "five",
      code: "F",
    })),
  }));
  const data = new Outside((asked: { data: Record<string, unknown>; parcel: Parcel }) => asked.data);
  const price = new Outside(({ parcel }: { parcel: Parcel }) => 100 * parcel.items.length);
  const payment = new Outside((call: PaymentCall) =>
    call.kind === "delete" ? undefined : { ...call.data, ...call.sent, amount: call.request!.amount },
  );
  const registry = new ProviderRegistry();
  registry.tax.add({ id: "outside-tax", taxLines: tax.ask });
  registry.fulfillment.add({
    ...manualFulfillment,
    isLocal: false,
    id: "carrier",
    canCalculate: async () => true,
    validateData: (_option, sent, parcel) => data.ask({ data: sent, parcel }),
    calculatePrice: (_option, _data, parcel) => price.ask({ parcel }),
  });
  for (const provider of ["card", "bank"]) {
    registry.payment.add({
      ...manualPayment,
      isLocal: false,
      id: provider,
      initiate: (request) => payment.ask({ kind: "initiate", provider, request }),
      update: (before, request, sent) =>
        payment.ask({ kind: "update", provider, data: before, request, sent }),
      deleteSession: (before) => payment.ask({ kind: "delete", provider, data: before }),
    });
  }
  return { registry, tax, data, price, payment };
}
