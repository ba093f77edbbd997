import { expect, test } from "vitest";
import { writtenTables } from "./written-tables.ts";

test("a statement writes to the tables it inserts into, updates or deletes from", () => {
  expect(
    writtenTables(`with gone as (delete from shipping_method where id = $1),
      told as (insert into tradewind.event (id) values ($2))
      update "order" set updated_at = now()`),
  ).toEqual([
    "shipping_method",
    "rows of shipping_method",
    "tradewind.event",
    "rows of tradewind.event",
    "order",
  ]);
});

test("locks and conflicts are not writes of their own", () => {
  expect(writtenTables("select 1 from cart for no key update")).toEqual([]);
  expect(writtenTables("select 1 from cart for update skip locked")).toEqual([]);
  expect(writtenTables("select 1 from cart for update of cart")).toEqual([]);
  expect(
    writtenTables("insert into address (id) values ($1) on conflict (id) do update set city = $2"),
  ).toEqual(["address", "rows of address"]);
});
