import { describe, expect } from "vitest";
import type { Entity } from "../../src/graph/entity.ts";
import { Registry } from "../../src/graph/registry.ts";
import { schemaName } from "../../src/graph/view-schema.ts";
import { entities } from "../../src/modules.ts";
import type { Client } from "../support/clients/client.ts";
import { aCustomer, aGroup } from "../support/factories/customers.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { aProduct, usd } from "../support/factories/products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { entityInPath } from "../support/fuzz/entities.ts";
import { nameOf, type Operation, pathOf, takesSelection } from "../support/fuzz/operations.ts";
import { aBuyer } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

const registry = new Registry(entities);
const byName = new Map(registry.all().map((entity) => [schemaName(entity.name), entity]));

/** What belongs to the shop or to single people. A customer sees some of it, of their own orders. */
const privateNames =
  /^(user|own_user|invite|customer|customer_group|address|note|notification|cart|order|draft_order|line_item|payment|refund|gift_card|discount|batch_job|oauth|swap|claim|return|fulfillment|inventory_level|reservation|stock_location|publishable)(_|$)/;
// Which providers a region has, every checkout shows.
const isPrivate = ({ name }: Entity) =>
  privateNames.test(name) && !/_provider$|^return_reason|^customer_group_/.test(name);

let routes: Operation[];
let customer: Client;
/** A cart and the order that was made of it. */
let bought: Map<string, string>;

const { it, shop } = withShop(() => startPopulatedShop());
it.beforeAll(async () => {
  routes = shop.operations.filter(
    (operation) =>
      operation.method === "GET" && operation.path.startsWith("/store/") && takesSelection(operation),
  );
  customer = (await aBuyer(shop)).client;
  const [sold] = await shop.db.run<{ id: string; cart_id: string }>({
    text: `select id, cart_id from "order" where cart_id is not null`,
    values: [],
  });
  bought = new Map([
    ["order", sold!.id],
    ["cart", sold!.cart_id],
  ]);
});

interface Way {
  path: string;
  /** What the path goes through, its end included. */
  through: Entity[];
}

/** Every path of relations from an entity. */
function waysFrom(entity: Entity, depth: number, before: Way = { path: "", through: [] }): Way[] {
  if (depth === 0) return [];
  return Object.entries(entity.relations).flatMap(([name, relation]) => {
    const next = registry.get(relation.entity);
    const way = { path: before.path ? `${before.path}.${name}` : name, through: [...before.through, next] };
    return [way, ...waysFrom(next, depth - 1, way)];
  });
}

/** The shortest path to each entity that is private. */
function waysToPrivate(entity: Entity): Way[] {
  const found = new Map<string, Way>();
  for (const way of waysFrom(entity, 4).sort((a, b) => a.through.length - b.through.length)) {
    const end = way.through.at(-1)!;
    if (isPrivate(end) && !found.has(end.name)) found.set(end.name, way);
  }
  return [...found.values()];
}

/** The id of a cart or order opens it, with its own lines, payments and addresses; and so with what follows it. */
const isKeyTo = ({ name }: Entity) => /^(cart|order|order_edit|payment_collection|swap)$/.test(name);

/** Data outside of a cart or an order: more of its customer, or other carts and orders. */
const waysBeyond = (entity: Entity): Way[] =>
  waysFrom(entity, 3).filter(({ through }) => {
    const isOthers = (each: Entity) => /^(customer|cart|order|user)$/.test(each.name);
    return through.slice(0, -1).some(isOthers) || (through.length > 1 && isOthers(through.at(-1)!));
  });

const rootOf = ({ shows }: Operation): Entity => byName.get(shows!)!;

const ask = (client: Client, operation: Operation, query: string) => {
  const known = (name: string) => {
    const entity = entityInPath(name, operation.path)!;
    return bought.get(entity) ?? shop.things.pick(entity, 1, { context: new Map() });
  };
  return client.get(`${pathOf(operation, known)}?${query}`);
};

const privateKeys = /^(password_hash|api_token|token|secret|\$.*)$/;

const keysOf = (value: unknown): string[] =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, each]) => [key, ...keysOf(each)])
    : [];

describe("expand and fields on the storefront", () => {
  it("are taken by routes that show something known", () => {
    expect(routes.length).toBeGreaterThan(6);
    for (const route of routes) expect(rootOf(route), nameOf(route)).toBeDefined();
  });

  it("never show a key that is private, on any path of two relations", async () => {
    const shown: string[] = [];
    for (const route of routes) {
      const client = route.needsCredential ? customer : shop.visitor();
      for (const query of queriesAbout(waysFrom(rootOf(route), 2), route)) {
        const { status, body } = await ask(client, route, query);
        expect([200, 400], `${nameOf(route)}?${query}`).toContain(status);
        const found = keysOf(body).filter((key) => privateKeys.test(key));
        if (found.length > 0) shown.push(`${nameOf(route)}?${query} shows ${found[0]}`);
      }
    }
    expect(shown).toEqual([]);
  });

  it("do not lead a visitor to people, orders or stock, on any path of four relations", async () => {
    const open: string[] = [];
    for (const route of routes.filter(({ needsCredential }) => !needsCredential)) {
      const ways = isKeyTo(rootOf(route)) ? waysBeyond(rootOf(route)) : waysToPrivate(rootOf(route));
      for (const query of queriesAbout(ways, route)) {
        const { status } = await ask(shop.visitor(), route, query);
        if (status !== 400) open.push(`${nameOf(route)}?${query} answers ${status}`);
      }
    }
    expect(open).toEqual([]);
  });
});

describe("a price list for a group", () => {
  it("does not show visitors the members of the group", async () => {
    const [group, member] = [await aGroup(shop), await aCustomer(shop)];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: member.id }],
    });
    const { variants } = await aProduct(shop, { variants: [{ title: "One", prices: [usd(100)] }] });
    const [variant] = variants;
    await aPriceList(shop, { customer_groups: [{ id: group.id }], prices: [dollars(variant!.id, 50)] });
    const path = `/store/variants/${variant!.id}`;
    for (const query of [
      "",
      "?fields=prices.price_list.customer_groups.customers.email",
      "?fields=*prices.price_list.customer_groups.customers",
      "?fields=prices.*,prices.price_list.customer_groups.customers.*",
      "?expand=prices.price_list.customer_groups.customers",
    ]) {
      const { status, body } = await shop.visitor().get(path + query);
      expect(status, query).toBe(query === "" ? 200 : 400);
      expect(JSON.stringify(body), query).not.toContain(member.email);
    }
  });
});

/** Each way is asked for by `expand` and, in turn, by one of the forms of `fields`. */
const queriesAbout = (ways: Way[], { query }: Operation): string[] =>
  ways.flatMap(({ path }, turn) => [
    ...("expand" in query ? [`expand=${path}`] : []),
    ...("fields" in query
      ? [[`fields=${path}.*`, `fields=${path}.id`, `fields=*${path}`, `fields=%2B${path}.id`][turn % 4]!]
      : []),
  ]);
