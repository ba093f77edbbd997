import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { nameOf, type Operation, pathOf, type Schema } from "../support/fuzz/operations.ts";
import { aBuyer, adminOf } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

// What expand and fields must not show is in storefront-privacy.test.ts.
let customer: Client;
const { it, shop } = withShop(() => startPopulatedShop());
it.beforeAll(async () => {
  customer = (await aBuyer(shop)).client;
});

const when = "2000-01-01T00:00:00.000Z";

/** Columns that no request may set, and the values an attacker would choose. */
const smuggled: Record<string, unknown> = {
  id: "chosen_by_the_client",
  created_at: when,
  updated_at: when,
  deleted_at: when,
  completed_at: when,
  canceled_at: when,
  captured_at: when,
  used_at: when,
  has_account: true,
  role: "admin",
  password_hash: "x",
  customer_id: "cus_other",
  user_id: "usr_other",
  order_id: "order_other",
  payment_status: "captured",
  fulfillment_status: "shipped",
  total: 1,
  unit_price: 1,
  balance: 1_000_000,
  usage_count: 0,
  api_token: "chosen",
  mpath: "",
};

type Step = string | number;

/** Every object of a body that takes named properties and no others: `[]` is the body itself. */
function closedObjects(schema: Schema, steps: Step[] = []): { steps: Step[]; schema: Schema }[] {
  const branch = schema.anyOf?.find((each) => each.properties ?? each.items) ?? schema;
  if (branch.items) return closedObjects(branch.items, [...steps, 0]);
  if (!branch.properties) return [];
  const inside = Object.entries(branch.properties).flatMap(([key, each]) =>
    closedObjects(each, [...steps, key]),
  );
  return [{ steps, schema: branch }, ...inside];
}

/** The value with one property more in the object at the place; the way there is as the sample has it. */
function withProperty(value: unknown, [step, ...rest]: Step[], property: object): unknown {
  if (step === undefined) return { ...(value as object), ...property };
  if (Array.isArray(value)) return value.map((each) => withProperty(each, rest, property));
  const { [step]: inside, ...others } = value as Record<Step, unknown>;
  return { ...others, [step]: withProperty(inside, rest, property) };
}

let turn = 0;

async function tried(operation: Operation, client: Client): Promise<string[]> {
  const accepted: string[] = [];
  for (const { steps, schema } of closedObjects(operation.body!)) {
    const undeclared = Object.keys(smuggled).filter((name) => !Object.hasOwn(schema.properties!, name));
    // The API description forbids other properties; this test checks that the server refuses them.
    const first = (turn++ * 3) % undeclared.length;
    for (const name of undeclared.slice(first, first + (steps.length === 0 ? 3 : 1))) {
      const whole = shop.bodyFor(operation, { isSparse: steps.length === 0 });
      const body = withProperty(whole, steps, { [name]: smuggled[name] });
      const path = pathOf(operation, () => "some-id");
      const { status, body: answer } = await client.send(operation.method, path, { body });
      const isNamed = answer.message === `property ${name} should not exist`;
      if (status !== 400 || !isNamed) {
        accepted.push(`${nameOf(operation)} with ${[...steps, name].join(".")}: ${status} ${answer.message}`);
      }
    }
  }
  return accepted;
}

describe("properties that a body does not take", () => {
  it("are refused by every operation, at any depth, and nothing changes", async () => {
    const accepted: string[] = [];
    const withBody = shop.operations.filter(
      ({ body, path }) => body?.properties && !path.startsWith("/hooks/"),
    );
    await shop.changes();
    for (const operation of withBody) {
      accepted.push(
        ...(await tried(operation, operation.path.startsWith("/admin") ? adminOf(shop) : customer)),
      );
    }
    expect(withBody.length).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
    expect(await shop.changes()).toEqual([]);
  });

  it("are documented as refused in the API description", () => {
    const open = shop.operations
      .filter(({ path }) => !path.startsWith("/hooks/"))
      .flatMap((operation) =>
        closedObjects(operation.body ?? {})
          .filter(({ schema }) => schema.additionalProperties !== false)
          .map(({ steps }) => `${nameOf(operation)}: ${steps.join(".")}`),
      );
    expect(open).toEqual([]);
  });
});

describe("properties that a body takes from those who may set them", () => {
  it("are the role and the token of a user: not from a customer, nor of oneself by signing up", async () => {
    const { status } = await customer.post(`/admin/users/${shop.adminId}`, {
      role: "admin",
      api_token: "mine",
    });
    expect(status).toBe(401);
    const sent = {
      first_name: "A",
      last_name: "B",
      email: "smuggler@example.com",
      password: "a long password",
    };
    for (const property of ["role", "has_account", "metadata", "groups", "id"]) {
      const answer = await shop.visitor().post("/store/customers", { ...sent, [property]: "admin" });
      expect(answer.body.message).toBe(`property ${property} should not exist`);
    }
  });

  it("are the prices of lines: the shop's, never the sender's", async () => {
    const { id } = (await customer.post("/store/carts")).body.cart;
    const variant_id = shop.things.pick("variant", 1, { context: new Map() });
    for (const property of ["unit_price", "total", "price", "includes_tax", "should_merge"]) {
      const line = { variant_id, quantity: 1, [property]: 1 };
      const answer = await customer.post(`/store/carts/${id}/line-items`, line);
      expect([property, answer.status]).toEqual([property, 400]);
    }
  });
});
