import { cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate } from "../../src/db/migrations/migrate.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";

const FILE = "0015_private_tokens.sql";
const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6Il8tMSJ9.S-ig_nature";

let url: string;
let drop: () => Promise<void>;
let folder: string;

/** A shop from before tokens left the event log. */
beforeEach(async () => {
  ({ url, drop } = await freshDatabase({ empty: true }));
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp(fileURLToPath(new URL("../../migrations", import.meta.url)), folder, { recursive: true });
  for (const file of await readdir(folder)) if (/^\d/.test(file) && file >= FILE) await hide(file);
  await migrate({ connectionString: url }, folder);
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const hide = (file: string) => rename(join(folder, file), join(folder, `${file}.later`));
const upgrade = async () => {
  await rename(join(folder, `${FILE}.later`), join(folder, FILE));
  await migrate({ connectionString: url }, folder);
};
const query = (text: string) => queryRows<Record<string, unknown>>(url, text);

it("an upgrade removes tokens from what is stored, and keeps the rest", async () => {
  await query(`
    insert into tradewind.event (id, name, entity_id, data, user_id) values
      ('evt_1', 'customer.password_reset', 'cus_1', '{"id": "cus_1", "token": "${TOKEN}"}', null),
      ('evt_2', 'invite.created', 'invite_1', '{"id": "invite_1", "token": "${TOKEN}"}', null),
      ('evt_3', 'plugin.event', null, '{"token": "of the plugin"}', null),
      ('evt_4', 'webhook.created', 'whk_1', '{"id": "whk_1"}', 'usr_1'),
      ('evt_5', 'webhook.updated', 'whk_1', '{"id": "whk_1", "fields": ["url"]}', 'usr_2'),
      ('evt_6', 'webhook.updated', 'whk_1', '{"id": "whk_1", "fields": ["description"]}', 'usr_3');
    insert into tradewind.webhook (id, url, events) values ('whk_1', 'https://a.example', '{*}'), ('whk_2', 'https://b.example', '{*}');
    insert into tradewind.webhook_delivery (id, webhook_id, event_seq, event_id, event_name, give_up_at, response_body)
      select 'whd_' || id, 'whk_1', seq, id, name, now(), 'echo ${TOKEN}' from tradewind.event where id in ('evt_1', 'evt_4');
    insert into tradewind.event_parked (subscriber, entity, tx, seq, attempts, next_try_at, last_error)
      select 'mails', 'cus_1', tx, seq, 1, now(), 'failed with ${TOKEN}' from tradewind.event where id = 'evt_1';
    insert into notification (id, event_name, resource_type, resource_id, "to", data, parent_id) values
      ('noti_1', 'customer.password_reset', 'customer', 'cus_1', 'a@example.com',
        '{"text": "https://a.example/reset?token=${TOKEN}\\nBye", "event_id": "evt_1"}', null),
      ('noti_2', 'customer.password_reset', 'customer', 'cus_1', 'a@example.com', '{"text": "${TOKEN}"}', 'noti_1'),
      ('noti_v1', 'customer.password_reset', 'customer', 'cus_1', 'a@example.com', '{"token": "${TOKEN}"}', null);
    insert into "user" (id, email, api_token) values ('usr_1', 'a@example.com', 'a token'), ('usr_2', 'b@example.com', null)`);
  await upgrade();
  expect(await query("select data from tradewind.event order by id limit 3")).toEqual([
    { data: { id: "cus_1" } },
    { data: { id: "invite_1" } },
    { data: { token: "of the plugin" } },
  ]);
  expect(await query("select id, author_id from tradewind.webhook order by id")).toEqual([
    { id: "whk_1", author_id: "usr_2" },
    { id: "whk_2", author_id: null },
  ]);
  expect(await query("select response_body as body from tradewind.webhook_delivery order by id")).toEqual([
    { body: null },
    { body: `echo ${TOKEN}` },
  ]);
  expect(await query("select last_error from tradewind.event_parked")).toEqual([{ last_error: null }]);
  expect(await query("select id, data from notification order by id")).toEqual([
    { id: "noti_1", data: { text: "https://a.example/reset?token=[private:token]\nBye", event_id: "evt_1" } },
    { id: "noti_2", data: { text: "[private:token]" } },
    { id: "noti_v1", data: { token: TOKEN } },
  ]);
  expect(await query(`select id, api_token from "user" order by id`)).toEqual([
    { id: "usr_1", api_token: "sha256:e3316e2bafebb6103a3418e8778c0adc960d40213a03a7e7f4fcd3426ed807bf" },
    { id: "usr_2", api_token: null },
  ]);
});

it("an upgrade beside v1 leaves API tokens as v1 compares them", async () => {
  await query(`create schema tradewind_adoption; create table tradewind_adoption.state (begun_at timestamptz, backfilled_at timestamptz);
    insert into "user" (id, email, api_token) values ('usr_1', 'a@example.com', 'a token')`);
  await upgrade();
  expect(await query(`select api_token from "user"`)).toEqual([{ api_token: "a token" }]);
});
