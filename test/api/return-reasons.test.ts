import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = "/admin/return-reasons";
let made = 0;

async function aReason(input: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin.post(path, {
    value: `reason-${++made}`,
    label: "A reason",
    ...input,
  });
  if (status !== 200) throw new Error(body.message);
  return body.return_reason as { id: string; value: string; label: string };
}

const below = (parent: { id: string }) => aReason({ parent_return_reason_id: parent.id });
const shown = async (id: string) => (await shop.admin.get(`${path}/${id}`)).body.return_reason;
const listed = async () => (await shop.admin.get(path)).body.return_reasons as { id: string }[];
const rows = async () =>
  shop.db.run({ text: "select * from return_reason where deleted_at is null order by id", values: [] });
const metadataOf = async (id: string) =>
  (
    await shop.db.run<{ metadata: unknown }>({
      text: "select metadata from return_reason where id = $1",
      values: [id],
    })
  )[0]?.metadata;
const eventNames = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);
const unknown = { type: "not_found", message: "Return Reason with id: rr_unknown was not found." };

describe("every route of a return reason under /admin", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
  ])("%s /admin/return-reasons%s is for users only", async (method, rest) => {
    const reason = await aReason();
    const before = await rows();
    const body = method === "GET" ? undefined : { value: "strange", label: "Visitor" };
    const answer = await shop.visitor().send(method, path + rest.replace("ID", reason.id), { body });
    expect(answer.status).toBe(401);
    expect(await rows()).toEqual(before);
  });
});

