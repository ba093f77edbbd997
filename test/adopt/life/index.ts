import type { Api, Body } from "../api.ts";
import { eventually, inLanes } from "../api.ts";
import { inDatabase } from "../databases.ts";
import { aCart, anOrder, purchaseOf, withAddress, withDelivery } from "./buying.ts";
import { draftOrders } from "./drafts.ts";
import { FATES } from "./fates.ts";
import { giveUpGoods, stockGoods } from "./goods.ts";
import { welcomePeople } from "./people.ts";
import { openShop, type Shop } from "./shop.ts";

export interface Lifetime {
  orders: number;
  databaseUrl: string;
  hasCategories: boolean;
}

const LANES = 3;

/** A shop that has lived with v1: all that follows is made by requests, as its office and its customers would send them. */
export async function liveWithV1(admin: Api, visitor: Api, lifetime: Lifetime): Promise<void> {
  const shop = await openShop(admin, visitor);
  await stockGoods(shop, lifetime);
  await welcomePeople(shop);
  const fates = Object.entries(FATES);
  const numbers = Array.from({ length: lifetime.orders }, (_, number) => number);
  const failures: string[] = [];
  await inLanes(LANES, numbers, async (number) => {
    const [name, fate] = fates[number % fates.length]!;
    await anOrder(shop, number, name)
      .then((order) => fate(shop, order))
      .catch((error: Error) => failures.push(`order ${number}, ${name}: ${error.message}`));
  });
  // v1 fails now and then, and what it leaves then belongs to its shops. Most of it must be there.
  if (failures.length > lifetime.orders / 20)
    throw new Error(`v1 has not done what it was asked:\n${failures.join("\n")}`);
  await boughtGiftCards(shop);
  await draftOrders(shop);
  await openCarts(shop);
  await giveUpGoods(shop);
  await exports(shop);
  await forgetCustomer(shop, lifetime.databaseUrl);
}

/** Gift cards that customers have bought are spent by others. */
async function boughtGiftCards(shop: Shop): Promise<void> {
  const { gift_cards } = await shop.admin.get("/admin/gift-cards", { limit: 100 });
  const bought = gift_cards.filter(({ order_id }: Body) => order_id).slice(0, 2);
  for (const { code, region_id } of bought) {
    const number = shop.regions.findIndex(({ id }) => id === region_id);
    const purchase = purchaseOf(shop, number + 4 * 14);
    const cart = await aCart(shop, purchase);
    await withAddress(shop, purchase, cart);
    await purchase.api.post(`/store/carts/${cart.id}`, { gift_cards: [{ code }] });
    await withDelivery(shop, purchase, cart);
    await purchase.api.post(`/store/carts/${cart.id}/complete`);
  }
}

/** Carts at every step; those of the goods that are given up afterwards too. */
async function openCarts(shop: Shop): Promise<void> {
  const steps = [withAddress, withDelivery];
  for (let number = 0; number < 24; number++) {
    const purchase = purchaseOf(shop, number, "open cart");
    const cart = await aCart(shop, purchase);
    for (const step of steps.slice(0, number % 3)) await step(shop, purchase, cart);
  }
  await shop.visitor.post("/store/carts", { region_id: shop.regions[0]!.id });
}

async function exports({ admin }: Shop): Promise<void> {
  await admin.post("/admin/batch-jobs", { type: "order-export", context: {}, dry_run: true });
  await admin.post("/admin/batch-jobs", { type: "product-export", context: {}, dry_run: false });
  await eventually("the exports are done or wait for somebody", async () => {
    const { batch_jobs } = await admin.get("/admin/batch-jobs");
    // v1 lists every job as if it were none for trial.
    const atRest = ["completed", "failed", "pre_processed"];
    return batch_jobs.every(({ type, status }: Body) =>
      (type === "product-export" ? atRest.slice(0, 2) : atRest).includes(status),
    );
  });
}

/** v1 has no request for it; shops do it with a script. Their orders stay. */
const forgetCustomer = ({ customers }: Shop, url: string): Promise<void> =>
  inDatabase(url, async (ask) => {
    await ask("update customer set deleted_at = now() where id = $1", [customers[7]!.id]);
  });
