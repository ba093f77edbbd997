import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/database.ts";
import { recountCarts } from "../../modules/reporting/analytics/index.ts";
import { variantIds } from "../load/load-catalogue.ts";
import { creating, idsBy, MissingDemoData, makeMissing } from "../load/make-missing.ts";
import { type OrdersState, ordersState, saveOrderProgress } from "../load-state.ts";
import { demoRegions } from "../regions.ts";
import { RequestRefused, type ShopApi } from "../shop-api.ts";
import { beginOrder } from "./begin-order.ts";
import { dateRows, momentAfter, orderDates } from "./order-dates.ts";
import { LEFT_CARTS, OPEN_DRAFTS, ORDERS, orderPlan, type PlannedOrder } from "./order-plan.ts";
import { type Buyers, type DemoIds, type OrderWork, readOrder } from "./order-work.ts";
import { steps } from "./steps.ts";
import { type Moment, stories } from "./stories.ts";

interface Shop {
  /** As the admin. */
  api: ShopApi;
  buyers: Buyers;
  db: Db;
  /** Milliseconds between two orders, to leave time for other requests. */
  pause?: number;
}

/**
 * Creates the missing orders one after another through the API: each is placed, and then the steps of its story are done. An
 * interrupted order is continued. Steps that the shop refuses, e.g. because an admin has changed the data, are skipped.
 */
export async function loadOrders({ api, buyers, db, pause = 0 }: Shop): Promise<void> {
  const state = await ordersState(db);
  if (!state) return;
  const known = await readDemoIds(api);
  const dates = orderDates(ORDERS, state.began);
  const plan = orderPlan();
  for (const planned of plan.slice(state.made)) {
    const customerId = planned.buyer.isGuest ? undefined : known.customers.get(planned.buyer.email);
    const buyer = customerId ? await buyers.customer(customerId) : buyers.visitor;
    const placed = dateOf(planned, dates);
    await unlessRefused(() => runStory({ api, buyer, db, plan: planned, known }, { placed, state }));
    const isLast = planned.number === plan.length;
    // The carts were counted when they were made, and have got their dates since.
    if (isLast) await recountCarts({ db });
    await saveOrderProgress(db, { made: planned.number, isLast });
    if (pause > 0) await delay(pause);
  }
}

function dateOf({ number, origin }: PlannedOrder, dates: readonly Date[]): Date {
  if (origin === "open draft") return shortlyAfter(dates[ORDERS - 4 * (number - ORDERS)]!);
  if (origin === "left cart") {
    const place = number - ORDERS - OPEN_DRAFTS - 1;
    return shortlyAfter(dates[Math.floor((place * (ORDERS - 1)) / LEFT_CARTS)]!);
  }
  return dates[number - 1]!;
}

const shortlyAfter = (date: Date) => new Date(date.getTime() + 1_000_000);

async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RequestRefused || error instanceof MissingDemoData)) throw error;
  }
}

interface StoryTime {
  placed: Date;
  state: OrdersState;
}

async function runStory(
  work: Omit<OrderWork, "order"> & { db: Db },
  { placed, state: { began } }: StoryTime,
): Promise<void> {
  const { api, db, plan } = work;
  const ids = await beginOrder(work);
  await dateRows(db, { ...ids, began, at: placed });
  if (ids.orderId === null) return;
  let order = await readOrder(api, ids.orderId);
  const story: readonly Moment[] = stories[plan.story];
  const last = story.at(-1)?.[1] ?? 0;
  for (const [name, after] of story) {
    const step = steps[name];
    if (!(await step.isDone({ ...work, order }))) {
      const answer = await step.take({ ...work, order });
      order = orderIn(answer) ?? (await readOrder(api, order.id));
    }
    await dateRows(db, { ...ids, began, at: momentAfter(placed, { after, last }, began) });
  }
}

const orderIn = (answer: unknown) => (answer as { order?: OrderWork["order"] } | undefined)?.order;

async function readDemoIds(api: ShopApi): Promise<DemoIds> {
  const regions = await idsBy("name", api.all("/admin/regions", "regions"));
  const shipping = new Map<string, string>();
  for (const { name } of demoRegions) {
    const regionId = regions.get(name);
    if (!regionId) continue;
    const query = { region_id: regionId };
    const options = await idsBy("name", api.all("/admin/shipping-options", "shipping_options", query));
    for (const [option, id] of options) shipping.set(`${name}/${option}`, id);
  }
  return {
    regions,
    shipping,
    variants: await variantIds(api),
    customers: await idsBy("email", api.all("/admin/customers", "customers", { has_account: "true" })),
    reasons: await loadReturnReasons(api),
  };
}

const reasons = [
  { value: "wrong_size", label: "Wrong size", description: "It does not fit" },
  { value: "changed_mind", label: "Changed my mind", description: "It is not what I was looking for" },
  { value: "damaged", label: "Damaged", description: "It did not survive the way" },
];

/** Returns the ids of the return reasons by value. */
async function loadReturnReasons(api: ShopApi): Promise<Map<string, string>> {
  const create = creating(api, "/admin/return-reasons", "return_reason");
  const { return_reasons: made } = await api.get<{ return_reasons: { id: string; value: string }[] }>(
    "/admin/return-reasons",
  );
  return makeMissing({
    items: reasons,
    keyOf: ({ value }) => value,
    existing: await idsBy("value", Promise.resolve(made)),
    make: (reason) => create(reason),
  });
}
