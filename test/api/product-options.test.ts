import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { aProduct, aShirt, rowCounts, shownProduct, usd } from "../support/factories/products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const optionsOf = (id: string) => `/admin/products/${id}/options`;

describe("adding an option", () => {
  it("gives a product without variants a further option", async () => {
    const { id } = await aProduct(shop, { options: [{ title: "Size" }] });
    const { status, body } = await shop.admin.post(optionsOf(id), { title: "Colour" });
    expect(status).toBe(200);
    expect(body.product.options.map(({ title }: { title: string }) => title)).toEqual(["Size", "Colour"]);
    expect(await announced(shop.db, "product.updated")).toContainEqual({ id, fields: ["options"] });
  });

  it("gives variants that are there a value for it", async () => {
    const shirt = await aShirt(shop);
    const { body } = await shop.admin.post(optionsOf(shirt.id), { title: "Fit" });
    for (const variant of body.product.variants) {
      expect(variant.options.map(({ value }: { value: string }) => value)).toContain("Default Value");
    }
    expect(body.product.options.at(-1).values).toHaveLength(2);
  });

  it("is refused without a title, with one that is taken, and for an unknown product", async () => {
    const shirt = await aShirt(shop);
    const before = await rowCounts(shop);
    const add = (id: string, body: unknown) => shop.admin.post(optionsOf(id), body);
    expect((await add(shirt.id, {})).status).toBe(400);
    expect((await add(shirt.id, { title: "" })).status).toBe(400);
    expect((await add("prod_unknown", { title: "Fit" })).status).toBe(404);
    for (const title of ["Colour", "colour"]) {
      const { status, body } = await add(shirt.id, { title });
      expect(status).toBe(422);
      expect(body).toEqual({
        code: "invalid_request_error",
        type: "duplicate_error",
        message: `An option with the title: ${title} already exists`,
      });
    }
    expect(await rowCounts(shop)).toEqual(before);
  });

  it("makes one of two of the same title at once", async () => {
    const { id } = await aProduct(shop);
    const add = () => shop.admin.post(optionsOf(id), { title: "Size" });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await shownProduct(shop, id)).options).toHaveLength(1);
  });
});

describe("renaming an option", () => {
  it("keeps its values", async () => {
    const shirt = await aShirt(shop);
    const [size] = shirt.options;
    const { body } = await shop.admin.post(`${optionsOf(shirt.id)}/${size!.id}`, { title: "Width" });
    expect(body.product.options[0]).toMatchObject({ id: size!.id, title: "Width" });
    expect(body.product.options[0].values).toHaveLength(2);
    const same = await shop.admin.post(`${optionsOf(shirt.id)}/${size!.id}`, { title: "width" });
    expect(same.body.product.options[0].title).toBe("width");
  });

  it("is refused with a title that is taken, and for options that the product does not have", async () => {
    const [shirt, other] = [await aShirt(shop), await aShirt(shop)];
    const rename = (product: string, option: string, title: unknown) =>
      shop.admin.post(`${optionsOf(product)}/${option}`, { title });
    const id = shirt.options[0]!.id;
    for (const title of ["Colour", "COLOUR"]) {
      const { status, body } = await rename(shirt.id, id, title);
      expect(status).toBe(404);
      expect(body).toEqual({
        type: "not_found",
        message: `An option with the title: ${title} already exists`,
      });
    }
    expect((await rename(shirt.id, id, 5)).status).toBe(400);
    expect((await rename(shirt.id, other.options[0]!.id, "Fit")).status).toBe(404);
    expect((await rename("prod_unknown", id, "Fit")).status).toBe(404);
    expect(await shownProduct(shop, shirt.id)).toEqual(shirt);
    expect(await shownProduct(shop, other.id)).toEqual(other);
  });
});

describe("deleting an option", () => {
  it("takes its values along where variants do not differ in it", async () => {
    const shirt = await aShirt(shop);
    const colour = shirt.options[1]!;
    const { status, body } = await shop.admin.delete(`${optionsOf(shirt.id)}/${colour.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ option_id: colour.id, object: "option", deleted: true });
    expect(body.product.options).toHaveLength(1);
    expect(body.product.variants[0].options).toHaveLength(1);
    expect(body.product.variants[0].prices).toMatchObject([{ amount: 1000 }]);
    expect(body.product.variants[0]).not.toHaveProperty("calculated_price");
    const again = await shop.admin.delete(`${optionsOf(shirt.id)}/${colour.id}`);
    expect(again.body).toEqual(body);
  });

  it("frees its title", async () => {
    const { id, options } = await aProduct(shop, { options: [{ title: "Size" }] });
    await shop.admin.delete(`${optionsOf(id)}/${options[0]!.id}`);
    expect((await shop.admin.post(optionsOf(id), { title: "Size" })).status).toBe(200);
  });

  it("is refused where variants would become the same", async () => {
    const shirt = await aShirt(shop);
    const { status, body } = await shop.admin.delete(`${optionsOf(shirt.id)}/${shirt.options[0]!.id}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(await shownProduct(shop, shirt.id)).toEqual(shirt);
    expect((await shop.admin.delete(`${optionsOf("prod_unknown")}/${shirt.options[0]!.id}`)).status).toBe(
      404,
    );
  });

  it("does not meet a new variant that would need it", async () => {
    const { id, options } = await aProduct(shop, { options: [{ title: "Size" }] });
    const variant = { title: "S", prices: [usd(1)], options: [{ option_id: options[0]!.id, value: "S" }] };
    await Promise.all([
      shop.admin.delete(`${optionsOf(id)}/${options[0]!.id}`),
      shop.admin.post(`/admin/products/${id}/variants`, variant),
    ]);
    const product = await shownProduct(shop, id);
    for (const { options: values } of product.variants) expect(values).toHaveLength(product.options.length);
  });
});
