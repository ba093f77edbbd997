/**
 * What custom fields cost lists: the built server without a declared field and with three, in turns, each on a shop of its own. With the
 * built file of another version it is measured as well, to see that a shop without fields loses nothing. What counts is the CPU time of
 * the server and its database for one answer: the machine is shared. The caches of answers are off unless `--cache 1` is given.
 *
 *   npm run bench:fields -- [--rounds 20] [--requests 150] [--cache 0] [--other ../before/dist/main.js]
 */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { LoadClient } from "../support/client.ts";
import { median } from "../support/measure.ts";
import { treeCpu } from "../support/processes.ts";
import { ADMIN, withFolder } from "../support/server.ts";
import { table } from "../support/table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    requests: { type: "string", default: "150" },
    cache: { type: "string", default: "0" },
    other: { type: "string" },
  },
});
const [rounds, requests] = [values.rounds, values.requests].map(Number) as [number, number];

const CLIENTS = 2;

const lists = {
  "store products": "/store/products?limit=20",
  "admin products": "/admin/products?limit=20",
  "admin orders": "/admin/orders?limit=20",
} as const;

type ListName = keyof typeof lists;

const fields = [
  { name: "fabric", type: "choice", options: ["canvas", "wool"], storefront: "read", value: "wool" },
  { name: "grams", type: "integer", storefront: "read", value: 640 },
  { name: "care", type: "text", storefront: "read", value: "Wash by hand, dry flat" },
];

interface Variant {
  name: string;
  main: string;
  hasFields: boolean;
}

interface Running extends Variant {
  pid: number;
  get(list: ListName): Promise<void>;
  stop(): Promise<void>;
}

async function start(variant: Variant, dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [variant.main, "start", "--no-demo", "--port", "0"], {
    env: {
      ...process.env,
      TRADEWIND_DATA_DIR: dataDir,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
      TRADEWIND_CACHE: values.cache,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((found, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const [, address] = /"api":"([^"]+)"/.exec(text) ?? [];
      if (address) found(address);
    });
    child.on("exit", () => failed(new Error(text)));
  });
  const visitor = new LoadClient(url);
  const { access_token } = await visitor.post("/admin/auth/token", ADMIN);
  const admin = visitor.with({ authorization: `Bearer ${access_token}` });
  await fill(admin, visitor);
  if (variant.hasFields) await declareFields(admin);
  const get = (list: ListName) => (list.startsWith("store") ? visitor : admin).justGet(lists[list]);
  const stop = () =>
    new Promise<void>((stopped) => {
      visitor.close();
      admin.close();
      child.once("exit", () => stopped());
      child.kill("SIGTERM");
    });
  return { ...variant, pid: child.pid!, get, stop };
}

/** A page of products and one of orders. */
async function fill(admin: LoadClient, visitor: LoadClient): Promise<void> {
  const { region } = await admin.post("/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 0,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: ["us"],
  });
  for (let number = 0; number < 20; number++) {
    const sizes = ["S", "M", "L"];
    const { product } = await admin.post("/admin/products", {
      title: `Jacket ${number}`,
      status: "published",
      description: "Waxed cotton, made to last.",
      options: [{ title: "Size" }],
      variants: sizes.map((value) => ({
        title: value,
        inventory_quantity: 1_000,
        options: [{ value }],
        prices: [{ amount: 8_000 + number, currency_code: "usd" }],
      })),
    });
    const items = [{ variant_id: product.variants[0].id, quantity: 1 }];
    const { cart } = await visitor.post("/store/carts", { region_id: region.id, country_code: "us", items });
    await visitor.post(`/store/carts/${cart.id}`, { email: `buyer-${number}@example.com` });
    await visitor.post(`/store/carts/${cart.id}/payment-sessions`);
    await visitor.post(`/store/carts/${cart.id}/complete`);
  }
}

async function declareFields(admin: LoadClient): Promise<void> {
  const custom_fields = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  for (const entity of ["product", "order"]) {
    for (const { value: _, ...field } of fields) {
      const { storefront, ...ofOrder } = field;
      await admin.post("/admin/custom-fields", {
        entity,
        ...(entity === "order" ? ofOrder : { ...ofOrder, storefront }),
      });
    }
    for (const { id } of (await admin.get(`/admin/${entity}s?limit=100&fields=id`))[`${entity}s`])
      await admin.post(`/admin/${entity}s/${id}`, { custom_fields });
  }
}

/** Milliseconds of CPU time for one answer, of the server and of the database. */
async function turn({ pid, get }: Running, list: ListName): Promise<number> {
  // The embedded database is a child of the server.
  const cpu = () => treeCpu(pid);
  const before = cpu();
  let left = requests;
  const client = async () => {
    while (left-- > 0) await get(list);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (cpu() - before) / requests;
}

await withFolder(async (folder) => {
  const main = resolve("dist/main.js");
  const variants: Variant[] = [
    { name: "no field", main, hasFields: false },
    { name: "three fields", main, hasFields: true },
    ...(values.other ? [{ name: "other version", main: resolve(values.other), hasFields: false }] : []),
  ];
  const running = await Promise.all(
    variants.map((variant, index) => start(variant, join(folder, `shop_${index}`))),
  );
  const all = Object.keys(lists) as ListName[];
  const results = new Map(all.map((list) => [list, running.map((): number[] => [])]));
  for (const list of all) for (const each of running) await turn(each, list);
  // In turns, and each round in another order: the machine is shared.
  for (let round = 0; round < rounds; round++)
    for (const list of all)
      for (let step = 0; step < running.length; step++) {
        const index = (round + step) % running.length;
        results.get(list)![index]!.push(await turn(running[index]!, list));
      }
  const rows = all.flatMap((list) => {
    const found = results.get(list)!;
    const ratioOf = (index: number) => median(found[index]!.map((each, round) => each / found[0]![round]!));
    return running.map(({ name }, index) => [
      list,
      name,
      median(found[index]!).toFixed(3),
      ratioOf(index).toFixed(3),
    ]);
  });
  console.log(table(["list", "server", "CPU ms of one answer", "to no field"], rows as never));
  for (const each of running) await each.stop();
});
