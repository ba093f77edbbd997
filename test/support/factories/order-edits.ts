import type { PaymentProvider, PaymentStatus } from "../../../src/providers/ports/payment.ts";
import type { Answer } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import type { Place } from "./carts.ts";
import { anOrder, type PlacedOrder } from "./orders.ts";
import { aSoldVariant } from "./sold-products.ts";

export interface ShownEditLine {
  id: string;
  original_item_id: string | null;
  order_id: string | null;
  variant_id: string;
  quantity: number;
  unit_price: number;
  total: number;
  discount_total: number;
  tax_total: number;
  tax_lines: { rate: number; name: string; code: string | null }[];
  adjustments: { amount: number; discount_id: string | null }[];
}

export interface ShownEdit {
  id: string;
  order_id: string;
  status: string;
  internal_note: string | null;
  payment_collection_id: string | null;
  payment_collection: { id: string; amount: number; status: string } | null;
  items: ShownEditLine[];
  changes: { id: string; type: string; line_item_id: string | null; original_line_item_id: string | null }[];
  total: number;
  difference_due: number;
  requested_by: string | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
  declined_reason: string | null;
}

/** The edit of an answer; anything but success is a mistake of the test. */
export function editIn({ status, body }: Answer): ShownEdit {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.order_edit;
}

/** An order and the operations on its edit. */
export class Editing {
  private constructor(
    readonly shop: TestShop,
    readonly order: PlacedOrder,
    readonly id: string,
  ) {}

  /** Begins to edit a new order. */
  static async of(shop: TestShop, purchase: Parameters<typeof anOrder>[1]): Promise<Editing> {
    return Editing.begin(shop, await anOrder(shop.visitor(), purchase));
  }

  static async begin(shop: TestShop, order: PlacedOrder): Promise<Editing> {
    return new Editing(
      shop,
      order,
      editIn(await shop.admin.post("/admin/order-edits", { order_id: order.id })).id,
    );
  }

  private readonly path = () => `/admin/order-edits/${this.id}`;

  read = async (query = "") => editIn(await this.shop.admin.get(`${this.path()}${query}`));
  add = (variantId: string, quantity = 1) =>
    this.shop.admin.post(`${this.path()}/items`, { variant_id: variantId, quantity });
  setQuantity = (itemId: string, quantity: number) =>
    this.shop.admin.post(`${this.path()}/items/${itemId}`, { quantity });
  remove = (itemId: string) => this.shop.admin.delete(`${this.path()}/items/${itemId}`);
  undo = (changeId: string) => this.shop.admin.delete(`${this.path()}/changes/${changeId}`);
  request = (body?: unknown) => this.shop.admin.post(`${this.path()}/request`, body);
  confirm = () => this.shop.admin.post(`${this.path()}/confirm`);
  cancel = () => this.shop.admin.post(`${this.path()}/cancel`);
  delete = () => this.shop.admin.delete(this.path());
  complete = () => this.shop.visitor().post(`/store/order-edits/${this.id}/complete`);
  decline = (body?: unknown) => this.shop.visitor().post(`/store/order-edits/${this.id}/decline`, body);

  /** The line of the edit in place of the order's first one. */
  async firstLine(): Promise<ShownEditLine> {
    const { items } = await this.read();
    return items.find(({ original_item_id }) => original_item_id === this.order.items[0]!.id)!;
  }

  async readOrder() {
    const { body } = await this.shop.admin.get(`/admin/orders/${this.order.id}`);
    return body.order;
  }

