import { describe, expect } from "vitest";
import { joinModules } from "../../src/module/join-modules.ts";
import { modules, readingOrder } from "../../src/modules.ts";
import { delivered } from "../support/checks/announced-events.ts";
import type { Client } from "../support/clients/client.ts";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole } from "../support/factories/team.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { entityInPath } from "../support/fuzz/entities.ts";
import { nameOf, type Operation, pathOf } from "../support/fuzz/operations.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";
import { aWebhook } from "../support/services/webhook-receiver.ts";

const ALL = "all permissions one by one";

/** Roles, and the permissions of those that are not built in. None of them is an owner. */
const ROLES: Record<string, readonly string[] | null> = {
  manager: null,
  fulfilment: null,
  support: null,
  "read-only": null,
  [ALL]: joinModules(modules, readingOrder).permissions.names,
  "team and webhooks": ["team", "webhooks", "notifications", "keys", "customers"]
    .flatMap((area) => [`${area}:read`, `${area}:write`])
    .concat("events:read", "audit:read"),
};

/** Secrets of other people, by what they are. */
const secrets = new Map<string, string>();
/** What the secrets belong to, by kind. */
const planted = new Map<string, string>();
const callers = new Map<string, Client>();

const { it, shop } = withShop(() =>
  startPopulatedShop({ TRADEWIND_FAILURES_PER_ACCOUNT: "1000", TRADEWIND_FAILURES_PER_ADDRESS: "10000" }),
);

const rows = <Row = Record<string, unknown>>(text: string, ...values: unknown[]) =>
  shop.db.run<Row>({ text, values });

function plant(what: string, secret: unknown): void {
  if (typeof secret !== "string" || secret.length < 10) throw new Error(`${what} is missing`);
  secrets.set(what, secret);
}

async function plantSecretsOfUsers(): Promise<void> {
  const password = "planted password of an owner";
  const { body } = await shop.admin.post("/admin/users", { email: "victim@example.com", password });
  const { id } = body.user;
  planted.set("user", id);
  await shop.admin.post(`/admin/users/${id}/role`, { role_id: "owner" });
  plant("a password", password);
  const victim = shop.visitor();
  await victim.post("/admin/auth", { email: "victim@example.com", password });
  plant("a session of an owner", victim.cookie("connect.sid"));
  plant("a session of the first owner", shop.admin.cookie("connect.sid"));
  await victim.post(`/admin/users/${id}`, { api_token: "planted-api-token-of-an-owner" });
  plant("an API token", "planted-api-token-of-an-owner");
  const { body: login } = await shop
    .visitor()
    .post("/admin/auth/token", { email: "victim@example.com", password });
  plant("a bearer token", login.access_token);
  await rows(
    `insert into "user" (id, email, api_token) values ('usr_of_v1', 'of-v1@example.com', 'planted-token-of-v1')`,
  );
  plant("an API token that v1 stored", "planted-token-of-v1");
  for (const user of await rows(
    `select email, password_hash, api_token from "user" where password_hash is not null`,
  )) {
    plant(`the password hash of ${user.email}`, user.password_hash);
    if (user.api_token) plant(`the hash of the API token of ${user.email}`, user.api_token);
  }
  await shop.visitor().post("/admin/users/password-token", { email: ADMIN.email });
  await shop.admin.post("/admin/invites", { user: "planted@example.com", role: "admin", role_id: "owner" });
  const [invite] = await rows<{ id: string; token: string }>(
    "select id, token from invite where user_email = 'planted@example.com'",
  );
  planted.set("invite", invite!.id);
  plant("the token of an invite of an owner", invite!.token);
}

async function plantSecretsOfCustomers(): Promise<void> {
  const { browser, id, email, password } = await aShopper(shop, {
    password: "planted password of a customer",
  });
  planted.set("customer", id);
  plant("the password of a customer", password);
  plant("a session of a customer", browser.cookie("connect.sid"));
  const [customer] = await rows<{ password_hash: string }>(
    "select password_hash from customer where id = $1",
    id,
  );
  plant("the password hash of a customer", customer!.password_hash);
  await shop.visitor().post("/store/customers/password-token", { email });
  const [order] = await rows<{ id: string }>(`select id from "order" where email = 'guest@example.com'`);
  await browser.post("/store/orders/batch/customer/token", { order_ids: [order!.id] });
}

async function plantSecretsOfServices(): Promise<void> {
  const { id, secret } = await aWebhook(shop.admin);
  planted.set("webhook", id);
  plant("the secret of a webhook", secret);
  const { body } = await shop.admin.post(`/admin/webhooks/${id}/rotate-secret`);
  plant("the new secret of a webhook", body.secret);
  const token = { access_token: "planted-oauth-access-token", refresh_token: "planted-oauth-refresh-token" };
  await rows("insert into tradewind.oauth_token (application_name, data) values ('books', $1)", token);
  // As v1 stores it.
  await rows(
    "insert into oauth (id, display_name, application_name, data) values ('oauth_1', 'Books', 'books', $1)",
    { ...token, access_token: "planted-oauth-token-of-v1" },
  );
  plant("the token of an app", token.access_token);
  plant("the token to renew that of an app", token.refresh_token);
  plant("the token of an app of v1", "planted-oauth-token-of-v1");
}

