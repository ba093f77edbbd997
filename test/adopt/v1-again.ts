import type { V1 } from "../../bench/compare/v1.ts";
import type { Difference, Json } from "../beside-v1/difference.ts";
import type { Body } from "./api.ts";
import { differencesOf } from "./comparing.ts";
import { lockedOut, type Meanwhile } from "./people.ts";
import type { Proof } from "./proof.ts";
import { answersOf, type Recorded } from "./recording.ts";
import { type Running, startV1 } from "./servers.ts";

/** Every order, in all forms in which v1 shows it. */
const ABOUT_ORDERS = /^\/(admin|store)\/(orders|draft-orders|swaps|order-edits|returns)\/[a-z]+_/;

/** v1 on the database once more: it reads every order as it did before, and everybody can log in. */
export async function v1Again(
  proof: Proof,
  { kind, url }: { kind: V1; url: string },
  { recorded, meanwhile }: { recorded: readonly Recorded[]; meanwhile: Meanwhile },
): Promise<string[]> {
  const v1 = await startV1(proof, kind, { url });
  try {
    const before = recorded.filter(({ question }) => ABOUT_ORDERS.test(question.path));
    const now = await answersOf(
      v1,
      before.map(({ question }) => question),
    );
    return [
      ...before.flatMap((was, index) => otherwise(was, now[index]!, meanwhile)),
      ...(await newOrders(v1, meanwhile)),
      ...(await lockedOut(v1, meanwhile.accounts)),
    ];
  } finally {
    await v1.stop();
  }
}

function otherwise(was: Recorded, now: Recorded, { changedId, soldId }: Meanwhile): string[] {
  if (was.answer.status !== now.answer.status)
    return [`${was.question.path}: ${now.answer.status} instead of ${was.answer.status}`];
  // The customer has changed the password, and the stock of the goods that were sold is less.
  const isChanged = ({ path, within }: Difference) =>
    (path.endsWith("customer.updated_at") && within?.ours["id"] === changedId) ||
    (/variant\.(updated_at|inventory_quantity)$/.test(path) && within?.ours["id"] === soldId);
  return differencesOf(now.answer.body as Json, was.answer.body as Json)
    .filter((difference) => !isChanged(difference))
    .map(
      ({ path, ours, v1 }) =>
        `${was.question.path} → ${path}: ${JSON.stringify(ours)?.slice(0, 100)} now, ${JSON.stringify(v1)?.slice(0, 100)} before`,
    );
}

async function newOrders({ admin, visitor }: Running, { orders }: Meanwhile): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, total } of orders)
    for (const [api, area] of [
      [admin, "admin"],
      [visitor, "store"],
    ] as const) {
      const { status, body }: { status: number; body: Body } = await api.ask("GET", `/${area}/orders/${id}`);
      if (status !== 200 || body.order.total !== total)
        problems.push(
          `${id}, placed on Tradewind: ${status}, total ${body.order?.total} instead of ${total}`,
        );
    }
  return problems;
}
