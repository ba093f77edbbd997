import { type Invariant, rows } from "./scene.ts";

const missing = (what: string, wanted: Iterable<string>, found: ReadonlySet<string>) =>
  [...wanted].filter((id) => !found.has(id)).map((id) => `${what} ${id} was acknowledged and is not there`);

const idsIn = async (scene: Parameters<Invariant>[0], table: string, ids: Iterable<string>) => {
  const found = await rows<{ id: string }>(scene.db, `select id from ${table} where id = any($1)`, [...ids]);
  return new Set(found.map(({ id }) => id));
};

/** Whatever somebody was told of is there. */
export const nothingIsLost: Invariant = async (scene) => {
  const { memory } = scene;
  const kinds: [string, string, ReadonlySet<string>][] = [
    ["the return", '"return"', memory.returns],
    ["the fulfilment", "fulfillment", memory.fulfillments],
    ["the swap", "swap", memory.swaps],
    ["the claim", "claim_order", memory.claims],
    ["the edit", "order_edit", memory.edits],
    ["the batch job", "batch_job", memory.jobs],
  ];
  const problems: string[] = [];
  for (const [what, table, ids] of kinds)
    problems.push(...missing(what, ids, await idsIn(scene, table, ids)));
  return problems;
};

export const ordersAreThere: Invariant = async ({ db, memory }) => {
  const found = await rows<{ id: string; cart_id: string; paid: number | null }>(
    db,
    `select placed.id, placed.cart_id, (select sum(amount) from payment
        where payment.cart_id = placed.cart_id) as paid
      from "order" placed`,
  );
  const byId = new Map(found.map((order) => [order.id, order]));
  const problems: string[] = [];
  for (const { id, cartId, total } of memory.orders.values()) {
    const order = byId.get(id);
    if (order?.cart_id !== cartId) problems.push(`the order ${id} was acknowledged and is not there`);
    else if ((order.paid ?? 0) !== total) {
      problems.push(`the order ${id} costs ${total}, and ${order.paid} is to be paid`);
    }
  }
  const known = new Set([...memory.orders.values()].map(({ cartId }) => cartId));
  for (const { id, cart_id } of found) {
    if (!known.has(cart_id) && !memory.unclear.has(cart_id)) {
      problems.push(`nobody was told of the order ${id} of the cart ${cart_id}`);
    }
  }
  if (new Set(found.map(({ cart_id }) => cart_id)).size < found.length)
    problems.push("a cart has two orders");
  return problems;
};

export const capturesAreThere: Invariant = async ({ db, memory }) => {
  const found = await rows<{ id: string }>(db, "select id from payment where captured_at is not null");
  return missing("the capture of", memory.captured, new Set(found.map(({ id }) => id)));
};

export const deedsAreDone: Invariant = async ({ db, memory }) => {
  const found = await rows<{ id: string; status: string; refunded: number }>(
    db,
    `select id, status, (select coalesce(sum(amount), 0) from refund where order_id = sold.id) as refunded
      from "order" sold`,
  );
  const byId = new Map(found.map((order) => [order.id, order]));
  const problems: string[] = [];
  for (const id of memory.canceled) {
    if (byId.get(id)?.status !== "canceled") problems.push(`that ${id} is canceled was acknowledged`);
  }
  for (const [id, amounts] of memory.refunds) {
    const told = amounts.reduce((sum, amount) => sum + amount, 0);
    if ((byId.get(id)?.refunded ?? 0) < told) {
      problems.push(`refunds of ${told} were acknowledged: ${JSON.stringify(byId.get(id))}`);
    }
  }
  return problems;
};

export const cartsAreAsTheyWere: Invariant = async ({ db, memory }) => {
  const ids = [...memory.carts.keys()];
  const lines = await rows<{ cart_id: string; variant_id: string; quantity: number }>(
    db,
    "select cart_id, variant_id, sum(quantity) as quantity from line_item where cart_id = any($1) group by 1, 2",
    ids,
  );
  const found = new Map(ids.map((id) => [id, new Map<string, number>()]));
  for (const { cart_id, variant_id, quantity } of lines) found.get(cart_id)!.set(variant_id, quantity);
  const written = (pieces: ReadonlyMap<string, number>) => JSON.stringify([...pieces].sort());
  return [...memory.carts]
    .filter(([id, pieces]) => written(pieces) !== written(found.get(id)!))
    .map(
      ([id, pieces]) => `the cart ${id} has ${written(found.get(id)!)}, acknowledged was ${written(pieces)}`,
    );
};

export const accountsAreThere: Invariant = async ({ db, memory }) => {
  const emails = [...memory.customers.keys()];
  const found = await rows<{ email: string; first_name: string }>(
    db,
    "select email, first_name from customer where has_account and email = any($1)",
    emails,
  );
  const names = new Map(found.map(({ email, first_name }) => [email, first_name]));
  const twice = found.length > names.size ? ["an email has two accounts"] : [];
  return [
    ...twice,
    ...[...memory.customers]
      .filter(([email, name]) => names.get(email) !== name)
      .map(
        ([email, name]) => `the customer ${email} is called ${names.get(email)}, acknowledged was ${name}`,
      ),
  ];
};

export const importsAreThere: Invariant = async ({ db, memory }) => {
  const found = await rows<{ handle: string; count: number }>(
    db,
    "select handle, count(*) as count from product where handle like 'import-%' group by handle",
  );
  const twice = found.filter(({ count }) => count > 1).map(({ handle }) => `${handle} is there twice`);
  return [...twice, ...missing("the product", memory.imported, new Set(found.map(({ handle }) => handle)))];
};
