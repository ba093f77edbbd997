import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { aJob, anotherAdmin, queued, shownJob } from "../support/factories/batch-jobs.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let other: Client;

const { it, shop } = withShop();
it.beforeAll(async () => {
  other = await anotherAdmin(shop);
});
it.beforeEach(async () => {
  await shop.db.run({ text: "delete from batch_job", values: [] });
  await shop.db.run({ text: "delete from graphile_worker._private_jobs", values: [] });
  await shop.db.run({ text: "delete from tradewind.event", values: [] });
});

const post = (body: unknown, client = shop.admin) => client.post("/admin/batch-jobs", body);
const counts = async () =>
  (
    await shop.db.run<Record<string, number>>({
      text: `select (select count(*) from batch_job) as jobs, (select count(*) from tradewind.event) as events,
        (select count(*) from graphile_worker.jobs) as queued`,
      values: [],
    })
  )[0];

const MOMENTS = [
  "pre_processed_at",
  "confirmed_at",
  "processing_at",
  "completed_at",
  "canceled_at",
  "failed_at",
] as const;

/** A job to which these things have happened. */
async function aJobWith(...moments: string[]): Promise<string> {
  const { id } = await aJob(shop, "product-export", {}, true);
  const set = moments.map((moment) => `${moment} = now()`).join(", ");
  if (set) await shop.db.run({ text: `update batch_job set ${set} where id = $1`, values: [id] });
  return id;
}

const ways: Record<string, string[]> = {
  created: [],
  pre_processed: ["pre_processed_at"],
  confirmed: ["pre_processed_at", "confirmed_at"],
  processing: ["pre_processed_at", "confirmed_at", "processing_at"],
  completed: ["pre_processed_at", "confirmed_at", "processing_at", "completed_at"],
  canceled: ["canceled_at"],
  failed: ["failed_at"],
};

