import { describe, expect } from "vitest";
import { fieldOf } from "../../src/graph/custom-fields/declaration.ts";
import { DeclaredFields } from "../../src/graph/custom-fields/declared-fields.ts";
import { followIndexes } from "../../src/modules/platform/custom-fields/field-index-store.ts";
import { removePluginData } from "../../src/plugins/stored/remove-plugin-data.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const withField = () =>
  new DeclaredFields(shop.db, [
    fieldOf("product", "wool", { declaration: { type: "text", filter: true }, plugin: "sheep" }),
  ]);
const withoutField = () => new DeclaredFields(shop.db);

const indexes = async () => {
  const rows = await shop.db.run<{ on: string }>({
    text: `select indexdef as on from pg_indexes where schemaname = 'public' and indexname ^@ 'custom_field_'`,
    values: [],
  });
  return rows.filter(({ on }) => on.includes("wool")).length;
};

describe("the index of a field of a plugin", () => {
  it("stays while a process without the plugin looks after indexes", async () => {
    await followIndexes(shop.db, withField(), ["sheep"]);
    expect(await indexes()).toBe(1);
    await followIndexes(shop.db, withoutField(), []);
    expect(await indexes()).toBe(1);
  });

  it("goes when the plugin does not declare the field any more", async () => {
    await followIndexes(shop.db, withoutField(), ["sheep"]);
    expect(await indexes()).toBe(0);
  });

  it("goes with the data of a plugin that was taken out", async () => {
    await followIndexes(shop.db, withField(), ["sheep"]);
    await removePluginData({ connectionString: shop.databaseUrl }, "goat");
    expect(await indexes()).toBe(1);
    await removePluginData({ connectionString: shop.databaseUrl }, "sheep");
    expect(await indexes()).toBe(0);
  });
});
