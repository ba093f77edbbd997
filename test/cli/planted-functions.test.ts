import { afterEach, beforeEach, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type OtherRole, otherRole } from "../support/postgres/other-role.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind } from "../support/servers/process.ts";
import { environmentOn } from "../support/servers/servers.ts";

let database: TestDatabase;
let mallory: OtherRole;

beforeEach(async () => {
  database = await freshDatabase();
  mallory = await otherRole(database.url);
  await queryRows(
    database.url,
    `grant create on schema public to ${mallory.name}; create table public.stolen (by text); grant insert on stolen to public`,
  );
});
afterEach(async () => {
  await mallory.drop();
  await database.drop();
});

const run = (...words: string[]) => runTradewind(words, environmentOn(database.url));

it("a function that another role has put in place of PostgreSQL's own is never called", async () => {
  // Emails are varchar: without the check a statement about users calls it with the rights of the shop. The check itself formats names.
  await mallory.run(`create function public.lower(varchar) returns text language plpgsql as
    'begin insert into public.stolen values (current_user); return pg_catalog.lower($1::text); end';
    create function public.format(text, name, name) returns text language plpgsql as
    'begin insert into public.stolen values (current_user); return $2; end'`);
  for (const words of [["start"], ["migrate"], ["user", "list"]]) {
    const { code, output } = await run(...words);
    expect(output).toContain(`function public.lower(character varying) of the role ${mallory.name}`);
    expect(code).toBe(1);
  }
  expect(await queryRows(database.url, "select * from stolen")).toEqual([]);
  expect(await queryRows(database.url, `select * from "user"`)).toEqual([]);
});

it("the doctor names the roles that could", async () => {
  const { output } = await run("doctor");
  expect(output).toMatch(new RegExp(`^note {2}Other roles \\(${mallory.name}\\) may create functions`, "m"));
  expect(output).toContain("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
});
