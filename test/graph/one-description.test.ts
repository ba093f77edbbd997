import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { bundles } from "../../scripts/bundles.mjs";
import type { Client } from "../support/clients/client.ts";
import { aLine, csv, imported } from "../support/factories/batch-imports.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import type { TestShop } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, faultsOf, urlOf } from "../support/servers/servers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** All that a new column of a product and one of a variant need on the server: a migration and a line of their descriptions. */
const migration = `
  alter table product add column test_remark text;
  alter table product_variant add column test_pieces integer;`;
const ofProduct = `test_remark: writable(text.nullable, { maxLength: 20, csv: "Test Remark" }),`;
const ofVariant = `test_pieces: writable(integer.nullable, { minimum: 1, maximum: 99, csv: "Test Pieces" }),`;

const described = (source: string, entity: string, line: string) =>
  source.replace(`name: "${entity}",\n  columns: {\n    ...softDeletedColumns,`, `$&\n    ${line}`);

/** A copy of the server with the two columns, built. */
async function changedCopy(folder: string): Promise<string> {
  for (const name of ["src", "migrations", "reference", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "migrations/9999_two_columns.sql"), migration);
  const description = join(folder, "src/modules/catalogue/products/products-graph.ts");
  const source = readFileSync(description, "utf8");
  const withColumns = described(described(source, "product", ofProduct), "product_variant", ofVariant);
  expect(withColumns.length).toBe(source.length + ofProduct.length + ofVariant.length + 10);
  writeFileSync(description, withColumns);
  const { outputFiles } = await bundles({ root: folder, outdir: join(folder, "dist"), sourcemap: false });
  mkdirSync(join(folder, "dist"));
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  return join(folder, "dist/main.js");
}

let folder: string;
let database: TestDatabase;
let program: Program;
let admin: Client;
let shop: TestShop;

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-columns-"));
    database = await freshDatabase();
    const environment = { ...environmentOn(database.url), TRADEWIND_DATA_DIR: join(folder, "data") };
    program = tradewind(["start"], environment, { program: await changedCopy(folder), cwd: folder });
    const baseUrl = await urlOf(program);
    admin = await adminOf(baseUrl);
    shop = { admin, baseUrl } as TestShop;
  },
  async () => {
    program?.process.kill("SIGTERM");
    await program?.ended;
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
    expect(program ? faultsOf(program) : []).toEqual([]);
  },
);

let made = 0;
const aProduct = async (fields: Record<string, unknown> = {}, ofItsVariant: Record<string, unknown> = {}) => {
  const variants = [{ title: "One", prices: [], ...ofItsVariant }];
  const { status, body } = await admin.post("/admin/products", {
    title: "Jersey",
    handle: `jersey-${++made}`,
    variants,
    ...fields,
  });
  if (status !== 200) throw new Error(body.message);
  return body.product;
};

const stored = async (id: string) => (await admin.get(`/admin/products/${id}`)).body.product;

it("a described column is created, shown, selected and sorted by", async () => {
  const { id, variants } = await aProduct({ test_remark: "Wash cold" }, { test_pieces: 12 });
  expect(await stored(id)).toMatchObject({
    test_remark: "Wash cold",
    variants: [{ test_pieces: 12 }],
  });
  const listed = await admin.get(`/admin/products?id=${id}&fields=test_remark&order=test_remark`);
  expect(listed.body.products).toMatchObject([{ id, test_remark: "Wash cold" }]);
  const listedVariants = await admin.get(`/admin/variants?id=${variants[0].id}`);
  expect(listedVariants.body.variants).toMatchObject([{ test_pieces: 12 }]);
  const { body } = await admin.get(`/store/products/${id}`);
  expect(body.product.test_remark).toBe("Wash cold");
});

it("a new row has null in a described column that is not sent", async () => {
  const { id } = await aProduct();
  expect(await stored(id)).toMatchObject({ test_remark: null, variants: [{ test_pieces: null }] });
});

it("a described column is changed, cleared and left alone, and the audit log has both values", async () => {
  const { id, variants } = await aProduct({ test_remark: "Wash cold" }, { test_pieces: 12 });
  await admin.post(`/admin/products/${id}`, { test_remark: "Wash warm" });
  await admin.post(`/admin/products/${id}/variants/${variants[0].id}`, { test_pieces: 24 });
  await admin.post(`/admin/products/${id}`, { title: "Another title" });
  expect(await stored(id)).toMatchObject({
    test_remark: "Wash warm",
    variants: [{ test_pieces: 24 }],
  });
  await admin.post(`/admin/products/${id}`, { test_remark: null });
  expect((await stored(id)).test_remark).toBeNull();
  const { body } = await admin.get(`/admin/audit-log?path=/admin/products/${id}`);
  expect(body.entries.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual(
    expect.arrayContaining([[{ test_remark: "Wash cold" }, { test_remark: "Wash warm" }]]),
  );
});

it("a value beyond the described limits is refused, and nothing changes", async () => {
  const { id, variants } = await aProduct({ test_remark: "Wash cold" }, { test_pieces: 12 });
  const long = await admin.post(`/admin/products/${id}`, { test_remark: "x".repeat(21) });
  expect(long).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("test_remark") },
  });
  for (const test_pieces of [0, 100]) {
    const refused = await admin.post(`/admin/products/${id}/variants/${variants[0].id}`, { test_pieces });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("test_pieces") } });
  }
  expect(await stored(id)).toMatchObject({
    test_remark: "Wash cold",
    variants: [{ test_pieces: 12 }],
  });
});

it("a described column is exported, and imported again", async () => {
  const { id } = await aProduct({ test_remark: "Wash cold" }, { test_pieces: 12, sku: "box-1" });
  const { lines } = await exported(shop, "product-export", { filterable_fields: { id } });
  expect(lines).toMatchObject([{ "Product Test Remark": "Wash cold", "Variant Test Pieces": "12" }]);
  const changed = lines.map((line) => ({ ...line, "Product Test Remark": "Wash warm" }));
  const created = aLine("new-one", { "Product Test Remark": "Iron", "Variant Test Pieces": 6 });
  expect((await imported(shop, csv(changed))).status).toBe("completed");
  expect((await imported(shop, csv([created]))).status).toBe("completed");
  expect((await stored(id)).test_remark).toBe("Wash warm");
  const { body } = await admin.get("/admin/products?handle=new-one");
  expect(body.products).toMatchObject([{ test_remark: "Iron", variants: [{ test_pieces: 6 }] }]);
});

it("an import refuses a cell beyond the described limits, and leaves the product alone", async () => {
  const { id, handle } = await aProduct({ handle: "limited", test_remark: "Wash cold" });
  const line = { "Product Handle": handle, "Product Test Remark": "x".repeat(21) };
  const { result } = await imported(shop, csv([line]));
  expect(JSON.stringify(result.errors)).toContain("Product Test Remark must not have more than 20");
  expect((await stored(id)).test_remark).toBe("Wash cold");
});

it("the API reference has a described column in bodies and answers", async () => {
  const { body } = await admin.get("/openapi.json");
  const json = (path: string) => body.paths[path].post.requestBody.content["application/json"].schema;
  expect(json("/admin/products").properties.test_remark).toEqual({
    type: ["string", "null"],
    maxLength: 20,
  });
  expect(json("/admin/products/{id}/variants/{variant_id}").properties.test_pieces.minimum).toBe(1);
  expect(body.components.schemas.Product.properties.test_remark.type).toEqual(["string", "null"]);
});
