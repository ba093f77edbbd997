import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/packaging/write-package.ts";
import { startOwnPostgres } from "../support/postgres/own-postgres.ts";
import { freePort } from "../support/servers/free-port.ts";
import { ran } from "../support/servers/shell.ts";
import { everyPort, packPlugin } from "./every-port.ts";
import { EXAMPLES, packExamples, showExamples } from "./examples.ts";
import { FirstTimeUser, type RunningServer } from "./first-time-user.ts";
import { BEFORE, packedInto, type Tarballs } from "./tarballs.ts";

// npm run test:journey: what a person does who has only the packages: create a shop, start it, log in, buy, back up, upgrade,
// use a plugin, restore elsewhere, and move to PostgreSQL 15. Prints the seconds of each step, and those from the first command to the order.
const user = new FirstTimeUser();
const packages = mkdtempSync(join(tmpdir(), "tradewind-tarballs-"));
chmodSync(packages, 0o755);
const shop = join(user.home, "my-shop");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const secondsSince = (moment: number) => ((performance.now() - moment) / 1000).toFixed(1);

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${secondsSince(began).padStart(6)} s  ${name}`);
  return result;
}

const start = async (environment: Record<string, string> = {}) =>
  user.start(["npm", "start"], {
    cwd: shop,
    environment: { PORT: String(await freePort()), ...environment },
  });

const tradewind = (words: string[], environment: Record<string, string> = {}) =>
  user.run(["npx", "tradewind", ...words], { cwd: shop, environment });

async function logIn({ url, password }: RunningServer): Promise<string> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "admin@tradewind.local", password });
  const answer = await fetch(`${url}/admin/auth`, { method: "POST", headers, body });
  assert.equal(answer.status, 200, "the printed password is valid");
  return answer.headers.getSetCookie()[0]!.split(";")[0]!;
}

interface ListedOrder {
  id: string;
  display_id: number;
  total: number;
  items: unknown[];
}

/** The order of the customer as the admin sees it. The session is from before the server was upgraded, restored or moved. */
async function orderAt({ url }: RunningServer, cookie: string) {
  const answer = await fetch(`${url}/admin/orders?q=ada@example.com`, { headers: { cookie } });
  assert.equal(answer.status, 200, "the session is valid");
  const { orders } = (await answer.json()) as { orders: ListedOrder[] };
  assert.equal(orders.length, 1, "there is one order");
  const { id, display_id, total, items } = orders[0]!;
  return { id, display_id, total, items: items.length };
}

async function versionAt({ url }: RunningServer): Promise<string> {
  const home = (await (await fetch(url)).json()) as { version: string };
  return home.version;
}

/** The packages of the registry that the project needs: the figures are for a warm cache of npm. */
async function warmCache({ create, before }: Tarballs): Promise<void> {
  const cwd = user.folder("elsewhere");
  await createShop(cwd, { create, before });
  await user.run(["npm", "install"], { cwd: join(cwd, "my-shop") });
}

const createShop = (cwd: string, { create, before }: Pick<Tarballs, "create" | "before">) =>
  user.run(
    [
      "npx",
      "--yes",
      `--package=file:${create}`,
      "create-tradewind",
      "my-shop",
      "--tradewind",
      `file:${before}`,
    ],
    { cwd },
  );

async function firstOrder(tarballs: Tarballs) {
  const began = performance.now();
  await step("create a shop", () => createShop(user.home, tarballs));
  await step("npm install", () => user.run(["npm", "install"], { cwd: shop }));
  const server = await step("npm start", () => start());
  const cookie = await step("log in", () => logIn(server));
  const guest = [join(root, "examples/checkout/guest.sh")];
  await step("buy", () => ran("bash", guest, { environment: { BASE: server.url } }));
  console.log(`${secondsSince(began).padStart(6)} s  from the first command to the order\n`);
  return { server, cookie, order: await orderAt(server, cookie) };
}

async function journey(tarballs: Tarballs): Promise<void> {
  const { server, cookie, order } = await firstOrder(tarballs);
  const check = async (place: RunningServer, expected: string) => {
    assert.deepEqual(await orderAt(place, cookie), order, "the order is as it was");
    assert.equal(await versionAt(place), expected);
    await place.stop();
  };

  const backup = join(user.home, "shop.backup");
  await step("back up", () => tradewind(["backup", backup]));
  await step("test the plugin", () => user.run(["npm", "test"], { cwd: shop }));
  await check(server, BEFORE);
  await step("create and test a plugin", async () => {
    const from = [`--package=file:${tarballs.create}`, "create-tradewind"];
    const words = ["my-plugin", "--plugin", "--tradewind", `file:${tarballs.tradewind}`];
    await user.run(["npx", "--yes", ...from, ...words], { cwd: user.home });
    const cwd = join(user.home, "my-plugin");
    await user.run(["npm", "install"], { cwd });
    await user.run(["npm", "test"], { cwd });
    await user.run(["npm", "pack"], { cwd });
  });

  await step(`upgrade from ${BEFORE} to ${version}`, async () => {
    await user.run(["npm", "install", `file:${tarballs.tradewind}`], { cwd: shop });
    await check(await start(), version);
  });

  await step("use, upgrade, take out and put in again a plugin with every port", () => {
    const packing = { into: packages, modules: join(user.home, "my-plugin/node_modules") };
    return everyPort({
      user,
      shop,
      cookie,
      start,
      tarballs: [packPlugin(1, packing), packPlugin(2, packing)],
    });
  });

  await step("install the plugin and the examples from their tarballs", async () => {
    const examples = packExamples(packages, join(user.home, "my-plugin/node_modules"));
    const files = [join(user.home, "my-plugin/my-plugin-0.1.0.tgz"), ...examples].map(
      (path) => `file:${path}`,
    );
    await user.run(["npm", "install", ...files], { cwd: shop });
    const place = await start({
      TRADEWIND_PLUGINS: ["./src/local-delivery.ts,my-plugin", ...EXAMPLES].join(),
    });
    assert.deepEqual(await (await fetch(`${place.url}/store/repairs/terms`)).json(), { weeks: 3 });
    const me = await (await fetch(`${place.url}/admin/permissions/me`, { headers: { cookie } })).json();
    const { plugins } = me as { plugins: { name: string; module: string }[] };
    const { module } = plugins.find(({ name }) => name === "my-plugin")!;
    const page = await (await fetch(`${place.url}/app/${module}`)).text();
    assert.match(page, /Reparaturen/, "the page of the plugin is compiled");
    await showExamples(place.url, cookie);
    await check(place, version);
  });

  await step("restore elsewhere", async () => {
    const elsewhere = { TRADEWIND_DATA_DIR: join(user.home, "restored") };
    await tradewind(["restore", backup], elsewhere);
    await check(await start(elsewhere), version);
  });

  await step("move to PostgreSQL 15", async () => {
    const postgres = await startOwnPostgres();
    try {
      const own = await postgres.emptyDatabase("shop");
      // A move refuses tables that it does not know.
      for (const name of ["every-port", "my-plugin", "loyalty-points", "product-reviews"])
        await tradewind(["plugins", "remove-data", name, "--yes"]);
      await tradewind(["move", "--to", own]);
      await check(await start({ DATABASE_URL: own }), version);
    } finally {
      await postgres.stop();
    }
  });
}

try {
  const tarballs = await step("(pack)", () => packedInto(packages));
  await step("(fill the cache of npm)", () => warmCache(tarballs));
  await journey(tarballs);
} finally {
  await user.leave();
  rmSync(packages, { recursive: true, force: true });
}
