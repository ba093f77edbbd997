import { type Invariant, rows, type Scene } from "./scene.ts";

const missing = (what: string, wanted: Iterable<string>, found: ReadonlySet<string>) =>
  [...wanted].filter((id) => !found.has(id)).map((id) => `${what} ${id} was acknowledged and is not there`);

const idsIn = async (scene: Parameters<Invariant>[0], table: string, ids: Iterable<string>) => {
  const found = await rows<{ id: string }>(scene.db, `select id from ${table} where id = any($1)`, [...ids]);
  return new Set(found.map(({ id }) => id));
};

/** What a client got an answer about is there. */
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

/** The part of a payment for goods that came back before the capture is waived: the capture takes only the rest. */
export const ordersAreThere: Invariant = async ({ db, memory }) => {
  const found = await rows<{ id: string; cart_id: string; paid: number | null }>(
    db,
    `select placed.id, placed.cart_id, (select
          sum(amount + case when captured_at is null then 0 else amount_waived end) from payment
        where payment.cart_id = placed.cart_id) as paid
      from "order" placed`,
  );
  const byId = new Map(found.map((order) => [order.id, order]));
  const problems: string[] = [];
  for (const { id, cartId, total } of memory.orders.values()) {
    const order = byId.get(id);
    if (order?.cart_id !== cartId) problems.push(`the order ${id} was acknowledged and is not there`);
    else if ((order.paid ?? 0) !== total) {
      const parts = JSON.stringify(await partsOf(db, id, cartId));
      problems.push(`the order ${id} costs ${total}, and ${order.paid} is to be paid: ${parts}`);
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

/** The rows of an order, to explain a violation. */
const partsOf = (db: Scene["db"], orderId: string, cartId: string) =>
  rows(
    db,
    `select cart.region_id, cart.created_at, cart.completed_at,
        (select json_agg(json_build_object('id', id, 'variant', variant_id, 'quantity', quantity, 'price', unit_price,
            'at', created_at, 'changed', updated_at, 'edit', order_edit_id,
            'taxes', (select json_agg(rate) from line_item_tax_line where item_id = line.id),
            'less', (select json_agg(amount) from line_item_adjustment where item_id = line.id)))
          from line_item line where order_id = $1) as lines,
        (select json_agg(json_build_object('price', price, 'taxes', (select json_agg(rate)
          from shipping_method_tax_line where shipping_method_id = method.id)))
          from shipping_method method where order_id = $1) as shipping,
        (select json_agg(to_json(taken)) from gift_card_transaction taken where order_id = $1) as cards,
        (select json_agg(discount_id) from order_discounts where order_id = $1) as discounts,
        (select json_agg(to_json(payment)) from payment where cart_id = $2) as payments,
        (select json_agg(to_json(session)) from payment_session session where cart_id = $2) as sessions
      from cart where id = $2`,
    orderId,
    cartId,
  );

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
