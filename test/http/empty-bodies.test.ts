import { request as rawRequest } from "node:http";
import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const types = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain;charset=UTF-8",
  "application/xml",
  "nonsense",
  "",
];

const token = "the token of the tests";

/** As sent by a program that names a content type although it sends no content. */
function sendNothing(
  method: string,
  path: string,
  { type, isChunked = false }: { type: string; isChunked?: boolean },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const length: Record<string, string> = isChunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": "0" };
  return new Promise((resolve, reject) => {
    const headers = { "content-type": type, "x-medusa-access-token": token, ...length };
    const sent = rawRequest(`${shop.baseUrl}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(parts).toString()) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

it.beforeAll(async () => {
  await shop.db.run({ text: `update "user" set api_token = $1`, values: [token] });
});

const noRegionYet = {
  status: 400,
  message: expect.stringContaining("A region is required to create a cart"),
};

it.each(types.filter((type) => type.includes("/")))(
  "a request that announces a body of the type %j and sends none is taken",
  async (type) => {
    const { status, body } = await sendNothing("POST", "/store/carts", { type, isChunked: true });
    expect({ status, message: body["message"] }).toMatchObject(noRegionYet);
  },
);

describe.each(types)("a request without a body, of the type %j", (type) => {
  it("is taken by a POST that needs nothing", async () => {
    const { status, body } = await sendNothing("POST", "/store/carts", { type });
    expect({ status, message: body["message"] }).toMatchObject(noRegionYet);
  });

  it("gets from a POST the missing fields", async () => {
    const { status, body } = await sendNothing("POST", "/admin/collections", { type });
    expect({ status, body }).toEqual({
      status: 400,
      body: { type: "invalid_data", message: "title is required" },
    });
  });

  it("deletes with DELETE", async () => {
    const { id } = (await shop.admin.post("/admin/collections", { title: `Of ${type}` })).body.collection;
    const { status, body } = await sendNothing("DELETE", `/admin/collections/${id}`, { type });
    expect({ status, body }).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect((await shop.admin.get(`/admin/collections/${id}`)).status).toBe(404);
  });

  it("uploads nothing", async () => {
    const { status, body } = await sendNothing("POST", "/admin/uploads", { type });
    expect({ status, type: body["type"] }).toEqual({ status: 400, type: "invalid_data" });
  });
});
