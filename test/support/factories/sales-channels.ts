import { newId } from "../../../src/kernel/ids.ts";
import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

export interface Channel {
  id: string;
  name: string;
  description: string | null;
  is_disabled: boolean;
}

export async function aChannel(shop: TestShop, input: Record<string, unknown> = {}): Promise<Channel> {
  const { status, body } = await shop.admin.post("/admin/sales-channels", {
    name: `Channel ${++made}`,
    ...input,
  });
  if (status !== 200) throw new Error(body.message);
  return body.sales_channel;
}

export async function aKey(shop: TestShop, { channels = [] as { id: string }[], title = "" } = {}) {
  const { status, body } = await shop.admin.post("/admin/publishable-api-keys", {
    title: title || `Key ${++made}`,
  });
  if (status !== 200) throw new Error(body.message);
  const key = body.publishable_api_key as { id: string; title: string };
  if (channels.length > 0) {
    await shop.admin.post(`/admin/publishable-api-keys/${key.id}/sales-channels/batch`, {
      sales_channel_ids: channels.map(({ id }) => ({ id })),
    });
  }
  return key;
}

/** The channel that carts without another one go into. */
export async function defaultChannel(shop: TestShop): Promise<string> {
  const [store] = await shop.db.run<{ id: string }>({
    text: "select default_sales_channel_id as id from store",
    values: [],
  });
  return store!.id;
}

/** By SQL, so that tests of channels need nothing of products but their rows. */
export async function aBareProduct(shop: TestShop, { deleted = false } = {}): Promise<string> {
  const id = newId("prod");
  await shop.db.run({
    text: `insert into product (id, title, handle, deleted_at)
      values ($1, 'A product', $1, case when $2 then now() end)`,
    values: [id, deleted],
  });
  return id;
}

export async function aBareLocation(shop: TestShop, { deleted = false } = {}): Promise<string> {
  const id = newId("sloc");
  await shop.db.run({
    text: `insert into stock_location (id, name, deleted_at)
      values ($1, 'A warehouse', case when $2 then now() end)`,
    values: [id, deleted],
  });
  return id;
}
