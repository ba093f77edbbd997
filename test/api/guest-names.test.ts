import { expect } from "vitest";
import { exported } from "../support/factories/batch-jobs.ts";
import { aPlace } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();
const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

it("an order export has the names of guests from their addresses on request, and is v1's without", async () => {
  const place = await aPlace(shop);
  const variantId = await aSoldVariant(shop);
  const address = { first_name: "Chiara", last_name: "Moretti" };
  const guest = await anOrder(shop.visitor(), { place, variantId, email: "guest@example.it", address });
  const named = await anOrder(shop.visitor(), { place, variantId, email: "named@example.it", address });
  await shop.db.run({
    text: "update customer set first_name = 'Anna' where id = $1",
    values: [named.customer_id],
  });
  const namesOf = async (context: object) => {
    const { lines } = await exported(shop, "order-export", { ...context, order: "display_id" });
    return lines.map((line) => [line["Order_ID"], line["Customer First name"], line["Customer Last name"]]);
  };
  expect(await namesOf({ guest_names: true })).toEqual([
    [guest.id, "Chiara", "Moretti"],
    [named.id, "Anna", ""],
  ]);
  expect(await namesOf({})).toEqual([
    [guest.id, "", ""],
    [named.id, "Anna", ""],
  ]);
});

it("a customer export has the names of guests from their newest order on request", async () => {
  const place = await aPlace(shop);
  const variantId = await aSoldVariant(shop);
  const email = "anna@example.it";
  const buy = (first_name: string) =>
    anOrder(shop.visitor(), { place, variantId, email, address: { first_name, last_name: "Rossi" } });
  const { customer_id } = await buy("Anna");
  await buy("Anna Maria");
  const nameOf = async (context: object) => {
    const { lines } = await exported(shop, "customer-export", {
      ...context,
      filterable_fields: { q: email },
    });
    expect(lines.map((line) => line["Customer Id"])).toEqual([customer_id]);
    return [lines[0]!["First Name"], lines[0]!["Last Name"]];
  };
  expect(await nameOf({ guest_names: true })).toEqual(["Anna Maria", "Rossi"]);
  expect(await nameOf({})).toEqual(["", ""]);

  await shop.db.run({
    text: "update customer set last_name = 'Bianchi' where id = $1",
    values: [customer_id],
  });
  expect(await nameOf({ guest_names: true })).toEqual(["", "Bianchi"]);
});
