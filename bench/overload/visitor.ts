import type { Body, LoadClient } from "../support/client.ts";
import { percentile } from "../support/measure.ts";

/** What a shop asks of its visitors to buy one piece. */
export interface Goods {
  regionId: string;
  country: string;
  shippingOptionId: string;
}

/** How a visit ended, and how long its last answer took. */
export interface Visit {
  outcome: "order" | "sold out" | "asked to wait" | "failed";
  /** Milliseconds of all requests together. */
  total: number;
  /** Of the request that ended it. */
  last: number;
  /** What a visit that failed was told. */
  reason?: string;
}

interface Answer {
  status: number;
  body: Body;
}

const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "12 St James Square",
  city: "Testville",
  postal_code: "1234",
  phone: "5550100",
};

let visits = 0;

/** Fills a cart with one piece and pays for it, one request after the other, until it is refused. */
export async function buy(client: LoadClient, goods: Goods, variantId: string): Promise<Visit> {
  const visit = ++visits;
  const headers = { "x-forwarded-for": addressOf(visit) };
  const address = { ...ADDRESS, country_code: goods.country };
  let total = 0;
  let last = 0;
  const ask = async (method: "GET" | "POST", path: string, body?: object): Promise<Answer> => {
    const began = performance.now();
    const answer = await client.ask(method, path, { body, headers });
    last = performance.now() - began;
    total += last;
    return answer;
  };
  const ended = (outcome: Visit["outcome"], reason?: string): Visit => ({
    outcome,
    total,
    last,
    ...(reason === undefined ? {} : { reason }),
  });
  try {
    const created = await ask("POST", "/store/carts", {
      region_id: goods.regionId,
      country_code: goods.country,
    });
    if (created.status !== 200) return endOf(created, ended);
    const at = `/store/carts/${created.body.cart.id}`;
    const email = `visitor-${visit}@example.com`;
    const steps: [method: "GET" | "POST", path: string, body?: object][] = [
      ["POST", `${at}/line-items`, { variant_id: variantId, quantity: 1 }],
      ["POST", at, { email, shipping_address: address, billing_address: address }],
      ["GET", `/store/shipping-options/${created.body.cart.id}`],
      ["POST", `${at}/shipping-methods`, { option_id: goods.shippingOptionId }],
      ["POST", `${at}/payment-sessions`, {}],
    ];
    for (const step of steps) {
      const answer = await ask(...step);
      if (answer.status !== 200) return endOf(answer, ended);
    }
    const completed = await ask("POST", `${at}/complete`, {});
    if (completed.status !== 200) return endOf(completed, ended);
    if (completed.body.type === "order") return ended("order");
    return ended("failed", `the cart was not completed: it is still a ${completed.body.type}`);
  } catch (error) {
    return ended("failed", (error as Error).message);
  }
}

function endOf(
  { status, body }: Answer,
  ended: (outcome: Visit["outcome"], reason?: string) => Visit,
): Visit {
  const said = JSON.stringify(body);
  if (/required inventory|insufficient_inventory/.test(said)) return ended("sold out");
  if (status === 503 || status === 429) return ended("asked to wait", said);
  return ended("failed", `${status} ${said.slice(0, 200)}`);
}

/** Each visitor has an address: servers give addresses their share. */
const addressOf = (visit: number): string => `10.${(visit >> 16) & 255}.${(visit >> 8) & 255}.${visit & 255}`;

/** Visitors that come at their times, whether those before have been served or not. Resolves when all are gone. */
export async function visitors<Result>(
  { count, seconds }: { count: number; seconds: number },
  visit: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const began = performance.now();
  const running: Promise<Result>[] = [];
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) / 1000 / seconds) * count) + 1);
    while (running.length < due) running.push(visit(running.length));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(running);
}

export const timesOf = (visits: readonly Visit[], time: "total" | "last") => {
  const times = visits.map((visit) => visit[time]);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), worst: Math.max(0, ...times) };
};
