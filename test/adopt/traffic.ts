import { readFileSync } from "node:fs";
import type { V1 } from "../../bench/compare/v1.ts";
import { adopt } from "./adopting.ts";
import type { Body } from "./api.ts";
import { eventually } from "./api.ts";
import type { Proof } from "./proof.ts";
import { type Running, startTradewind, startV1 } from "./servers.ts";

const LANES = 3;

/** What v1 has acknowledged. */
interface Sold {
  id: string;
  total: number;
  isCaptured: boolean;
}

interface Buyer {
  region: Body;
  variantId: string;
  /** Each lane is one customer: v1 makes two of one email when two carts name it at the same moment. */
  lane: number;
}

/** Customers who buy and an office that captures, one request after the other, until they are told to stop. */
class Traffic {
  readonly sold: Sold[] = [];
  readonly failures: string[] = [];
  private isOver = false;
  private lanes: Promise<void>[] = [];

  constructor(private readonly server: Running) {}

  async begin(): Promise<void> {
    const { regions } = await this.server.visitor.get("/store/regions");
    const { products } = await this.server.visitor.get("/store/products", { limit: 100 });
    const product = products.find(({ title }: Body) => title === "Scarf");
    this.lanes = Array.from({ length: LANES }, (_, lane) =>
      this.lane({ region: regions[lane % regions.length], variantId: product.variants[0].id, lane }),
    );
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.lanes);
  }

  private async lane(buyer: Buyer): Promise<void> {
    while (!this.isOver)
      await this.buy(buyer).catch((error: Error) =>
        this.failures.push(`${error.message.split("\n")[0]} ${this.lastError()}`),
      );
  }

  /** v1 tells the reason of a failure only in its log. */
  private lastError(): string {
    const lines = readFileSync(this.server.log, "utf8").split("\n");
    const last = lines.findLast((line) => line.startsWith('{"level":"error"'));
    return /"message":"[^"]*"/.exec(last ?? "")?.[0] ?? "";
  }

  private async buy({ region, variantId: variant_id, lane }: Buyer): Promise<void> {
    const { visitor, admin } = this.server;
    const items = [{ variant_id, quantity: 1 }];
    const { cart } = await visitor.post("/store/carts", { region_id: region.id, items });
    const at = `/store/carts/${cart.id}`;
    const address = { first_name: "L", last_name: "T", address_1: "S 1", city: "T", postal_code: "1" };
    const shipping_address = { ...address, country_code: region.countries[0].iso_2 };
    await visitor.post(at, { email: `live${lane}@example.com`, shipping_address });
    const { shipping_options } = await visitor.get(`/store/shipping-options/${cart.id}`);
    const option = shipping_options.find(({ name }: Body) => name.startsWith("Delivery"));
    await visitor.post(`${at}/shipping-methods`, { option_id: option.id });
    await visitor.post(`${at}/payment-sessions`);
    const { data } = await visitor.post(`${at}/complete`);
    const sold: Sold = { id: data.id, total: data.total, isCaptured: false };
    this.sold.push(sold);
    await admin.post(`/admin/orders/${data.id}/capture`);
    sold.isCaptured = true;
  }
}

/** v1 sells while its database is adopted: nothing that it has acknowledged is lost, and Tradewind sells beside it. */
export async function proveTraffic(proof: Proof, name: string, kind: V1): Promise<void> {
  const url = await proof.databases.create("adopted_live", name);
  const v1 = await startV1(proof, kind, { url });
  const traffic = new Traffic(v1);
  let ours: Running | undefined;
  try {
    await proof.step("adopted while v1 sells: no request fails", async () => {
      await traffic.begin();
      await moreSold(traffic);
      await adopt(proof, url, "--yes");
      await moreSold(traffic);
      ours = await startTradewind(proof, url);
      const beside = new Traffic(ours);
      await beside.begin();
      await moreSold(beside);
      await Promise.all([traffic.end(), beside.end()]);
      traffic.sold.push(...beside.sold);
      return [...traffic.failures, ...beside.failures];
    });
    await proof.step(`all ${traffic.sold.length} orders of that time are there, on either side`, async () => [
      ...(await lost(v1, traffic.sold, "v1")),
      ...(await lost(ours!, traffic.sold, "Tradewind")),
    ]);
  } finally {
    await ours?.stop();
    await v1.stop();
  }
  await proof.databases.drop("adopted_live");
}

async function moreSold({ sold }: Traffic): Promise<void> {
  const wanted = sold.length + 2 * LANES;
  await eventually("some orders more", async () => sold.length >= wanted);
}

async function lost({ admin }: Running, sold: readonly Sold[], where: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, total, isCaptured } of sold) {
    const { status, body } = await admin.ask("GET", `/admin/orders/${id}`);
    const isThere = status === 200 && body.order.total === total;
    if (!isThere || (body.order.payment_status === "captured") !== isCaptured)
      problems.push(
        `${id} on ${where}: ${status}, ${body.order?.total} of ${total}, ${body.order?.payment_status}`,
      );
  }
  return problems;
}