  /** Every row that belongs to the order and its edits, and what was announced: equal means nothing changed. */
  async rows(): Promise<unknown> {
    const [rows] = await this.shop.db.run({
      text: `select (select to_json(placed) from "order" placed where id = $1) as placed,
        (select json_agg(edit order by edit.id) from order_edit edit where order_id = $1) as edits,
        (select json_agg(line order by line.id) from line_item line where order_id = $1 or order_edit_id = $2) as lines,
        (select json_agg(each order by each.id) from line_item_adjustment each join line_item line
          on line.id = each.item_id where order_edit_id = $2) as adjustments,
        (select json_agg(each order by each.id) from order_item_change each where order_edit_id = $2) as changes,
        (select json_agg(each order by each.id) from payment_collection each) as collections,
        (select json_agg(each order by each.id) from payment_session each) as sessions,
        (select json_agg(each order by each.id) from payment each) as payments,
        (select json_agg(each order by each.id) from reservation_item each) as reservations,
        (select count(*) from tradewind.event) as events`,
      values: [this.order.id, this.id],
    });
    return rows;
  }
}

/** More to pay than before: two more pieces for 10.00 each and 10 % of tax. */
export async function aRequestedEdit(shop: TestShop, place: Place, providerId?: string): Promise<Editing> {
  const variantId = await aSoldVariant(shop);
  const editing = await Editing.of(shop, { place, variantId, providerId });
  editIn(await editing.add(variantId, 2));
  editIn(await editing.request());
  return editing;
}

interface Reserved {
  id: string;
  amount: number;
  state: "open" | "authorized" | "captured" | "canceled";
}

/** A payment service that records its calls, and answers as the test decides. */
export class RememberingPayment implements PaymentProvider {
  readonly payments: Reserved[] = [];
  readonly asked: string[] = [];
  answer: Exclude<PaymentStatus, "canceled"> = "authorized";
  refusesToPrepare = false;
  refusesToLetGo = false;
  /** Called while it authorizes. */
  meanwhile: () => Promise<void> = async () => {};
  private readonly byKey = new Map<string, Reserved>();

  constructor(readonly id: string) {}

  reset(): void {
    this.answer = "authorized";
    this.refusesToPrepare = false;
    this.refusesToLetGo = false;
    this.meanwhile = async () => {};
    this.asked.length = 0;
  }

  find = (data: Record<string, unknown>) => this.payments.find(({ id }) => id === data["id"])!;

  initiate: PaymentProvider["initiate"] = async ({ amount, idempotencyKey }) => {
    this.asked.push("initiate");
    if (this.refusesToPrepare) throw new Error("out of order");
    const known = this.byKey.get(idempotencyKey!) ?? this.open(amount);
    this.byKey.set(idempotencyKey!, known);
    return { id: known.id };
  };
  update: PaymentProvider["update"] = async (data, { amount }) => {
    this.asked.push("update");
    if (this.refusesToPrepare) throw new Error("out of order");
    this.find(data).amount = amount;
    return data;
  };
  authorize: PaymentProvider["authorize"] = async ({ data, amount }) => {
    this.asked.push("authorize");
    await this.meanwhile();
    const payment = this.find(data);
    const isDue = payment.amount === amount && payment.state !== "canceled";
    if (this.answer === "authorized" && isDue) payment.state = "authorized";
    return { status: isDue ? this.answer : "error", data };
  };
  capture: PaymentProvider["capture"] = async ({ data }) => {
    this.asked.push("capture");
    this.find(data).state = "captured";
    return data;
  };
  refund: PaymentProvider["refund"] = async ({ data }) => data;
  cancel: PaymentProvider["cancel"] = async ({ data }) => {
    this.asked.push("cancel");
    if (this.refusesToLetGo) throw new Error("out of order");
    this.find(data).state = "canceled";
    return data;
  };
  deleteSession: PaymentProvider["deleteSession"] = async (data) => {
    this.asked.push("delete");
    this.find(data).state = "canceled";
  };
  status: PaymentProvider["status"] = async () => "pending";
  /** Its notification is the body of the request. */
  webhook: PaymentProvider["webhook"] = async ({ rawBody }) => JSON.parse(rawBody.toString());

  private open(amount: number): Reserved {
    const payment: Reserved = { id: `${this.id}_${this.payments.length}`, amount, state: "open" };
    this.payments.push(payment);
    return payment;
  }
}