describe("creating a return reason", () => {
  it("stores the fields that are sent and announces it", async () => {
    const { status, body } = await shop.admin.post(path, {
      value: "wrong_size",
      label: "Wrong size",
      description: "It did not fit",
      metadata: { a: 1 },
    });
    expect(status).toBe(200);
    expect(body.return_reason).toEqual({
      id: expect.stringMatching(/^rr_[0-9A-Z]{26}$/),
      value: "wrong_size",
      label: "Wrong size",
      description: "It did not fit",
      parent_return_reason_id: null,
      parent_return_reason: null,
      return_reason_children: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await metadataOf(body.return_reason.id)).toEqual({ a: 1 });
    expect(await eventNames(body.return_reason.id)).toEqual(["return-reason.created"]);
  });

  it("puts it below another, one level deep", async () => {
    const parent = await aReason();
    const child = await below(parent);
    expect(child).toMatchObject({
      parent_return_reason_id: parent.id,
      parent_return_reason: { id: parent.id, metadata: null },
    });
    const before = await rows();
    const { status, body } = await shop.admin.post(path, {
      value: "too-deep",
      label: "Too deep",
      parent_return_reason_id: child.id,
    });
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message: "Doubly nested return reasons is not supported" });
    expect(await rows()).toEqual(before);
  });

  it("is a 404 below a reason that does not exist, and takes an empty parent for none", async () => {
    const before = await rows();
    const { status, body } = await shop.admin.post(path, {
      value: "orphan",
      label: "Orphan",
      parent_return_reason_id: "rr_unknown",
    });
    expect([status, body]).toEqual([404, unknown]);
    expect(await rows()).toEqual(before);
    for (const none of ["", null]) {
      expect(await aReason({ parent_return_reason_id: none })).toMatchObject({
        parent_return_reason_id: null,
      });
    }
  });

  it("is refused when the value is taken, until its reason was deleted", async () => {
    const { id, value } = await aReason();
    const again = () => shop.admin.post(path, { value, label: "Again" });
    const before = await rows();
    const { status, body } = await again();
    expect(status).toBe(422);
    expect(body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: `Return_reason with value ${value} already exists.`,
    });
    expect(await rows()).toEqual(before);
    await shop.admin.delete(`${path}/${id}`);
    const answers = await Promise.all([again(), again()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  it.each([
    [{ value: "x" }, "label is required"],
    [{ label: "X" }, "value is required"],
    [{ value: "", label: "X" }, "value should not be empty"],
    [{ value: "v".repeat(256), label: "X" }, "value must NOT have more than 255 characters"],
    [{ value: 7, label: "X" }, "value must be a string"],
    [{ value: "x", label: "X", metadata: 1 }, "metadata must be an object"],
    [{ value: "x", label: "X", colour: 1 }, "property colour should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await rows();
    const { status, body } = await shop.admin.post(path, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await rows()).toEqual(before);
  });
});

describe("changing a return reason", () => {
  it("changes the fields that are sent, and merges metadata", async () => {
    const { id, value } = await aReason({ description: "old", metadata: { a: 1, b: 2 } });
    const { status, body } = await shop.admin.post(`${path}/${id}`, {
      label: "New",
      metadata: { a: "", c: 3 },
    });
    expect(status).toBe(200);
    expect(body.return_reason).toMatchObject({ label: "New", value, description: "old" });
    expect(await metadataOf(id)).toEqual({ b: 2, c: 3 });
    const cleared = await shop.admin.post(`${path}/${id}`, { description: null, value: `${value}-2` });
    expect(cleared.body.return_reason).toMatchObject({ description: null, value: `${value}-2` });
    expect((await eventNames(id)).slice(1)).toEqual(["return-reason.updated", "return-reason.updated"]);
  });

  it("keeps both keys of two changes made at once", async () => {
    const { id } = await aReason();
    await Promise.all([
      shop.admin.post(`${path}/${id}`, { metadata: { a: 1 } }),
      shop.admin.post(`${path}/${id}`, { metadata: { b: 2 } }),
    ]);
    expect(await metadataOf(id)).toEqual({ a: 1, b: 2 });
  });

  it("leaves everything as it is when it is refused", async () => {
    const [reason, other] = [await aReason(), await aReason()];
    const before = await rows();
    const refusals: [object, number][] = [
      [{ value: other.value, label: "Changed" }, 422],
      [{ label: "" }, 400],
      [{ value: null }, 400],
      [{ parent_return_reason_id: other.id }, 400],
    ];
    for (const [change, status] of refusals) {
      expect((await shop.admin.post(`${path}/${reason.id}`, change)).status).toBe(status);
    }
    const missing = await shop.admin.post(`${path}/rr_unknown`, { label: "X" });
    expect([missing.status, missing.body]).toEqual([404, unknown]);
    expect(await rows()).toEqual(before);
  });
});

describe("deleting a return reason", () => {
  it("takes those below it along", async () => {
    const parent = await aReason();
    const child = await below(parent);
    const { status, body } = await shop.admin.delete(`${path}/${parent.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: parent.id, object: "return_reason", deleted: true });
    for (const { id } of [parent, child]) {
      expect((await shop.admin.get(`${path}/${id}`)).status).toBe(404);
      expect((await shop.visitor().get(`/store/return-reasons/${id}`)).status).toBe(404);
      expect(await eventNames(id)).toEqual(["return-reason.created", "return-reason.deleted"]);
    }
    expect((await shop.admin.delete(`${path}/${parent.id}`)).status).toBe(404);
  });

  it("leaves the reason above it", async () => {
    const parent = await aReason();
    const child = await below(parent);
    await shop.admin.delete(`${path}/${child.id}`);
    expect(await shown(parent.id)).toMatchObject({ id: parent.id, return_reason_children: [] });
  });

  it("is a 404 for one that does not exist", async () => {
    const { status, body } = await shop.admin.delete(`${path}/rr_unknown`);
    expect([status, body]).toEqual([404, unknown]);
  });

  it("never leaves a child behind that is created at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await aReason();
      const value = `raced-${round}`;
      await Promise.all([
        shop.admin.delete(`${path}/${parent.id}`),
        shop.admin.post(path, { value, label: "Raced", parent_return_reason_id: parent.id }),
      ]);
      const left = await shop.db.run({
        text: "select 1 from return_reason where value = $1 and deleted_at is null",
        values: [value],
      });
      expect(left).toEqual([]);
    }
  });
});

describe("reading return reasons", () => {
  it("lists the top ones, oldest first, with those below them", async () => {
    const [older, newer] = [await aReason(), await aReason()];
    const child = await below(older);
    const { status, body } = await shop.admin.get(path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["return_reasons"]);
    expect((await listed()).slice(-2)).toMatchObject([
      { id: older.id, return_reason_children: [{ id: child.id, parent_return_reason_id: older.id }] },
      { id: newer.id, return_reason_children: [] },
    ]);
    expect((await listed()).map(({ id }) => id)).not.toContain(child.id);
  });

  it("shows the storefront the same, without a login", async () => {
    const parent = await aReason({ metadata: { a: 1 } });
    await below(parent);
    const visitor = shop.visitor();
    expect((await visitor.get("/store/return-reasons")).body.return_reasons).toEqual(await listed());
    const { status, body } = await visitor.get(`/store/return-reasons/${parent.id}`);
    expect(status).toBe(200);
    expect(body.return_reason).toEqual(await shown(parent.id));
  });

  it("is a 404 for one that does not exist, and takes fields and expand without effect", async () => {
    const visitor = shop.visitor();
    for (const answer of [
      await shop.admin.get(`${path}/rr_unknown`),
      await visitor.get("/store/return-reasons/rr_unknown"),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, unknown]);
    }
    for (const url of [path, "/store/return-reasons"]) {
      const usual = await shop.admin.get(url);
      expect((await shop.admin.get(`${url}?fields=id&expand=parent_return_reason`)).body).toEqual(usual.body);
      expect((await shop.admin.get(`${url}?colour=red`)).status).toBe(400);
    }
  });

  it("takes one statement for one reason and two for all", async () => {
    const { id } = await aReason();
    const counted = async (url: string) =>
      (await countingStatements(shop.db, () => shop.admin.get(url))).statements.length;
    for (const surface of ["/admin", "/store"]) {
      expect(await counted(`${surface}/return-reasons/${id}`)).toBe(1);
      expect(await counted(`${surface}/return-reasons`)).toBe(2);
    }
  });
});
