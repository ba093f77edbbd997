import type { PaymentProvider } from "../../src/providers/ports/payment.ts";

interface Entry {
  id: string;
  cartId: string;
  amount: number;
  state: "open" | "authorized" | "canceled";
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A payment service with a ledger of its own. It answers now quickly, now slowly, as one far away does. */
export class LedgerPayment implements PaymentProvider {
  readonly id = "ledger";
  readonly entries: Entry[] = [];
  private readonly byKey = new Map<string, Entry>();
  /** Called before a payment is authorized. */
  beforeAuthorizing: () => Promise<void> = async () => {};
  /** Called before money that was reserved is let go. */
  beforeCanceling: () => Promise<void> = async () => {};

  of = (cartId: string): Entry[] => this.entries.filter((entry) => entry.cartId === cartId);

  initiate: PaymentProvider["initiate"] = async ({ resourceId, amount, idempotencyKey }) => {
    await this.travel();
    const known = this.byKey.get(idempotencyKey!);
    const entry = known && known.state !== "canceled" ? known : this.open(resourceId, amount);
    this.byKey.set(idempotencyKey!, entry);
    await this.travel();
    return { id: entry.id };
  };

  update: PaymentProvider["update"] = async (data, { resourceId, amount }) => {
    await this.travel();
    let entry = this.find(data);
    if (entry.state === "open") entry.amount = amount;
    else if (entry.state === "canceled" || entry.amount !== amount) {
      // Money that is reserved is reserved for one amount.
      entry.state = "canceled";
      entry = this.open(resourceId, amount);
    }
    await this.travel();
    return { id: entry.id };
  };

  authorize: PaymentProvider["authorize"] = async ({ data, amount }) => {
    await this.beforeAuthorizing();
    await this.travel();
    const entry = this.find(data);
    const isDue = entry.state !== "canceled" && entry.amount === amount;
    if (isDue) entry.state = "authorized";
    await this.travel();
    return { status: isDue ? "authorized" : "error", data };
  };

  cancel: PaymentProvider["cancel"] = async ({ data }) => {
    await this.beforeCanceling();
    await this.deleteSession(data);
    return data;
  };

  deleteSession: PaymentProvider["deleteSession"] = async (data) => {
    await this.travel();
    this.find(data).state = "canceled";
    await this.travel();
  };

  capture: PaymentProvider["capture"] = async ({ data }) => data;
  refund: PaymentProvider["refund"] = async ({ data }) => data;
  status: PaymentProvider["status"] = async () => "pending";

  private travel = () => pause(Math.random() * 30);

  private open(cartId: string, amount: number): Entry {
    const entry: Entry = { id: `entry_${this.entries.length}`, cartId, amount, state: "open" };
    this.entries.push(entry);
    return entry;
  }

  private find({ id }: Record<string, unknown>): Entry {
    const entry = this.entries.find((each) => each.id === id);
    if (!entry) throw new Error(`no payment ${id}`);
    return entry;
  }
}
