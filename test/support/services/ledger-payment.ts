import type { PaymentProvider, PaymentStep } from "../../../src/providers/ports/payment.ts";

interface Entry {
  id: string;
  cartId: string;
  amount: number;
  state: "open" | "authorized" | "canceled";
}

/** Money that the service was asked to move. */
export interface LedgerMove {
  kind: "capture" | "refund" | "cancel";
  entry: string;
  amount: number;
  key: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A payment service with a ledger of its own. It answers now quickly, now slowly, as one far away does. */
export class LedgerPayment implements PaymentProvider {
  readonly id = "ledger";
  readonly entries: Entry[] = [];
  private readonly byKey = new Map<string, Entry>();
  /** Every call that asked for money to be moved. */
  readonly asked: LedgerMove[] = [];
  /** What was really moved: a key that comes again moves nothing. */
  readonly moved: LedgerMove[] = [];
  /** Called before a payment is authorized. */
  beforeAuthorizing: () => Promise<void> = async () => {};
  /** Called before money that was reserved is let go. */
  beforeCanceling: () => Promise<void> = async () => {};
  /** Called before money is moved, and after that, before the shop gets the answer. */
  beforeMoving: (move: LedgerMove) => Promise<void> = async () => {};
  afterMoving: (move: LedgerMove) => Promise<void> = async () => {};

  /** What was really moved of an entry. */
  movedOf = (entry: string): LedgerMove[] => this.moved.filter((move) => move.entry === entry);

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

  cancel: PaymentProvider["cancel"] = async (step) => {
    await this.beforeCanceling();
    await this.move("cancel", step);
    await this.deleteSession(step.data);
    return step.data;
  };

  capture: PaymentProvider["capture"] = (step) => this.move("capture", step);
  refund: PaymentProvider["refund"] = (step) => this.move("refund", step);

  /** The word of the service, without any signature. */
  webhook: PaymentProvider["webhook"] = async ({ rawBody }) => JSON.parse(rawBody.toString());

  deleteSession: PaymentProvider["deleteSession"] = async (data) => {
    await this.travel();
    this.find(data).state = "canceled";
    await this.travel();
  };

  status: PaymentProvider["status"] = async () => "pending";

  private async move(kind: LedgerMove["kind"], { data, amount, idempotencyKey: key }: PaymentStep) {
    const move = { kind, entry: String(data["id"]), amount, key };
    this.asked.push(move);
    await this.beforeMoving(move);
    await this.travel();
    if (!this.moved.some((known) => known.key === key && known.kind === kind)) this.moved.push(move);
    await this.afterMoving(move);
    await this.travel();
    return data;
  }

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
