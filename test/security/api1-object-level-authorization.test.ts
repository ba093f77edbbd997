import { describe, expect } from "vitest";
import { home } from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { entityInPath, entityNamed, sources } from "../support/fuzz/entities.ts";
import { nameOf, type Operation, pathOf, type Schema } from "../support/fuzz/operations.ts";
import { aBuyer, adminOf } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

let ann: Buyer;
let bob: Buyer;
const { it, shop } = withShop(() => startPopulatedShop({}, { withStories: true }));
it.beforeAll(async () => {
  ann = await aBuyer(shop);
  bob = await aBuyer(shop);
  await shop.things.look();
});

/**
 * Whose things the operations of the storefront name. `public`: the shop's, for all to see. `key`: whoever knows the id
 * may act on it, as in v1; ids cannot be guessed (kernel/ids.test.ts), and what they show is in carts-privacy.test.ts and
 * orders-privacy.test.ts. `own`: the customer's, and nobody else's.
 */
const whose: [RegExp, "public" | "key" | "own"][] = [
  [/^\/store\/(collections|products|variants|product-categories|regions|return-reasons)\b/, "public"],
  [/^\/store\/(auth|customers|customers\/password-(token|reset))(\/\{email\}|\/token)?$/, "public"],
  [/^\/store\/(carts|shipping-options|swaps|order-edits|payment-collections|returns|gift-cards)\b/, "key"],
  [/^\/store\/orders\/(\{id\}|cart\/\{cart_id\})$/, "key"],
  [/^\/store\/orders\/batch\/customer\/token$/, "own"],
  [/^\/store\/customers\/me\b/, "own"],
];

const namesIn = (schema: Schema, name = ""): string[] => {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => namesIn(each, name));
  if (schema.items) return namesIn(schema.items, name);
  if (!schema.properties) return [name];
  return Object.entries(schema.properties).flatMap(([key, each]) => namesIn(each, key === "id" ? name : key));
};

const namesSomething = ({ path, pathNames, body }: Operation) =>
  pathNames.length > 0 || namesIn(body ?? {}).some((name) => name !== "" && entityNamed(name, path));

describe("operations of the storefront that name something", () => {
  it("state its owner; a new one must be added here", () => {
    const named = shop.operations.filter((each) => each.path.startsWith("/store/") && namesSomething(each));
    expect(named.length).toBeGreaterThan(40);
    const unsaid = named.filter(({ path }) => whose.filter(([pattern]) => pattern.test(path)).length !== 1);
    expect(unsaid.map(nameOf)).toEqual([]);
    const own = named.filter(({ path }) => whose.find(([pattern]) => pattern.test(path))![1] === "own");
    expect(own.filter(({ needsCredential }) => !needsCredential).map(nameOf)).toEqual([]);
  });
});

