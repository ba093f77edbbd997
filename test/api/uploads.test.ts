import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect } from "vitest";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { signLink } from "../../src/providers/files/file-key.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aDataFolder, aFile, PNG, upload, uploaded } from "../support/factories/uploads.ts";
import { JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

/** The path exactly as written: fetch would tidy it up. */
async function rawGet(path: string): Promise<string> {
  const { hostname, port } = new URL(shop.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  return text;
}

const refused = (type: string, message: RegExp) => ({ type, message: expect.stringMatching(message) });

describe("uploading", () => {
  it("stores a file and returns its URL", async () => {
    const { status, body } = await upload(shop, [aFile({ name: "a.txt", content: "hello world" })]);
    expect([status, Object.keys(body), Object.keys(body.uploads[0])]).toEqual([
      200,
      ["uploads"],
      ["url", "key"],
    ]);
    const { url, key } = body.uploads[0];
    expect(url).toBe(`http://localhost:${new URL(shop.baseUrl).port}/uploads/${key}`);
    const found = await fetch(url);
    expect([found.status, await found.text()]).toEqual([200, "hello world"]);
  });

  it("keeps several files in the order they were sent in", async () => {
    const { body } = await upload(shop, [
      aFile({ name: "b.txt", content: "b" }),
      aFile({ name: "c.txt", content: "c" }),
    ]);
    const texts = await Promise.all(
      body.uploads.map(async ({ url }: { url: string }) => (await fetch(url)).text()),
    );
    expect(texts).toEqual(["b", "c"]);
  });

  it("never overwrites a file of the same name", async () => {
    const [first, second] = [
      await uploaded(shop, aFile({ name: "same.txt", content: "first" })),
      await uploaded(shop, aFile({ name: "same.txt", content: "second" })),
    ];
    expect(first.key).not.toBe(second.key);
    expect(await (await fetch(first.url)).text()).toBe("first");
  });

  it("keeps letters of every script, and takes nothing else of a name", async () => {
    const { key, url } = await uploaded(shop, aFile({ name: "Straße 日本 #1?.png", content: PNG }));
    expect(key).toMatch(/^file_[0-9A-Z]{26}-Straße-日本-1-\.png$/);
    expect((await fetch(url)).status).toBe(200);
    const climbing = await uploaded(shop, aFile({ name: "../../../etc/passwd" }));
    expect(climbing.key).toMatch(/^file_[0-9A-Z]{26}-passwd\.txt$/);
    const hidden = await uploaded(shop, aFile({ name: ".htaccess" }));
    expect(hidden.key).toMatch(/^file_[0-9A-Z]{26}-htaccess\.txt$/);
  });

  it("takes an empty file and a file of several megabytes", async () => {
    const empty = await uploaded(shop, aFile({ name: "empty.csv", content: "" }));
    const found = await fetch(empty.url);
    expect([found.status, found.headers.get("content-length"), await found.text()]).toEqual([200, "0", ""]);
    const content = Buffer.alloc(7 * 1024 * 1024, "0123456789abcdef");
    const { url } = await uploaded(shop, aFile({ name: "big.bin", content }));
    expect(content.equals(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(true);
  });

  it("needs no statement but the ones for the credential and the library", async () => {
    const counted = await countingStatements(shop.db, () => uploaded(shop, aFile()));
    expect([counted.statements, counted.credentials]).toEqual([["media-insert"], 1]);
  });
});

describe("an upload that is refused keeps nothing", () => {
  const present = () => data.files();

  it("without credentials", async () => {
    const files = present();
    for (const path of ["/admin/uploads", "/admin/uploads/protected"]) {
      const { status, body } = await upload(shop, [aFile()], { path, headers: { cookie: "" } });
      expect([status, body.type]).toEqual([401, "unauthorized"]);
    }
    expect(data.files()).toEqual(files);
  });

  it("without a file", async () => {
    const files = present();
    const none = await upload(shop, []);
    expect([none.status, none.body]).toEqual([400, refused("invalid_data", /^files should not be empty$/)]);
    const json = await shop.admin.post("/admin/uploads", {});
    expect([json.status, json.body]).toEqual([400, refused("invalid_data", /multipart\/form-data .* files/)]);
    const text = await shop.admin.post("/admin/uploads", undefined, {
      raw: "hello",
      headers: { "content-type": "text/plain" },
    });
    expect([text.status, text.body]).toEqual([400, refused("invalid_data", /multipart\/form-data/)]);
    expect((await shop.admin.post("/admin/uploads")).status).toBe(400);
    expect(data.files()).toEqual(files);
  });

  it("with an unexpected field, after any other part", async () => {
    const files = present();
    const { status, body } = await upload(shop, [aFile(), aFile({ field: "pictures" })]);
    expect([status, body]).toEqual([400, refused("invalid_data", /^property pictures should not exist$/)]);
    const form = new FormData();
    form.append("files", "just text");
    const asText = await fetch(`${shop.baseUrl}/admin/uploads`, {
      method: "POST",
      headers: { cookie: `connect.sid=${shop.admin.cookie("connect.sid")}` },
      body: form,
    });
    expect([asText.status, await asText.json()]).toEqual([
      400,
      refused("invalid_data", /^files must be files$/),
    ]);
    expect(data.files()).toEqual(files);
  });

  it("with a form that is malformed or ends too soon", async () => {
    const files = present();
    const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello';
    const forms = [part, `${part}\r\n--x`, "nonsense", `--x\r\n\r\n${part}`];
    for (const raw of forms) {
      const { status, body } = await shop.admin.post("/admin/uploads", undefined, {
        raw,
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
      expect([raw, status, body.type]).toEqual([raw, 400, "invalid_data"]);
    }
    const boundless = await shop.admin.post("/admin/uploads", undefined, {
      raw: part,
      headers: { "content-type": "multipart/form-data" },
    });
    expect([boundless.status, boundless.body.type]).toEqual([400, "invalid_data"]);
    expect(data.files()).toEqual(files);
  });
});

describe("giving out public files", () => {
  const typeOf = async (file: Parameters<typeof aFile>[0]) => {
    const found = await fetch((await uploaded(shop, aFile(file))).url);
    return [
      found.headers.get("content-type"),
      found.headers.get("content-disposition")?.split(";")[0] ?? "inline",
    ];
  };

  it("have a content type, a cache lifetime, and nosniff", async () => {
    const { headers } = await fetch((await uploaded(shop, aFile({ name: "p.png", content: PNG }))).url);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(PNG.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect(headers.has("content-disposition")).toBe(false);
  });

  it("believes the content, not the sender", async () => {
    const page = "<!doctype html><script>alert(1)</script>";
    expect(await typeOf({ name: "p.jpg", content: PNG })).toEqual(["image/png", "inline"]);
    expect(await typeOf({ name: "photo.png", type: "image/png", content: page })).toEqual([
      "application/octet-stream",
      "attachment",
    ]);
    expect(await typeOf({ name: "photo", type: "image/png", content: PNG })).toEqual(["image/png", "inline"]);
    expect(await typeOf({ name: "data", type: "text/csv", content: "a;b" })).toEqual([
      "text/csv; charset=utf-8",
      "inline",
    ]);
  });

  it("lets browsers save what they could execute, not open it", async () => {
    const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    expect(await typeOf({ name: "logo.svg", content: drawing })).toEqual(["image/svg+xml", "attachment"]);
    // The dashboard allows scripts and styles of its own origin: a browser takes these only by their types.
    for (const name of ["page.html", "page.xhtml", "feed.xml", "run.js", "run.mjs", "run.JS", "style.css"]) {
      const served = await typeOf({ name, content: "hello" });
      expect([name, ...served]).toEqual([name, "application/octet-stream", "attachment"]);
    }
    const { headers } = await fetch((await uploaded(shop, aFile({ name: "l.svg", content: drawing }))).url);
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  it("answers a part of a file", async () => {
    const { url } = await uploaded(shop, aFile({ content: "0123456789" }));
    const part = async (range: string, more = {}) => {
      const found = await fetch(url, { headers: { range, ...more } });
      return [found.status, found.headers.get("content-range"), await found.text()];
    };
    expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await part("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await part("bytes=8-99")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
    expect(await part("bytes=4-2")).toEqual([200, null, "0123456789"]);
    expect(await part("bytes=2-4", { "if-range": '"another"' })).toEqual([200, null, "0123456789"]);
  });

  it("answers HEAD, and nothing to who has the file already", async () => {
    const { url } = await uploaded(shop, aFile({ content: "0123456789" }));
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const again = await fetch(url, { headers: { "if-none-match": head.headers.get("etag")! } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("knows nothing outside its folder", async () => {
    await uploaded(shop, aFile());
    const paths = [
      "/uploads/",
      "/uploads/nothing.txt",
      "/uploads/../jwt-secret",
      "/uploads/..%2fjwt-secret",
      "/uploads/%2e%2e/%2e%2e/etc/passwd",
      "/uploads/..%5c..%5cetc%5cpasswd",
      "/uploads/%252e%252e%252fetc%252fpasswd",
      "/uploads//etc/passwd",
      "/uploads/%2fetc%2fpasswd",
      "/uploads/.hidden",
      "/uploads/folder/file.txt",
      `/uploads/${"x".repeat(400)}`,
    ];
    for (const path of paths) {
      const answer = await rawGet(path);
      expect([path, answer.split("\r\n")[0]]).toEqual([path, "HTTP/1.1 404 Not Found"]);
      expect(answer).toContain('"type":"not_found"');
    }
    for (const path of ["/uploads/%zz", "/uploads/a%00.txt"])
      expect(await rawGet(path)).toContain("HTTP/1.1 400");
  });
});

describe("protected files", () => {
  const aSecret = () =>
    uploaded(shop, aFile({ name: "secret.txt", content: "secret" }), "/admin/uploads/protected");
  const linkTo = async (key: string) =>
    (await shop.admin.post("/admin/uploads/download-url", { file_key: key })).body.download_url as string;

  it("are given out for a link of the admin", async () => {
    const { key, url } = await aSecret();
    for (const link of [await linkTo(key), url]) {
      const found = await fetch(link);
      expect([found.status, await found.text()]).toEqual([200, "secret"]);
      expect(Object.fromEntries(found.headers)).toMatchObject({
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="secret.txt"; filename*=UTF-8''secret.txt`,
      });
    }
  });

  it("are not given out without one, with another one or with a changed one", async () => {
    const [mine, other] = [await aSecret(), await aSecret()];
    const link = new URL(await linkTo(mine.key));
    const { expires, signature } = Object.fromEntries(link.searchParams) as Record<string, string>;
    const bare = link.origin + link.pathname;
    const forged = createHmac("sha256", "guess").update(mine.key).digest("base64url");
    const links = [
      bare,
      `${bare}?expires=${expires}`,
      `${bare}?signature=${signature}`,
      `${bare}?expires=${Number(expires) + 1}&signature=${signature}`,
      `${bare}?expires=${expires}&signature=${forged}`,
      `${bare}?expires=${expires}&signature=${signature}&signature=${signature}`,
      bare.replace(mine.key, other.key) + link.search,
      bare.replace("/protected/", "/"),
    ];
    for (const each of links) {
      const found = await fetch(each);
      expect([each, found.status >= 400 && found.status < 405]).toEqual([each, true]);
      expect(await found.text()).not.toContain("secret\n");
    }
    const found = await fetch(bare);
    expect([found.status, await found.json()]).toEqual([
      401,
      refused("unauthorized", /not valid or has expired/),
    ]);
  });

  it("are not given out when the link has expired", async () => {
    const { key } = await aSecret();
    const { expires, signature } = signLink(fixedSecrets(JWT_SECRET), key, new Date(Date.now() - 1000));
    const { status, body } = await shop
      .visitor()
      .get(`/uploads/${key}?expires=${expires}&signature=${signature}`);
    expect([status, body.type]).toEqual([401, "unauthorized"]);
  });

  it("have links only as long as they exist", async () => {
    const { status, body } = await shop.admin.post("/admin/uploads/download-url", {
      file_key: "protected/nothing.txt",
    });
    expect([status, body.type]).toEqual([404, "not_found"]);
    const open = await uploaded(shop, aFile());
    expect(await linkTo(open.key)).toBe(open.url);
  });
});

describe("deleting", () => {
  it("removes a file, and is content when it is gone already", async () => {
    for (const path of ["/admin/uploads", "/admin/uploads/protected"]) {
      const { key, url } = await uploaded(shop, aFile(), path);
      for (const _time of [1, 2]) {
        const { status, body } = await shop.admin.delete("/admin/uploads", { file_key: key });
        expect([status, body]).toEqual([200, { id: key, object: "file", deleted: true }]);
      }
      expect((await fetch(url)).status).toBe(404);
      expect(data.files()).not.toContain(key);
    }
  });

  it("refuses keys that are none, for links too", async () => {
    const { key } = await uploaded(shop, aFile());
    const files = data.files();
    const wrong = [
      "../jwt-secret",
      "/etc/passwd",
      `./${key}`,
      `../uploads/${key}`,
      "protected/../uploads/x",
      "a\\b",
      "%2e%2e%2fx",
      ".part",
      "..",
    ];
    for (const file_key of wrong) {
      const answers = [
        await shop.admin.delete("/admin/uploads", { file_key }),
        await shop.admin.post("/admin/uploads/download-url", { file_key }),
      ];
      for (const { status, body } of answers) {
        expect([file_key, status, body]).toEqual([file_key, 400, refused("invalid_data", /file_key/)]);
      }
    }
    for (const body of [
      {},
      { file_key: "" },
      { file_key: 1 },
      { file_key: "x\0" },
      { file_key: key, other: 1 },
    ]) {
      expect((await shop.admin.delete("/admin/uploads", body)).body.type).toBe("invalid_data");
      expect((await shop.admin.post("/admin/uploads/download-url", body)).status).toBe(400);
    }
    expect(data.files()).toEqual(files);
  });

  it("is for admins", async () => {
    const { key, url } = await uploaded(shop, aFile());
    const visitor = shop.visitor();
    expect((await visitor.delete("/admin/uploads", { file_key: key })).status).toBe(401);
    expect((await visitor.post("/admin/uploads/download-url", { file_key: key })).status).toBe(401);
    expect((await fetch(url)).status).toBe(200);
  });
});