describe("creating a job", () => {
  it("answers with the job, puts its preparation into the queue and announces it, all together", async () => {
    const { status, body } = await post({
      type: "product-export",
      context: { order: "title", note: "mine" },
    });
    expect(status).toBe(201);
    const job = body.batch_job;
    expect(job).toEqual({
      id: expect.stringMatching(/^batch_[0-9A-Z]{26}$/),
      type: "product-export",
      status: "created",
      created_by: shop.adminId,
      context: {
        note: "mine",
        list_config: {
          skip: 0,
          take: 50,
          order: { title: "ASC" },
          relations: expect.arrayContaining(["variants.prices.region", "categories"]),
        },
      },
      result: null,
      dry_run: false,
      pre_processed_at: null,
      processing_at: null,
      confirmed_at: null,
      completed_at: null,
      canceled_at: null,
      failed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await shownJob(shop, job.id)).toEqual(job);
    expect(await announced(shop.db, "batch.created")).toEqual([{ id: job.id }]);
    expect(await queued(shop)).toEqual([`batch-job-prepare:${job.id}`]);
  });

  it("shows whether it is a dry run, also in lists", async () => {
    const { id } = await aJob(shop, "product-export", {}, true);
    expect((await shownJob(shop, id)).dry_run).toBe(true);
    expect((await shop.admin.get("/admin/batch-jobs")).body.batch_jobs[0].dry_run).toBe(true);
  });

  it("is done once for an Idempotency-Key", async () => {
    const send = () =>
      shop.admin.post(
        "/admin/batch-jobs",
        { type: "product-export", context: {} },
        { headers: { "idempotency-key": "export-once" } },
      );
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await counts()).toEqual({ jobs: 1, events: 1, queued: 1 });
  });

  it.each<[string, unknown, number, string, RegExp]>([
    ["no type", { context: {} }, 400, "invalid_data", /type/],
    ["an empty type", { type: "", context: {} }, 400, "invalid_data", /type/],
    ["no context", { type: "product-export" }, 400, "invalid_data", /context/],
    ["a context that is no object", { type: "product-export", context: "x" }, 400, "invalid_data", /context/],
    ["a context that is a list", { type: "product-export", context: [] }, 400, "invalid_data", /context/],
    [
      "a dry_run that is no boolean",
      { type: "product-export", context: {}, dry_run: "yes" },
      400,
      "invalid_data",
      /dry_run/,
    ],
    ["a type that nobody handles", { type: "teleport", context: {} }, 404, "not_found", /teleport/],
    [
      "a property of every object as its type",
      { type: "constructor", context: {} },
      404,
      "not_found",
      /constructor/,
    ],
    [
      "something unknown",
      { type: "product-export", context: {}, priority: 1 },
      400,
      "invalid_data",
      /priority/,
    ],
    ...[
      ["limit", { limit: -1 }],
      ["limit", { limit: "many" }],
      ["offset", { offset: 0.5 }],
      ["order", { order: "price" }],
      ["order", { order: "metadata" }],
      ["order", { order: "collection.title" }],
      ["order", { order: ["title"], and: 1 }],
      ["fields", { fields: "password_hash" }],
      ["expand", { expand: "secrets" }],
      ["batch_size", { batch_size: 0 }],
      ["batch_size", { batch_size: 3_000_000_000 }],
      ["escape_formulas", { escape_formulas: "perhaps" }],
      ["filterable_fields", { filterable_fields: "x" }],
      ["colour", { filterable_fields: { colour: "red" } }],
      ["limit", { filterable_fields: { limit: 5 } }],
      ["filterable_fields.status", { filterable_fields: { status: ["sold"] } }],
      ["filterable_fields.created_at", { filterable_fields: { created_at: "today" } }],
      ["filterable_fields.created_at.gt", { filterable_fields: { created_at: { gt: "today" } } }],
    ].map(
      ([field, context]) =>
        [
          `an export with ${JSON.stringify(context)}`,
          { type: "product-export", context },
          400,
          "invalid_data",
          new RegExp(String(field)),
        ] as [string, unknown, number, string, RegExp],
    ),
  ])("is refused with %s", async (_, body, status, type, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body.type]).toEqual([status, type]);
    expect(answer.body.message).toMatch(message);
    expect(await counts()).toEqual({ jobs: 0, events: 0, queued: 0 });
  });

  it.each(["product-export", "order-export", "customer-export"])(
    "keeps the filters of a %s as they were sent",
    async (type) => {
      const filterable_fields = { q: "tea", created_at: { gt: "2024-01-01" } };
      const { context } = await aJob(shop, type, { filterable_fields, batch_size: 10 });
      expect(context).toMatchObject({ filterable_fields, batch_size: 10 });
      const { list_config: _, ...others } = context;
      expect(Object.keys(others).sort()).toEqual(["batch_size", "filterable_fields"]);
    },
  );

  it("folds paging, fields and relations into the list_config", async () => {
    const { context } = await aJob(shop, "order-export", {
      limit: 20,
      offset: 5,
      order: "-display_id",
      fields: "display_id,total",
      expand: "customer",
    });
    expect(context).toEqual({
      list_config: {
        skip: 5,
        take: 20,
        order: { display_id: "DESC" },
        select: ["id", "created_at", "display_id", "total"],
        relations: ["customer"],
      },
    });
  });
});

describe("the status of a job", () => {
  it("follows from what happened to it, in answers as everywhere", async () => {
    const { stateOf } = await import("../../src/modules/import-export/batch-jobs/batch-job.ts");
    const { id } = await aJob(shop, "product-export");
    for (let mask = 0; mask < 2 ** MOMENTS.length; mask++) {
      const happened = MOMENTS.map(
        (moment, index) => [moment, mask & (1 << index) ? new Date() : null] as const,
      );
      const set = happened.map(([moment, at]) => `${moment} = ${at ? "now()" : "null"}`).join(", ");
      await shop.db.run({ text: `update batch_job set ${set} where id = $1`, values: [id] });
      const moments = Object.fromEntries(happened) as Parameters<typeof stateOf>[0];
      expect((await shownJob(shop, id)).status).toBe(stateOf(moments));
    }
  });
});

describe("confirming a job", () => {
  it("lets its work begin", async () => {
    const id = await aJobWith("pre_processed_at");
    const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
    expect([status, body.batch_job.status]).toEqual([200, "confirmed"]);
    expect(body.batch_job.confirmed_at).not.toBeNull();
    expect(await announced(shop.db, "batch.confirmed")).toEqual([{ id }]);
    expect(await queued(shop)).toContain(`batch-job-process:${id}`);
  });

  it.each(Object.keys(ways).filter((state) => state !== "pre_processed"))(
    "is refused when the job is %s",
    async (state) => {
      const id = await aJobWith(...ways[state]!);
      const before = await shownJob(shop, id);
      const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
      expect([status, body]).toEqual([
        400,
        {
          type: "not_allowed",
          message: "Cannot confirm processing for a batch job that is not pre processed",
        },
      ]);
      expect(await shownJob(shop, id)).toEqual(before);
      expect(await announced(shop.db, "batch.confirmed")).toEqual([]);
      expect(await queued(shop)).toEqual([`batch-job-prepare:${id}`]);
    },
  );

  it("happens once when several confirm at the same time", async () => {
    const id = await aJobWith("pre_processed_at");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.admin.post(`/admin/batch-jobs/${id}/confirm`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await announced(shop.db, "batch.confirmed")).toEqual([{ id }]);
  });
});

