import { expect } from "vitest";
import { Client } from "../support/clients/client.ts";
import { StreamClient } from "../support/clients/event-stream.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { environmentOn, urlOf } from "../support/servers/servers.ts";

let programs: Program[] = [];
let urls: string[] = [];
let drop: () => Promise<void>;
const it = withSetup(
  async () => {
    const database = await freshDatabase();
    drop = database.drop;
    programs = [1, 2].map(() => tradewind(["start"], environmentOn(database.url)));
    urls = await Promise.all(programs.map(urlOf));
  },
  async () => {
    for (const program of programs) program.process.kill("SIGTERM");
    await Promise.all(programs.map(({ ended }) => ended));
    await drop();
  },
);

it("a stream goes on at another process when its own is killed, without a gap or a repetition", async () => {
  const admin = new Client(urls[1]!);
  await admin.post("/admin/auth", ADMIN);
  const cookie = `connect.sid=${admin.cookie("connect.sid")}`;
  const openAt = (url: string, headers: Record<string, string> = {}) =>
    new StreamClient(`${url}/admin/events/stream?name=customer-group.*`, { cookie, ...headers });
  const made: string[] = [];
  const make = async () => {
    const { body } = await admin.post("/admin/customer-groups", { name: `Group ${made.length}` });
    made.push(body.customer_group.id);
  };
  const ids = (client: StreamClient) => client.events.map(({ entity_id }) => entity_id);

  const first = await openAt(urls[0]!).ready();
  for (let count = 0; count < 10; count++) await make();
  await first.until((client) => ids(client).length >= 3);
  programs[0]!.process.kill("SIGKILL");
  for (let count = 0; count < 10; count++) await make();
  await first.ended();

  const second = openAt(urls[1]!, { "last-event-id": first.lastId! });
  await make();
  await second.until((client) => ids(client).at(-1) === made.at(-1));
  expect([...ids(first), ...ids(second)]).toEqual(made);
  second.close();
});
