import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** As it comes over the network: `fetch` would decompress it. */
const raw = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(shop.baseUrl + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });

const aProduct = (title: string) =>
  shop.admin.post("/admin/products", {
    title,
    status: "published",
    description: "A description. ".repeat(200),
  });

const LIST = "/store/products";

describe("a read", () => {
  it("has an ETag, and is answered with 304 and no body while nothing changes", async () => {
    await aProduct("Unchanged");
    const first = await raw(LIST);
    expect(first.headers["etag"]).toMatch(/^W\/"[\w-]+"$/);
    const again = await raw(LIST, { "if-none-match": String(first.headers["etag"]) });
    expect(again).toMatchObject({ status: 304, headers: { etag: first.headers["etag"] } });
    expect(again.body).toHaveLength(0);
    expect(again.headers["content-type"]).toBeUndefined();
  });

  it("has another ETag after a change", async () => {
    const { etag } = (await raw(LIST)).headers;
    await aProduct("New");
    const after = await raw(LIST, { "if-none-match": String(etag) });
    expect(after.status).toBe(200);
    expect(after.headers["etag"]).not.toBe(etag);
    expect(JSON.parse(after.body.toString()).products[0].title).toBe("New");
  });

  it.each([
    ["another tag", 'W/"other"', 200],
    ["several tags, one of them right", 'W/"other", TAG', 304],
    ["the tag without its mark of weakness", "STRONG", 304],
    ["a star", "*", 304],
    ["something that is no tag", "nonsense", 200],
  ])("is compared with %s", async (_what, sent, status) => {
    const etag = String((await raw("/store/regions")).headers["etag"]);
    const tags = sent.replace("TAG", etag).replace("STRONG", etag.replace("W/", ""));
    expect((await raw("/store/regions", { "if-none-match": tags })).status).toBe(status);
  });

  it("is answered with 304 also to a client that wants no answer of a cache: the server itself has compared", async () => {
    const etag = String((await raw(LIST)).headers["etag"]);
    const answer = await raw(LIST, { "if-none-match": etag, "cache-control": "no-cache" });
    expect(answer.status).toBe(304);
  });

  it("has the same ETag as a HEAD request, for which there is no body", async () => {
    const { etag } = (await raw(LIST)).headers;
    const head = await raw(LIST, {}, "HEAD");
    expect(head).toMatchObject({ status: 200, headers: { etag } });
    expect(head.body).toHaveLength(0);
  });

  it("that is refused has no ETag", async () => {
    const answer = await raw("/store/products/prod_unknown", { "if-none-match": "*" });
    expect(answer.status).toBe(404);
    expect(answer.headers["etag"]).toBeUndefined();
  });
});

describe("an answer of more than a kilobyte", () => {
  it.each([
    ["br", "br, gzip", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0.1, gzip;q=0.9", gunzipSync],
    ["gzip", "br;q=0, *", gunzipSync],
    ["br", "*", brotliDecompressSync],
  ])("is compressed with %s for a client that accepts %s", async (encoding, accepted, decompress) => {
    const plain = await raw(LIST);
    const answer = await raw(LIST, { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.body.length).toBeLessThan(plain.body.length / 2);
    expect(decompress(answer.body).toString()).toBe(plain.body.toString());
    expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
  });

  it("is uncompressed for a client that accepts neither, with a Vary header", async () => {
    for (const accepted of ["", "identity", "deflate", "gzip;q=0, br;q=0", "br;q=nonsense"]) {
      const answer = await raw(LIST, accepted ? { "accept-encoding": accepted } : {});
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers["vary"]).toBe("Origin, Accept-Encoding");
      expect(JSON.parse(answer.body.toString()).products.length).toBeGreaterThan(0);
    }
  });

  it("has the ETag of the plain one", async () => {
    const { etag } = (await raw(LIST)).headers;
    const answer = await raw(LIST, { "accept-encoding": "br", "if-none-match": String(etag) });
    expect(answer.status).toBe(304);
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  it("is compressed also after a change, and stored for its Idempotency-Key as it is", async () => {
    const body = { title: "Long", description: "A description. ".repeat(200) };
    const headers = { "idempotency-key": "compressed-once", "accept-encoding": "br, gzip" };
    const first = await shop.admin.post("/admin/products", body, { headers });
    expect(first.headers.get("content-encoding")).toMatch(/^(br|gzip)$/);
    const repeated = await shop.admin.post("/admin/products", body, { headers });
    expect(repeated.body).toEqual(first.body);
  });
});

describe("a short answer", () => {
  it("is never compressed", async () => {
    const answer = await raw("/store/regions?limit=1", { "accept-encoding": "br, gzip" });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
});
