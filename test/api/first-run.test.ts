import { expect } from "vitest";
import { aPlace } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const firstRun = async () => (await shop.admin.get("/admin/first-run")).body.first_run;
const done = async () =>
  (await firstRun()).steps
    .filter(({ is_done }: { is_done: boolean }) => is_done)
    .map(({ name }: { name: string }) => name);

it("the first steps tick themselves as the shop is filled", async () => {
  const before = await firstRun();
  expect(before).toMatchObject({ is_hidden: false, has_demo: false });
  expect(before.steps.map(({ name }: { name: string }) => name)).toEqual(
    "name currency region tax shipping payment product mail team order".split(" "),
  );
  await shop.admin.post("/admin/store", { name: "Wind and Waves" });
  expect(await done()).toContain("name");
  const place = await aPlace(shop);
  const variantId = await aSoldVariant(shop);
  const ready = await done();
  expect(ready).toEqual(expect.arrayContaining(["region", "payment", "product"]));
  expect(ready).not.toContain("order");
  expect(ready).not.toContain("mail");
  const { id } = await anOrder(shop.visitor(), { place, variantId, email: "demo@example.com" });
  const marked = `update "order" set metadata = '{"demo": true}' where id = $1`;
  await shop.db.run({ text: marked, values: [id] });
  expect(await done()).not.toContain("order");
  await anOrder(shop.visitor(), { place, variantId, email: "test@example.com" });
  expect(await done()).toContain("order");
  await shop.admin.post("/admin/invites", { user: "team@example.com", role: "member" });
  expect(await done()).toContain("team");
});

it("the first steps can be hidden and brought back, by users who may change settings", async () => {
  const hide = (is_hidden: unknown) => shop.admin.post("/admin/first-run", { is_hidden });
  expect((await hide(true)).body.first_run.is_hidden).toBe(true);
  expect((await firstRun()).is_hidden).toBe(true);
  const refused = await hide("yes please");
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("is_hidden");
  expect((await firstRun()).is_hidden).toBe(true);
  expect((await hide(false)).body.first_run.is_hidden).toBe(false);
  expect((await shop.visitor().get("/admin/first-run")).status).toBe(401);
});
