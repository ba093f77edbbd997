import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../scripts/packaging/write-package.ts";
import type { FirstTimeUser, RunningServer } from "./first-time-user.ts";

// A plugin that uses every port, as a package: put into a shop that has sold before, upgraded, taken out, and put in again.

const source = fileURLToPath(new URL("every-port/", import.meta.url));

/** What the types of Node and of browsers have: the plugin is compiled without both. */
const RUNTIME = `declare const URL: new (path: string, base: string) => { readonly href: string };
interface ImportMeta { readonly url: string }
`;

/** Strictly, with nothing else than the compiler and the packed server; once more as bundlers resolve, with the dashboard. */
function compile(folder: string, { modules, projects }: { modules: string; projects: string[] }): void {
  symlinkSync(modules, join(folder, "node_modules"));
  writeFileSync(join(folder, "src/runtime.d.ts"), RUNTIME);
  renameSync(join(folder, "types/dashboard.txt"), join(folder, "types/dashboard.tsx"));
  for (const project of projects)
    execFileSync(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", project], {
      cwd: folder,
      stdio: "inherit",
    });
}

interface Packing {
  into: string;
  /** The `node_modules` of the author, with the compiler and the packed server. */
  modules: string;
}

/** Compiles and packs the plugin; its second version has one more migration and one more field. */
export function packPlugin(version: 1 | 2, { into, modules }: Packing): string {
  const folder = join(into, `every-port-${version}`);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  if (version === 2) cpSync(join(source, "next"), folder, { recursive: true });
  rmSync(join(folder, "next"), { recursive: true });
  // In the repository there is no package.json: `tradewind/plugin` is then that of the checkout.
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version: `${version}.0.0` }));
  // The types of its versions do not differ.
  const projects = ["tsconfig.json", ...(version === 1 ? ["tsconfig.types.json"] : [])];
  compile(folder, { modules, projects });
  return pack(folder, into);
}

interface ShopWithPlugin {
  user: FirstTimeUser;
  shop: string;
  /** Of an admin; sessions are rows, so it outlives restarts. */
  cookie: string;
  start(environment: Record<string, string>): Promise<RunningServer>;
  tarballs: readonly [string, string];
}

const WITH = { TRADEWIND_PLUGINS: "every-port" };

type Body = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers of many operations
type Answer = any;

export async function everyPort({ user, shop, cookie, start, tarballs }: ShopWithPlugin): Promise<void> {
  const npm = (...words: string[]) => user.run(["npm", ...words, "--no-audit", "--no-fund"], { cwd: shop });
  const at = (server: RunningServer) => new Caller(server.url, cookie);

  await npm("install", `file:${tarballs[0]}`);
  let server = await start(WITH);
  const bought = await useAllParts(at(server));
  await server.stop();

  await npm("install", `file:${tarballs[1]}`);
  server = await start(WITH);
  await checkKept(at(server), bought, "old");
  await at(server).post(`/admin/products/${bought.product}`, { custom_fields: { origin: "Turku" } });
  await server.stop();

  await npm("uninstall", "every-port");
  const listed = await user.run(["npx", "tradewind", "plugins"], { cwd: shop });
  assert.match(listed, /every-port: taken out, its data is left/);
  server = await start({});
  await checkWithout(at(server), bought);
  await server.stop();

  await npm("install", `file:${tarballs[1]}`);
  server = await start(WITH);
  await checkKept(at(server), bought, "old");
  const { product } = await at(server).get(`/admin/products/${bought.product}`);
  assert.deepEqual(product.custom_fields, { fabric: "wool", origin: "Turku", sold: 7 });
  await server.stop();
}

async function checkNumber(caller: Caller, id: string): Promise<void> {
  const { order } = await caller.get(`/admin/orders/${id}?fields=display_id,external_id`);
  assert.equal(order.external_id, `EP-${order.display_id}`);
}

class Caller {
  constructor(
    readonly url: string,
    private readonly cookie: string,
  ) {}

