import { setTimeout as pause } from "node:timers/promises";
import type { Operation } from "../checkout/operations.ts";
import type { LoadClient } from "../support/client.ts";
import type { Visit } from "./rows.ts";
import { PRODUCTS } from "./shop.ts";

/** Reads that no cached page helps. */
export const uncachedReads = (visit: Visit): Operation[] => [
  firstVisit(visit),
  signedIn(visit),
  changingCatalogue(visit),
];

const PAGE = 20;
const ORDERS = ["created_at", "-created_at", "title", "-title", "updated_at", "-updated_at", "id", "-id"];

const pricedPage = ({ shop }: Visit, offset: number) =>
  `/store/products?limit=${PAGE}&offset=${offset}&region_id=${shop.regionId}`;

/** Every address is requested once: other orders, other lengths and other beginnings of the same list. */
function firstVisit(visit: Visit): Operation {
  let number = 0;
  const next = () => {
    const order = ORDERS[number % ORDERS.length]!;
    const length = PAGE - 5 + (Math.floor(number / ORDERS.length) % 11);
    const offset = Math.floor(number / (ORDERS.length * 11)) % (PRODUCTS - 25);
    number++;
    return `/store/products?limit=${length}&offset=${offset}&order=${order}&region_id=${visit.shop.regionId}`;
  };
  return { name: "first visit of a page", run: () => visit.visitor.justGet(next()) };
}

/** Each client is a customer who is logged in. */
function signedIn(visit: Visit): Operation {
  const customers: Promise<LoadClient>[] = [];
  let turn = 0;
  return {
    name: "priced list, signed in",
    async run(client) {
      customers[client] ??= customerOf(visit.visitor, client);
      const offset = (turn++ * PAGE) % PRODUCTS;
      await (await customers[client]).justGet(pricedPage(visit, offset));
    },
  };
}

async function customerOf(visitor: LoadClient, number: number): Promise<LoadClient> {
  const login = { email: `reader-${number}@example.com`, password: "a password of a reader" };
  await visitor
    .post("/store/customers", { ...login, first_name: "Ada", last_name: "Reader" })
    .catch(() => null);
  const { access_token: token } = await visitor.post("/store/auth/token", login);
  return visitor.with({ authorization: `Bearer ${token}` });
}

function changingCatalogue(visit: Visit): Operation {
  let turn = 0;
  return {
    name: "priced list, one change a second",
    run: () => visit.visitor.justGet(pricedPage(visit, (turn++ * PAGE) % PRODUCTS)),
    besides: () => changingProducts(visit),
  };
}

/** Changes another product every second until it is ended. */
function changingProducts({ admin, shop }: Visit): () => Promise<void> {
  const over = new AbortController();
  const change = async () => {
    for (let number = 0; !over.signal.aborted; number++) {
      const id = shop.productIds[(number * 7) % PRODUCTS];
      await admin.justPost(`/admin/products/${id}`, { subtitle: `Made for change ${number}` });
      await pause(1000, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const done = change();
  return () => {
    over.abort();
    return done;
  };
}

/** The same numbers in every run. */
function numbers(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 90 % reads, 8 % changes of carts and 2 % checkouts of eight requests, while a product changes every second. */
export function mixedDay(visit: Visit, operations: readonly Operation[]): Operation {
  const { visitor, shop } = visit;
  const random = numbers();
  const other = (name: string) => operations.find((operation) => operation.name === name)!.run;
  // The first pages and some products are read more than the others.
  const popular = (count: number) => Math.floor(random() ** 2 * count);
  const parts: [share: number, run: (client: number) => Promise<void>][] = [
    [0.35, () => visitor.justGet(pricedPage(visit, popular(PRODUCTS / PAGE) * PAGE))],
    [
      0.35,
      () =>
        visitor.justGet(`/store/products/${shop.productIds[popular(PRODUCTS)]}?region_id=${shop.regionId}`),
    ],
    [0.05, () => visitor.justGet("/store/regions")],
    [0.05, () => visitor.justGet("/store/collections")],
    [0.1, other("cart read")],
    [0.03, other("cart create")],
    [0.05, other("add line")],
    [0.02, other("full checkout")],
  ];
  const pick = () => {
    let rest = random();
    for (const [share, run] of parts) {
      rest -= share;
      if (rest < 0) return run;
    }
    return parts[0]![1];
  };
  return { name: "mixed day", run: (client) => pick()(client), besides: () => changingProducts(visit) };
}
