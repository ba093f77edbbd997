import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adoptionTarget } from "../../scripts/adoption-target.ts";
import { completeExamples } from "../../scripts/complete-examples.ts";
import { configurationDoc } from "../../scripts/configuration-doc.ts";
import { formFields } from "../../scripts/form-fields.ts";
import { schemaObjects } from "../../scripts/schema-objects.ts";
import { recordStatements } from "../../scripts/statements/record-statements.ts";
import { tableTypes, viewTypes } from "../../scripts/table-types.ts";
import { describeApi } from "../../src/cli/commands/openapi.ts";
import { entities } from "../../src/modules.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const advice = "is out of date: run npm run generate";

describe("generated files", () => {
  it("docs/openapi.json describes the API as it is", async () => {
    expect(await describeApi(), advice).toBe(file("docs/openapi.json"));
  });

  it("reference/examples.json has the columns that were described after it was recorded", async () => {
    const recorded = file("reference/examples.json");
    expect(completeExamples(recorded, await describeApi()), advice).toBe(recorded);
  });

  it("docs/configuration.md lists the settings as they are", () => {
    expect(configurationDoc(), advice).toBe(file("docs/configuration.md"));
  });

  it("dashboard/src/generated/form-fields.ts has the fields that the descriptions have for forms", () => {
    expect(formFields(entities), advice).toBe(file("dashboard/src/generated/form-fields.ts"));
  });

  it("src/db/tables.ts has the types of the migrated schema", async () => {
    const database = await freshDatabase();
    expect(await tableTypes(database.url), advice).toBe(file("src/db/tables.ts"));
    expect(await viewTypes(database.url), advice).toBe(file("src/plugins/ports/shop-views.ts"));
    await database.drop();
  });

  it("generated/statements has what the main requests send to the database", async () => {
    const database = await freshDatabase();
    const recorded = await recordStatements(database.url);
    await database.drop();
    const folder = new URL("../../generated/statements/", import.meta.url);
    const found = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
    expect(
      found.map(([name]) => name),
      advice,
    ).toEqual([...recorded.keys()].sort());
    expect(Object.fromEntries(found), advice).toEqual(Object.fromEntries(recorded));
  });

  it("migrations/schema-objects.json has the constraints, indexes and triggers of the migrated schema", async () => {
    const database = await freshDatabase();
    expect(await schemaObjects(database.url), advice).toBe(file("migrations/schema-objects.json"));
    await database.drop();
  });

  it("migrations/catalogue.json is what a database of v1 is to become", async () => {
    const [v1, complete] = [await freshDatabase({ empty: true }), await freshDatabase({ empty: true })];
    expect(await adoptionTarget(v1.url, complete.url), advice).toBe(file("migrations/catalogue.json"));
    await Promise.all([v1.drop(), complete.drop()]);
  });
});
