import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { differencesOf } from "../../dashboard/src/areas/platform/audit/difference.ts";
import { EVENT_NAMES } from "../../dashboard/src/areas/platform/events/event-names.ts";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

let receiver: Receiver;

const { it, dashboard } = withDashboard({
  TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
  // A failed delivery waits to be sent again.
  TRADEWIND_WEBHOOK_RETRY_PAUSE: "3600000",
});
it.beforeAll(async () => {
  receiver = await openReceiver();
});
it.afterAll(() => receiver.close());

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  dashboard.db.run<Row>({ text, values });

const aCollection = async (title: string) =>
  (await dashboard.api.post("/admin/collections", { title })).body.collection.id as string;

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

describe("webhooks", () => {
  it("are created with a secret that is shown once, tested, delivered again, replayed and deleted", async () => {
    const page = await dashboard.open("/system/webhooks");
    await page.getByText("No webhooks yet.").waitFor();

    await page.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose at least one event").waitFor();
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByLabel("Events").fill("product-collection.*");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Description").fill("The warehouse");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    const secret = await page.getByText(/^whsec_/).textContent();
    const [stored] = await rows<{ id: string; secret: string }>(
      "select webhook_id as id, secret from tradewind.webhook_secret",
    );
    expect(stored!.secret).toBe(secret);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await heading(page, receiver.url);
    expect(await page.getByText(secret!).count()).toBe(0);

    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The test was delivered").waitFor();
    expect(receiver.names()).toEqual(["webhook.ping"]);

    receiver.react = () => 500;
    const id = await aCollection("Rope");
    await page.getByRole("cell", { name: "Will be tried again" }).waitFor();
    receiver.react = () => 200;
    await page.getByRole("button", { name: "product-collection.created" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("group", { name: "Payload" }).getByText(id).waitFor();
    await drawer.getByText("500", { exact: true }).waitFor();
    await checkAccessibility(page);
    await drawer.getByRole("button", { name: "Deliver again" }).click();
    await drawer.getByText("Delivered", { exact: true }).first().waitFor();
    const [delivery] = await rows("select status, attempts, response_status from tradewind.webhook_delivery");
    expect(delivery).toMatchObject({ status: "delivered", response_status: 200 });

    receiver.received.length = 0;
    await drawer.getByRole("button", { name: "Replay from this event on" }).click();
    await until(() => receiver.received.length > 0);
    expect(receiver.received[0]!.event.data).toEqual({ id });
    await page.keyboard.press("Escape");
    await page.getByText("2 deliveries").waitFor();

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete webhook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
    await page.getByText("No webhooks yet.").waitFor();
    expect(await rows("select from tradewind.webhook")).toEqual([]);
  });

  it("can be asked for every event that the server announces", { tags: ["short"] }, () => {
    const sources = readdirSync("src/modules", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join("src/modules", path), "utf8"));
    const announced = sources.flatMap((source) =>
      [...source.matchAll(/announce\(\s*tx,\s*"([a-z_.-]+)"/g)].map(([, name]) => name!),
    );
    expect(announced.length).toBeGreaterThan(80);
    expect(announced.filter((name) => !EVENT_NAMES.includes(name))).toEqual([]);
  });
});

describe("the event log", () => {
  it("shows events as they happen, by name and by object, with their payload", async () => {
    const page = await dashboard.open("/system/events?name=product-collection.*");
    await heading(page, "Event log");
    const id = await aCollection("Sails");
    await page
      .getByRole("row")
      .filter({ hasText: id.slice(-5) })
      .waitFor();
    await page.getByLabel("Id of the object").fill("nothing");
    await page.getByText("No event matches these filters.").waitFor();
    await page.getByLabel("Id of the object").fill(id);
    await page.getByText("1 event", { exact: true }).waitFor();
    await page.getByRole("button", { name: "product-collection.created" }).click();
    await page.getByRole("dialog").getByRole("group", { name: "Payload" }).getByText(id).waitFor();
    await page.reload();
    await page.getByRole("dialog").getByRole("group", { name: "Payload" }).getByText(id).waitFor();
  });
});

describe("the audit log", () => {
  it("shows who changed what, and what was there before and after", { tags: ["short"] }, async () => {
    const { body } = await dashboard.api.post("/admin/roles", {
      name: "Packing",
      permissions: ["orders:read", "stock:read"],
    });
    await dashboard.api.post(`/admin/roles/${body.role.id}`, {
      name: "Packers",
      permissions: ["orders:read", "fulfillments:write"],
    });
    const page = await dashboard.open("/system/audit");
    await heading(page, "Audit log");
    await page.getByRole("combobox", { name: "About" }).fill("Roles");
    await page.getByRole("option", { name: "Roles" }).click();
    await page.getByText("2 entries", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Roles" }).first().click();
    const table = page.getByRole("dialog").getByRole("table", { name: "Before and after" });
    const cells = async (row: number) => table.getByRole("row").nth(row).getByRole("cell").allTextContents();
    await table.getByRole("rowheader", { name: "name" }).waitFor();
    expect(await cells(1)).toEqual(["Packing", "Packers"]);
    expect(await cells(2)).toEqual(["stock:read", "fulfillments:write"]);
    await checkAccessibility(page);
  });

  it("compares records field by field, and lists by what was taken out and put in", {
    tags: ["short"],
  }, () => {
    const before = { name: "A", tags: ["x", "y"], address: { city: "Kiel", zip: "1" }, same: [1] };
    const after = {
      name: "B",
      tags: ["y", "z"],
      address: { city: "Bremen", zip: "1" },
      same: [1],
      note: "new",
    };
    expect(differencesOf(before, after)).toEqual([
      { field: "name", before: "A", after: "B" },
      { field: "tags", before: ["x"], after: ["z"] },
      { field: "address.city", before: "Kiel", after: "Bremen" },
      { field: "note", before: undefined, after: "new" },
    ]);
    expect(differencesOf(null, { name: "A" })).toEqual([{ field: "name", before: undefined, after: "A" }]);
    expect(differencesOf({ list: [1, 2] }, { list: [2, 1] })).toHaveLength(1);
    expect(differencesOf(before, before)).toEqual([]);
  });
});

describe("jobs", () => {
  it("that failed too often are shown with their error, and run again", { tags: ["short"] }, async () => {
    // No process knows the task, so no worker takes it while the test looks at it.
    await rows(`select graphile_worker.add_job('weigh-anchor', '{}', max_attempts => 1)`);
    await rows(`update graphile_worker._private_jobs set attempts = 1, last_error = 'the chain is stuck'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'weigh-anchor')`);
    const page = await dashboard.open("/system/jobs?state=dead");
    await page.getByText("the chain is stuck").waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: /^Try again weigh-anchor/ }).click();
    await page.getByText("No job matches these filters.").waitFor();
    const [job] = await rows<{ attempts: number }>(
      "select attempts from graphile_worker.jobs where task_identifier = 'weigh-anchor'",
    );
    expect(job!.attempts).toBe(0);
  });
});

describe("jobs of plugins", () => {
  it("show what they are about, and can be deleted; schedules show their runs", async () => {
    const payload = { customer: "cus_1", token: "very secret" };
    await rows(
      "select graphile_worker.add_job('plugin:points:expire', $1::json, run_at => now() + interval '1 day')",
      [JSON.stringify(payload)],
    );
    const page = await dashboard.open("/system/jobs?state=scheduled&task=plugin:points:expire");
    await page
      .getByText('{"token":"…","customer":"cus_1"}')
      .or(page.getByText('{"customer":"cus_1","token":"…"}'))
      .waitFor();
    await page.getByRole("table", { name: "Schedules" }).getByRole("row").nth(1).waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: /^Delete plugin:points:expire/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No job matches these filters.").waitFor();
    expect(
      await rows("select from graphile_worker.jobs where task_identifier = 'plugin:points:expire'"),
    ).toEqual([]);
  });
});

describe("health", () => {
  it("says what works, and leads to what does not", async () => {
    await rows("select graphile_worker.add_job('drop-anchor', '{}', max_attempts => 1)");
    await rows(`update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'drop-anchor')`);
    const page = await dashboard.open("/system/health");
    await page.getByText(/PostgreSQL \d+/).waitFor();
    await checkAccessibility(page);
    await page.getByRole("link", { name: "1 job failed too often." }).click();
    await page.getByText("drop-anchor", { exact: true }).waitFor();
  });

  it("is hidden from those who may only read events", { tags: ["short"] }, async () => {
    const reader = { email: "reader@example.com", password: "harbour lights 42" };
    const { body: made } = await dashboard.api.post("/admin/users", reader);
    const { body } = await dashboard.api.post("/admin/roles", {
      name: "Reader",
      permissions: ["events:read"],
    });
    await dashboard.api.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
    const page = await dashboard.open("/system", { as: reader });
    await heading(page, "Event log");
    const links = page.getByRole("navigation", { name: "System" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(["Event log"]);
  });
});
