import { type Answer, Client } from "../../support/clients/client.ts";
import type { Invariant } from "./scene.ts";

const SAMPLE = 200;

interface Totals {
  id: string;
  subtotal: number;
  shipping_total: number;
  tax_total: number;
  discount_total: number;
  gift_card_total: number;
  total: number;
  paid_total: number;
  refunded_total: number;
  refundable_amount: number;
  items: { total: number }[];
  refunds: { amount: number }[];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function problemsOf(order: Totals): string[] {
  const due = order.subtotal + order.shipping_total + order.tax_total;
  const facts = JSON.stringify({ ...order, items: undefined, refunds: undefined });
  return [
    ...(order.total === due - order.discount_total - order.gift_card_total
      ? []
      : [`the parts of ${order.id} are not its total: ${facts}`]),
    ...(order.refunded_total === sum(order.refunds.map(({ amount }) => amount))
      ? []
      : [`the refunds of ${order.id} are not what is shown: ${facts}`]),
    ...(order.refundable_amount === order.paid_total - order.refunded_total
      ? []
      : [`what can be given back of ${order.id} is wrong: ${facts}`]),
  ];
}

/** The totals that the API shows, of the orders that merchants have worked on most lately. */
export const totalsAgree: Invariant = async ({ memory, servers, adminHeaders }) => {
  const admin = new Client(servers[0]!.url, adminHeaders);
  const problems: string[] = [];
  for (const id of [...memory.orders.keys()].slice(-SAMPLE)) {
    const { status, body }: Answer = await admin.get(`/admin/orders/${id}`);
    if (status !== 200) problems.push(`the order ${id} cannot be read: ${status} ${JSON.stringify(body)}`);
    else problems.push(...problemsOf(body.order));
  }
  return problems;
};
