import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { creatorsProblem, plantedProblem, publicSchemaOf } from "../../src/db/schema/public-schema.ts";
import { readInCatalogue } from "../../src/db/schema/search-path.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type OtherRole, otherRole } from "../support/postgres/other-role.ts";
import { queryRows } from "../support/postgres/query-rows.ts";

let database: TestDatabase;
let mallory: OtherRole;

beforeEach(async () => {
  database = await freshDatabase({ empty: true });
  mallory = await otherRole(database.url);
});
afterEach(async () => {
  await mallory.drop();
  await database.drop();
});

const on = (text: string) => queryRows<Record<string, unknown>>(database.url, text);

async function schema() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await readInCatalogue(client, publicSchemaOf);
  } finally {
    await client.end();
  }
}

describe("the schema public", () => {
  it("of a new database is closed to others", async () => {
    expect(await schema()).toEqual({ planted: [], creators: [] });
  });

  it("names the roles that may create there", async () => {
    await on(`grant create on schema public to ${mallory.name}`);
    const found = await schema();
    expect(found).toEqual({ planted: [], creators: [mallory.name] });
    expect(creatorsProblem(found)).toEqual({
      text: expect.stringContaining(
        `Other roles (${mallory.name}) may create functions in the schema public`,
      ),
      remedy: `The owner of the schema ends that: REVOKE CREATE ON SCHEMA public FROM PUBLIC, "${mallory.name}";`,
    });
  });

  it("names what they have planted in place of PostgreSQL's own, and nothing else", async () => {
    await on(`grant create on schema public to ${mallory.name}; create extension pg_trgm;
      create function public.upper(varchar) returns text language sql as 'select $1::text'`);
    await mallory.run(`create function public.lower(varchar) returns text language sql as 'select $1::text';
      create function public.points(varchar) returns text language sql as 'select $1::text';
      create function public.same(varchar, text) returns boolean language sql as 'select true';
      create operator public.= (leftarg = varchar, rightarg = text, function = public.same)`);
    const found = await schema();
    expect(found.planted).toEqual([
      { name: "function public.lower(character varying)", owner: mallory.name },
      { name: "operator public.=(character varying,text)", owner: mallory.name },
    ]);
    expect(plantedProblem(found)).toContain(
      `function public.lower(character varying) of the role ${mallory.name}`,
    );
  });
});
