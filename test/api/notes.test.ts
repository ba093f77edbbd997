import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = "/admin/notes";
let made = 0;

async function aNote(input: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin.post(path, {
    resource_id: `order_${++made}`,
    resource_type: "order",
    value: "Remember the milk",
    ...input,
  });
  if (status !== 200) throw new Error(body.message);
  return body.note as { id: string; value: string; resource_id: string };
}

const shown = async (id: string) => (await shop.admin.get(`${path}/${id}`)).body.note;
const list = (query: string) => shop.admin.get(`${path}?${query}`);
const countNotes = async () => (await list("limit=1")).body.count;
const eventNames = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);
const unknown = { type: "not_found", message: "Note with id: note_unknown was not found." };

describe("every route of a note", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
  ])("%s /admin/notes%s is for users only", async (method, rest) => {
    const note = await aNote();
    const before = await countNotes();
    const body = method === "GET" ? undefined : { value: "Strange" };
    const answer = await shop.visitor().send(method, path + rest.replace("ID", note.id), { body });
    expect(answer.status).toBe(401);
    expect(await countNotes()).toBe(before);
    expect((await shown(note.id)).value).toBe(note.value);
  });
});

describe("writing a note", () => {
  it("makes who is logged in its author", async () => {
    const { status, body } = await shop.admin.post(path, {
      resource_id: "order_written",
      resource_type: "order",
      value: "Call back",
    });
    expect(status).toBe(200);
    expect(body.note).toEqual({
      id: expect.stringMatching(/^note_[0-9A-Z]{26}$/),
      value: "Call back",
      resource_type: "order",
      resource_id: "order_written",
      author_id: shop.adminId,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await shown(body.note.id)).toMatchObject({
      ...body.note,
      author: { id: shop.adminId, email: "admin@example.com", api_token: null },
    });
    expect(await eventNames(body.note.id)).toEqual(["note.created"]);
  });

  it("never shows a credential of its author", async () => {
    await shop.admin.post(`/admin/users/${shop.adminId}`, { api_token: "a token nobody else may see" });
    const { id, resource_id } = await aNote();
    const answers = [await shop.admin.get(`${path}/${id}`), await list(`resource_id=${resource_id}`)];
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toMatch(/a token nobody|password/);
    }
  });

  it.each([
    [{ resource_type: "order", value: "V" }, "resource_id is required"],
    [{ resource_id: "o", value: "V" }, "resource_type is required"],
    [{ resource_id: "o", resource_type: "order" }, "value is required"],
    [{ resource_id: "o", resource_type: "order", value: "" }, "value should not be empty"],
    [{ resource_id: "", resource_type: "order", value: "V" }, "resource_id should not be empty"],
    [
      { resource_id: "o".repeat(256), resource_type: "order", value: "V" },
      "resource_id must NOT have more than 255 characters",
    ],
    [{ resource_id: "o", resource_type: 1, value: "V" }, "resource_type must be a string"],
    [
      { resource_id: "o", resource_type: "order", value: "V", author_id: "usr_other" },
      "property author_id should not exist",
    ],
  ])("is refused for %j", async (input, message) => {
    const before = await countNotes();
    const { status, body } = await shop.admin.post(path, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countNotes()).toBe(before);
  });
});

describe("changing a note", () => {
  it("changes its text and nothing else", async () => {
    const note = await aNote();
    const { status, body } = await shop.admin.post(`${path}/${note.id}`, { value: "Forget it" });
    expect(status).toBe(200);
    expect(body.note).toEqual({ ...note, value: "Forget it", updated_at: expect.any(String) });
    expect(await eventNames(note.id)).toEqual(["note.created", "note.updated"]);
  });

  it.each([{}, { value: "" }, { value: 7 }, { value: "V", resource_id: "o" }])(
    "is refused for %j",
    async (change) => {
      const note = await aNote();
      const { status, body } = await shop.admin.post(`${path}/${note.id}`, change);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect((await shown(note.id)).value).toBe(note.value);
    },
  );
});

describe("deleting a note", () => {
  it("takes it out of sight, once", async () => {
    const { id, resource_id } = await aNote();
    const answers = await Promise.all([1, 2].map(() => shop.admin.delete(`${path}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      id,
      object: "note",
      deleted: true,
    });
    expect((await shop.admin.get(`${path}/${id}`)).status).toBe(404);
    expect((await shop.admin.post(`${path}/${id}`, { value: "Back" })).status).toBe(404);
    expect((await list(`resource_id=${resource_id}`)).body.count).toBe(0);
    expect(await eventNames(id)).toEqual(["note.created", "note.deleted"]);
  });

  it("is, like reading and changing, a 404 for one that does not exist", async () => {
    for (const answer of [
      await shop.admin.get(`${path}/note_unknown`),
      await shop.admin.post(`${path}/note_unknown`, { value: "V" }),
      await shop.admin.delete(`${path}/note_unknown`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, unknown]);
    }
  });
});

describe("the list of notes", () => {
  it("shows those about one thing with their authors, oldest first, page by page", async () => {
    const about = { resource_id: "order_listed" };
    for (const value of ["a", "b", "c"]) await aNote({ ...about, value });
    await aNote();
    const { body } = await list("resource_id=order_listed");
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 });
    expect(body.notes.map(({ value }: { value: string }) => value)).toEqual(["a", "b", "c"]);
    expect(body.notes[0].author).toMatchObject({ id: shop.adminId });
    const second = await list("resource_id=order_listed&limit=2&offset=2");
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2, notes: [{ value: "c" }] });
    expect((await list("resource_id=order_nobody")).body).toEqual({
      notes: [],
      count: 0,
      offset: 0,
      limit: 50,
    });
  });

  it.each(["limit=-1", "offset=x", "resource_type=order", "expand=author", "order=value"])(
    "refuses ?%s",
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it("takes two statements, and one note takes one", async () => {
    const { id } = await aNote();
    const page = await countingStatements(shop.db, () => list(""));
    expect([page.statements.length, page.credentials]).toEqual([2, 1]);
    const one = await countingStatements(shop.db, () => shop.admin.get(`${path}/${id}`));
    expect([one.statements.length, one.credentials]).toEqual([1, 1]);
  });
});