describe("canceling a job", () => {
  it.each(["created", "pre_processed", "confirmed", "processing"])("ends one that is %s", async (state) => {
    const id = await aJobWith(...ways[state]!);
    const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect([status, body.batch_job.status]).toEqual([200, "canceled"]);
    expect(body.batch_job.canceled_at).not.toBeNull();
    expect(await announced(shop.db, "batch.canceled")).toEqual([{ id }]);
  });

  it("can be repeated, and changes nothing then", async () => {
    const id = await aJobWith("canceled_at");
    const before = await shownJob(shop, id);
    const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect([status, body.batch_job.canceled_at]).toEqual([200, before.canceled_at]);
    expect(await announced(shop.db, "batch.canceled")).toEqual([]);
  });

  it("leaves a failed job a failed one", async () => {
    const id = await aJobWith("failed_at");
    const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect([status, body.batch_job.status]).toEqual([200, "failed"]);
    expect(body.batch_job.canceled_at).not.toBeNull();
  });

  it("is refused when the job is completed", async () => {
    const id = await aJobWith(...ways["completed"]!);
    const before = await shownJob(shop, id);
    const { status, body } = await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect([status, body]).toEqual([
      400,
      { type: "not_allowed", message: "Cannot cancel completed batch job" },
    ]);
    expect(await shownJob(shop, id)).toEqual(before);
    expect(await announced(shop.db, "batch.canceled")).toEqual([]);
  });

  it("or confirming it: one of the two comes first", async () => {
    const id = await aJobWith("pre_processed_at");
    const [cancel, confirm] = await Promise.all([
      shop.admin.post(`/admin/batch-jobs/${id}/cancel`),
      shop.admin.post(`/admin/batch-jobs/${id}/confirm`),
    ]);
    expect(cancel.status).toBe(200);
    expect([200, 400]).toContain(confirm.status);
    expect((await shownJob(shop, id)).status).toBe("canceled");
  });
});

describe("jobs of others", () => {
  const routes = [
    ["GET", ""],
    ["POST", "/cancel"],
    ["POST", "/confirm"],
  ] as const;

  it.each(routes)("are refused to %s /admin/batch-jobs/:id%s", async (method, path) => {
    const id = await aJobWith("pre_processed_at");
    const before = await shownJob(shop, id);
    const { status, body } = await other.send(method, `/admin/batch-jobs/${id}${path}`);
    expect([status, body.type]).toEqual([400, "not_allowed"]);
    expect(await shownJob(shop, id)).toEqual(before);
  });

  it.each(routes)("and unknown ones are not found: %s /admin/batch-jobs/:id%s", async (method, path) => {
    const { status, body } = await shop.admin.send(method, `/admin/batch-jobs/batch_unknown${path}`);
    expect([status, body]).toEqual([
      404,
      { type: "not_found", message: "Batch job with id batch_unknown was not found" },
    ]);
  });

  it.each([
    ["GET", "/admin/batch-jobs"],
    ["POST", "/admin/batch-jobs"],
    ...routes.map(([m, p]) => [m, `/admin/batch-jobs/x${p}`]),
  ])("nobody gets in without credentials: %s %s", async (method, path) => {
    expect((await shop.visitor().send(method!, path!)).status).toBe(401);
  });

  it("are only in the list of their creator", async () => {
    const mine = await aJob(shop, "product-export");
    await aJob({ admin: other }, "order-export");
    const { body } = await shop.admin.get(`/admin/batch-jobs`);
    expect([body.count, body.batch_jobs.map(({ id }: { id: string }) => id)]).toEqual([1, [mine.id]]);
  });
});