describe("what belongs to another customer", () => {
  const addressesOf = async ({ client }: Buyer) =>
    (await client.get("/store/customers/me")).body.customer.shipping_addresses;

  it("are addresses that no other customer reads, changes, deletes or uses", async () => {
    const before = await addressesOf(bob);
    const path = `/store/customers/me/addresses/${bob.addressId}`;
    const cart = (await ann.client.post("/store/carts")).body.cart.id;
    await shop.changes();
    const answers = [
      await ann.client.post(path, { ...home, city: "Elsewhere" }),
      await ann.client.post("/store/customers/me", { billing_address: bob.addressId }),
      await ann.client.post(`/store/carts/${cart}`, { shipping_address: bob.addressId }),
      await ann.client.post(`/store/carts/${cart}`, { billing_address: bob.addressId }),
      await shop.visitor().post(`/store/carts/${cart}`, { shipping_address: bob.addressId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 404, 404]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(home.address_1);
    // Deleting an address that is not the customer's own succeeds without effect.
    const deleted = await ann.client.delete(path);
    expect(deleted.status).toBe(200);
    expect(JSON.stringify(deleted.body)).not.toContain(bob.addressId);
    expect(await shop.changes()).toEqual([]);
    expect(await addressesOf(bob)).toEqual(before);
  });

  it("are orders that are in no other customer's list, with any selection", async () => {
    const ofBob = `order_${bob.id}`;
    for (const query of ["", `?id=${ofBob}`, `?q=${bob.id}`, "?limit=0", `?id=${ofBob}&expand=customer`]) {
      const { status, body } = await ann.client.get(`/store/customers/me/orders${query}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(bob.id);
    }
    expect((await bob.client.get(`/store/customers/me/orders?id=${ofBob}`)).body.count).toBe(1);
  });

  it("is an account to which no other visitor can assign a cart", async () => {
    const { id } = (await ann.client.post("/store/carts")).body.cart;
    const customer_id = bob.id;
    expect((await shop.visitor().post(`/store/carts/${id}`, { customer_id })).status).toBe(400);
    const { body } = await ann.client.post(`/store/carts/${id}`, { customer_id });
    expect(body.cart.customer_id).toBe(ann.id);
  });

  it("is in no answer to a request that names none of its ids", async () => {
    const private_ = await keysOf(bob.id);
    expect(private_.length).toBeGreaterThan(3);
    const lists = shop.operations.filter(
      ({ method, path, pathNames }) =>
        method === "GET" && path.startsWith("/store/") && pathNames.length === 0,
    );
    expect(lists.length).toBeGreaterThan(8);
    for (const client of [ann.client, shop.visitor()]) {
      for (const { path } of lists) {
        const text = JSON.stringify((await client.get(path)).body);
        for (const key of private_) expect(text, path).not.toContain(key);
      }
    }
  });

  /** All personal data of a customer. */
  async function keysOf(customerId: string): Promise<string[]> {
    const rows = await shop.db.run<{ key: string }>({
      text: `select id as key from customer where id = $1 union select email from customer where id = $1
        union select id from address where customer_id = $1 union select id from "order" where customer_id = $1`,
      values: [customerId],
    });
    return rows.map(({ key }) => key);
  }
});

/** An option goes from one profile to another by naming it there. */
const isMovedByNaming = (operation: Operation) => operation.path === "/admin/shipping-profiles/{id}";

/** Names in a path that do not belong to what stands before them: any region, provider or product may be named. */
const isFree = (name: string) => /^(region_id|provider_id|country_code|product_id|location_id)$/.test(name);

describe("a part of something", () => {
  const parted = () =>
    shop.operations.flatMap((operation) => {
      const name = operation.pathNames.at(-1)!;
      const before = operation.pathNames.at(-2);
      if (before === undefined || isFree(name)) return [];
      const [child, parent] = [entityInPath(name, operation.path), entityInPath(before, operation.path)];
      return child && parent && sources[child]?.links?.[parent]
        ? [{ operation, name, before, child, parent }]
        : [];
    });

  it("cannot be reached through another one of the same kind", async () => {
    const reached: string[] = [];
    for (const { operation, name, before, child, parent } of parted()) {
      const foreign = shop.things.childOfAnother(child, parent);
      expect(foreign, `${nameOf(operation)} needs two of ${parent}`).toBeDefined();
      const path = pathOf(operation, (each) => {
        if (each === name) return foreign!.id;
        return each === before ? foreign!.other : shop.things.ownerOf(parent, foreign!.other);
      });
      const body = operation.body ? { body: shop.bodyFor(operation, { isSparse: true }) } : {};
      const client = operation.path.startsWith("/admin") ? adminOf(shop) : shop.visitor();
      await shop.changes();
      const { status } = await client.send(operation.method, path, operation.method === "GET" ? {} : body);
      const touched = (await shop.changes()).filter(
        ({ after, before }) => (after ?? before)!["id"] === foreign!.id,
      );
      // Deleting an unknown row succeeds.
      const isRefused = status >= 400 || operation.method === "DELETE";
      if (!isRefused || touched.length > 0) reached.push(`${nameOf(operation)} answers ${status}`);
    }
    expect(parted().length).toBeGreaterThan(20);
    expect(reached).toEqual([]);
  });

  it("cannot be named in a request about another one of the same kind", async () => {
    const taken: string[] = [];
    let tried = 0;
    const writing = shop.operations.filter(({ method, body }) => method !== "GET" && body);
    for (const operation of writing.filter((each) => !isMovedByNaming(each))) {
      const parent = entityInPath(operation.pathNames[0] ?? "", operation.path);
      if (!parent) continue;
      const parts = namesIn(operation.body!).flatMap((name) => {
        const child = entityNamed(name, operation.path);
        return child && sources[child]?.links?.[parent] ? [child] : [];
      });
      for (const child of new Set(parts)) {
        const foreign = shop.things.childOfAnother(child, parent);
        if (!foreign) continue;
        tried++;
        const idOf = (entity: string) =>
          entity === child ? foreign.id : shop.things.pick(entity, 1, { context: new Map() });
        const body = shop.bodyFor(operation, { idOf });
        const path = pathOf(operation, (each) =>
          each === operation.pathNames[0] ? foreign.other : idOf(entityInPath(each, operation.path)!),
        );
        const client = operation.path.startsWith("/admin") ? adminOf(shop) : shop.visitor();
        await shop.changes();
        const { status } = await client.send(operation.method, path, { body });
        const touched = (await shop.changes()).filter(
          ({ after, before }) => (after ?? before)!["id"] === foreign.id,
        );
        if (touched.length > 0) taken.push(`${nameOf(operation)} with ${child}: ${status}`);
      }
    }
    expect(tried).toBeGreaterThan(10);
    expect(taken).toEqual([]);
  });
});