  async send(method: string, path: string, body?: Body): Promise<Response> {
    const headers: Record<string, string> = path.startsWith("/store") ? {} : { cookie: this.cookie };
    if (body) headers["content-type"] = "application/json";
    return fetch(this.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  async get(path: string): Promise<Answer> {
    return this.answered("GET", path);
  }

  async post(path: string, body: Body = {}): Promise<Answer> {
    return this.answered("POST", path, body);
  }

  /** The code of a refusal by the plugin. */
  async refused(path: string, body: Body = {}): Promise<void> {
    const answer = await this.send("POST", path, body);
    const { code } = (await answer.json()) as { code?: string };
    assert.deepEqual([path, answer.status, code], [path, 400, "every_port"]);
  }

  /** A refusal, because a provider of the plugin is not there. */
  async misses(path: string, body: Body = {}): Promise<void> {
    const answer = await this.send("POST", path, body);
    const { message } = (await answer.json()) as { message: string };
    assert.deepEqual([path, answer.status], [path, 400]);
    assert.match(message, /provider every-port is not installed/);
  }

  private async answered(method: string, path: string, body?: Body): Promise<Answer> {
    const answer = await this.send(method, path, body);
    const text = await answer.text();
    assert.equal(answer.status, 200, `${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}

interface Bought {
  product: string;
  region: string;
  option: string;
  order: string;
}

/** Every provider of the plugin is that of a region, and an order goes through all rules, choices and steps. */
async function useAllParts(caller: Caller): Promise<Bought> {
  const { regions } = await caller.get("/admin/regions");
  const region: string = regions[0].id;
  await caller.post(`/admin/regions/${region}`, {
    payment_providers: ["manual", "every-port"],
    fulfillment_providers: ["manual", "every-port"],
    tax_provider_id: "every-port",
  });
  const profiles = await caller.get("/admin/shipping-profiles");
  const { shipping_option: option } = await caller.post("/admin/shipping-options", {
    name: "By bike",
    region_id: region,
    provider_id: "every-port",
    profile_id: profiles.shipping_profiles.find(({ type }: Body) => type === "default").id,
    data: { id: "bike" },
    price_type: "calculated",
  });
  const { products } = await caller.get(`/store/products?region_id=${region}&limit=20&is_giftcard=false`);
  const { id: product, variants } = products.find(
    (each: Answer) => each.variants[0]?.inventory_quantity > 10,
  );
  await caller.post(`/admin/products/${product}`, { custom_fields: { fabric: "wool" } });
  await caller.refused(`/admin/products/${product}`, { title: "refused" });
  await caller.refused("/store/customers", {
    email: "refused@example.com",
    password: "long-enough",
    first_name: "R",
    last_name: "F",
  });
  const order = await buy(caller, { region, option: option.id, variant: variants[0].id });
  const { order: placed } = await caller.get(`/admin/orders/${order}`);
  await checkNumber(caller, order);
  assert.equal(placed.payments[0].provider_id, "every-port");
  assert.deepEqual(
    placed.items[0].tax_lines.map(({ name }: Body) => name),
    ["Ten"],
  );
  await caller.post(`/admin/orders/${order}/capture`);
  await caller.refused(`/admin/orders/${order}/refund`, { amount: 1, reason: "other", note: "refused" });
  await checkParts(caller);
  await checkStored(caller, product);
  return { product, region, option: option.id, order };
}

async function buy(
  caller: Caller,
  { region, option, variant }: { region: string; option: string; variant: string },
): Promise<string> {
  const { cart } = await caller.post("/store/carts", { region_id: region });
  const path = `/store/carts/${cart.id}`;
  const line = { variant_id: variant, quantity: 7 };
  await caller.refused(`${path}/line-items`, { ...line, metadata: { note: "refused" } });
  const { cart: filled } = await caller.post(`${path}/line-items`, line);
  assert.equal(filled.items[0].unit_price % 10, 9, "the plugin has chosen the price");
  const address = {
    first_name: "E",
    last_name: "P",
    address_1: "Quay 1",
    city: "Aarhus",
    postal_code: "8000",
  };
  const country_code = cart.region.countries[0].iso_2;
  const email = "refused@example.com";
  await caller.post(path, { email, shipping_address: { ...address, country_code } });
  await caller.post(`${path}/shipping-methods`, { option_id: option });
  await caller.refused(`${path}/payment-sessions`);
  await caller.post(path, { email: "port@example.com", context: {} });
  await caller.post(`${path}/payment-sessions`);
  await caller.post(`${path}/payment-session`, { provider_id: "every-port" });
  const { data, type } = await caller.post(`${path}/complete`);
  assert.equal(type, "order");
  return data.id;
}

/** The field that the plugin writes in its own transaction, and what it knows of the customer. */
async function checkStored(caller: Caller, id: string): Promise<void> {
  const { product } = await caller.get(`/admin/products/${id}`);
  assert.deepEqual(product.custom_fields, { fabric: "wool", sold: 7 });
  const { customers } = await caller.get("/admin/customers?q=port@example.com");
  const { personal_data: data } = await caller.get(`/admin/customers/${customers[0].id}/personal-data`);
  assert.deepEqual(data["every-port.known"], [{ customers: 1, emails: ["port@example.com"] }]);
}

/** What has run in the background, the parts in the dashboard, and the routes. */
async function checkParts(caller: Caller): Promise<void> {
  const found = new Set<string>();
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { seen } = await caller.get("/admin/every-port");
    for (const { what } of seen) found.add(what);
    if (["event", "job", "own-event", "step"].every((what) => found.has(what))) break;
    assert.ok(Date.now() < deadline, `of the plugin only ${[...found].join()} has run`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { schedules } = await caller.get("/admin/jobs/schedules");
  assert.ok(schedules.some(({ task }: Body) => task === "plugin:every-port:nightly"));
  assert.equal((await caller.send("GET", "/store/regions")).headers.get("x-every-port"), "yes");
  const { count, rows, isConnected } = await caller.get("/store/every-port/orders");
  assert.ok(count > 0 && rows >= count, "the demo shop still sells meanwhile");
  assert.equal(isConnected, false);
  const opened = await fetch(`${caller.url}/admin/every-port/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"text":"hello"}',
  });
  assert.deepEqual([opened.status, await opened.json()], [201, { text: "hello" }]);
  assert.equal((await caller.send("GET", "/store/every-port/mine")).status, 401);
  const { paths } = await caller.get("/openapi.json");
  assert.deepEqual(paths["/admin/every-port"].get.tags, ["every-port"]);
  const { plugins } = await caller.get("/admin/permissions/me");
  const module = await caller.send("GET", `/app/${plugins[0].module}`);
  assert.match(await module.text(), /every port|defineDashboard/i);
}

/** After an upgrade, and when the plugin is back. */
async function checkKept(caller: Caller, { product, order }: Bought, level: string): Promise<void> {
  const { seen } = await caller.get("/admin/every-port");
  const step = seen.find(({ what }: Body) => what === "step");
  assert.deepEqual(step, { what: "step", key: order, level });
  const { products } = await caller.get("/admin/products?custom_fields[fabric]=wool");
  assert.deepEqual(
    products.map(({ id }: Body) => id),
    [product],
  );
  await checkParts(caller);
}

/** Without its code: nothing of it is shown, and everything of the shop answers. */
async function checkWithout(caller: Caller, { product, region, option, order }: Bought): Promise<void> {
  const { product: shown } = await caller.get(`/admin/products/${product}`);
  assert.equal("custom_fields" in shown, false);
  assert.equal("plugins" in (await caller.get("/admin/permissions/me")), false);
  assert.equal((await caller.send("GET", "/admin/every-port")).status, 404);
  const { order: placed } = await caller.get(`/admin/orders/${order}`);
  await checkNumber(caller, order);
  await answersEverything(caller);
  // Who needs what is gone is told its name, and the rest goes on.
  const { cart } = await caller.post("/store/carts", { region_id: region });
  const path = `/store/carts/${cart.id}`;
  await caller.post(`${path}/line-items`, { variant_id: placed.items[0].variant_id, quantity: 1 });
  await caller.misses(`${path}/shipping-methods`, { option_id: option });
  await caller.misses(`${path}/payment-sessions`);
  await caller.misses(`/admin/orders/${order}/refund`, { amount: 1, reason: "other" });
  const items = placed.items.map(({ id }: Body) => ({ item_id: id, quantity: 1 }));
  await caller.misses(`/admin/orders/${order}/fulfillment`, { items });
  await caller.post(`/admin/regions/${region}`, { tax_provider_id: null });
  await caller.post(`${path}/payment-sessions`);
}

/** Each operation that reads and needs no id, and the pages. */
async function answersEverything(caller: Caller): Promise<void> {
  const { paths } = await caller.get("/openapi.json");
  const reads = Object.entries<Record<string, Answer>>(paths).filter(
    ([path, { get }]) =>
      get && !path.includes("{") && !("text/event-stream" in (get.responses[200]?.content ?? {})),
  );
  assert.ok(reads.length > 60);
  for (const path of [
    ...reads.map(([each]) => each),
    "/app/",
    "/app/orders",
    "/docs",
    "/guides",
    "/health",
  ]) {
    const answer = await caller.send("GET", path);
    await answer.arrayBuffer();
    assert.ok(answer.status < 500, `${path} was answered with ${answer.status}`);
  }
}