describe("the list of jobs", () => {
  const list = async (query: string) => {
    const { status, body } = await shop.admin.get(`/admin/batch-jobs?${query}`);
    return { status, ...body, ids: body.batch_jobs?.map(({ id }: { id: string }) => id) };
  };
  const three = async () => [
    (await aJob(shop, "product-export")).id,
    (await aJob(shop, "order-export")).id,
    (await aJob(shop, "customer-export")).id,
  ];

  it("has the newest first, in pages of ten", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push((await aJob(shop, "product-export")).id);
    ids.reverse();
    expect(await list("")).toMatchObject({ count: 12, offset: 0, limit: 10, ids: ids.slice(0, 10) });
    expect(await list("offset=10")).toMatchObject({ count: 12, offset: 10, ids: ids.slice(10) });
  });

  it("is filtered by ids and types", async () => {
    const [first, second, third] = await three();
    expect((await list(`id=${first}`)).ids).toEqual([first]);
    expect((await list(`id[]=${first}`)).ids).toEqual([first]);
    expect((await list(`id[]=${first}&id[]=${third}`)).ids).toEqual([third, first]);
    expect((await list(`id[]=${first},${second}`)).ids).toEqual([second, first]);
    expect((await list(`id[0]=${first}&id[1]=${second}&type[]=order-export`)).ids).toEqual([second]);
    expect((await list("type[]=order-export&type[]=customer-export")).ids).toEqual([third, second]);
    expect((await list("id=batch_unknown")).ids).toEqual([]);
  });

  it("is sorted by the requested order", async () => {
    const ids = await three();
    expect((await list("order=created_at")).ids).toEqual(ids);
    expect((await list("order=-created_at")).ids).toEqual([...ids].reverse());
    expect((await list("order=created_at&limit=2&offset=1")).ids).toEqual(ids.slice(1));
  });

  it.each(["confirmed_at", "pre_processed_at", "completed_at", "failed_at", "canceled_at"])(
    "is filtered by %s, also where it is missing",
    async (moment) => {
      const without = await aJobWith();
      const having = await aJobWith(moment);
      expect((await list(`${moment}=null`)).ids).toEqual([without]);
      expect((await list(`${moment}[gt]=2001-01-01`)).ids).toEqual([having]);
      expect((await list(`${moment}[lt]=2001-01-01`)).ids).toEqual([]);
      expect((await list(`${moment}[gte]=2001-01-01&${moment}[lte]=2100-01-01`)).ids).toEqual([having]);
      expect((await list(`${moment}=yesterday`)).status).toBe(400);
      expect((await list(`${moment}[gt]=yesterday`)).status).toBe(400);
    },
  );

  it.each(["created_at", "updated_at"])("is filtered by %s", async (moment) => {
    const id = await aJobWith();
    expect((await list(`${moment}[gt]=2001-01-01`)).ids).toEqual([id]);
    expect((await list(`${moment}[lt]=2001-01-01`)).ids).toEqual([]);
    expect((await list(`${moment}=null`)).status).toBe(400);
  });

  it("shows the selected fields and relations", async () => {
    await aJob(shop, "product-export");
    const [some] = (await list("fields=type,status")).batch_jobs;
    expect(Object.keys(some).sort()).toEqual(["created_at", "id", "status", "type"]);
    const [expanded] = (await list("expand=created_by_user")).batch_jobs;
    expect(expanded.created_by_user).toMatchObject({
      id: shop.adminId,
      email: "admin@example.com",
      api_token: null,
    });
    expect(JSON.stringify(expanded)).not.toContain("password");
  });

  it.each([
    "status=created",
    "type=product-export",
    "fields=secret",
    "expand=secret",
    "order=secret",
    "limit=-1",
    "id[like]=b",
  ])("refuses %s", async (query) => {
    const { status, type } = await list(query);
    expect([status, type]).toEqual([400, "invalid_data"]);
  });
});

describe("statements", () => {
  it("one for a job, two for a list with any relation", async () => {
    const { id } = await aJob(shop, "product-export");
    const one = await countingStatements(shop.db, () => shop.admin.get(`/admin/batch-jobs/${id}`));
    expect([one.statements.length, one.credentials]).toEqual([1, 1]);
    const list = await countingStatements(shop.db, () =>
      shop.admin.get("/admin/batch-jobs?expand=created_by_user"),
    );
    expect([list.statements.length, list.credentials]).toEqual([2, 1]);
  });
});