/** As a provider would have recorded it, which mails by itself. */
async function plantTokensOfMails(): Promise<void> {
  const names = ["user.password_reset", "customer.password_reset", "order-update-token.created"];
  for (const name of names) {
    for (const [index, { token }] of (await delivered(shop.db, name)).entries())
      if (token !== undefined) plant(`the token of ${name} ${index}`, token);
  }
  await rows(
    `insert into notification (id, event_name, resource_type, resource_id, "to", data)
      values ('noti_planted', 'user.password_reset', 'user', '', $1, '{"text": "planted-token-in-a-mail"}')`,
    ADMIN.email,
  );
  planted.set("notification", "noti_planted");
  plant("the token of a mail", "planted-token-in-a-mail");
}

const GIFT_CARD = "the code of a gift card";

/** Roles that may see codes of gift cards. */
const seesCodes = (role: string) => role === "manager" || role === ALL;

/** A card that has paid an order, and of which something is left. */
async function plantGiftCard(): Promise<void> {
  const place = await aPlace(shop);
  const card = await aGiftCard(shop, place.id, { value: 100_000 });
  const variantId = await aSoldVariant(shop, { stock: 10 });
  const order = await anOrder(shop.visitor(), { place, variantId, giftCards: [{ code: card.code }] });
  planted.set("order", order.id);
  planted.set("cart", order.cart_id);
  planted.set("gift_card", card.id);
  plant(GIFT_CARD, card.code);
}

it.beforeAll(async () => {
  for (const [role, made] of Object.entries(ROLES)) {
    const { client } = await aMemberWith(shop, made ? await aRole(shop, ...made) : role);
    callers.set(role, client);
  }
  callers.set("none: a visitor", shop.visitor());
  callers.set("none: a customer", (await aShopper(shop)).browser);
  await plantSecretsOfUsers();
  await plantSecretsOfCustomers();
  await plantSecretsOfServices();
  await plantTokensOfMails();
  await plantGiftCard();
  await shop.things.look();
});

function filled(operation: Operation): string {
  return pathOf(operation, (name) => {
    const entity = entityInPath(name, operation.path) ?? "";
    return planted.get(entity) ?? shop.things.pick(entity, 1, { context: new Map() });
  });
}

const isOfUsers = ({ path, needsCredential }: Operation) => path.startsWith("/admin/") && needsCredential;

/** Everything that an answer can be asked for; the relations one by one as a person who may read everything. */
function queriesOf({ query, shown: { fields, relations } }: Operation, role: string): string[] {
  const wishes = [
    ...("fields" in query ? [`fields=${fields.join(",")}`] : []),
    ...("expand" in query && role === ALL ? relations.map((each) => `expand=${each}`) : []),
  ];
  const page = "limit" in query ? ["limit=1000"] : [];
  return [page, ...wishes.map((wish) => [wish, ...page])].map((parts) => parts.join("&"));
}

/** Secrets in an answer, except for those that the request has sent itself. */
const leaksIn = (body: unknown, { role, path }: { role: string; path: string }): string[] => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const isLeak = ([what, secret]: [string, string]) =>
    text.includes(secret) && !path.includes(secret) && !(what === GIFT_CARD && seesCodes(role));
  return [...secrets].filter(isLeak).map(([what]) => what);
};

it("there is a secret of each kind", () => {
  expect([...secrets.keys()].filter((each) => each.startsWith("the token of"))).toEqual(
    expect.arrayContaining([
      "the token of user.password_reset 0",
      "the token of customer.password_reset 0",
      "the token of order-update-token.created 0",
      "the token of an invite of an owner",
    ]),
  );
  expect(secrets.size).toBeGreaterThan(20);
});

const READERS = [...Object.keys(ROLES), "none: a visitor", "none: a customer"];

describe.each(READERS)("a user with the role: %s", (role) => {
  it("reads no secret of another person", async () => {
    const client = callers.get(role)!;
    const leaks: string[] = [];
    let answered = 0;
    for (const operation of shop.operations.filter((each) => each.method === "GET")) {
      for (const query of queriesOf(operation, role)) {
        const path = `${filled(operation)}?${query}`;
        const { status, body } = await client.get(path);
        if (status === 200) answered++;
        else if (status === 401 || status === 403) break;
        for (const what of leaksIn(body, { role, path })) leaks.push(`${path} shows ${what}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(answered).toBeGreaterThan(10);
  });
});

describe.each([ALL, "team and webhooks"])("a user with the role: %s", (role) => {
  it("gets no secret of another person as the answer to a change", async () => {
    const client = callers.get(role)!;
    const leaks: string[] = [];
    for (const operation of shop.operations.filter((each) => each.method === "POST" && isOfUsers(each))) {
      const path = filled(operation);
      const { body } = await client.post(path, shop.bodyFor(operation, { isSparse: true }));
      for (const what of leaksIn(body, { role, path })) leaks.push(`${nameOf(operation)} shows ${what}`);
    }
    expect(leaks).toEqual([]);
  });
});
