import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aDataFolder, adminCookie, aFile, upload, uploaded } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const LIMIT = 100_000;
const data = aDataFolder();

const { it, shop } = withShop(
  () =>
    startShop({
      TRADEWIND_DATA_DIR: data.folder,
      TRADEWIND_UPLOAD_LIMIT: String(LIMIT),
      TRADEWIND_UPLOAD_FILES: "3",
    }),
  () => data.remove(),
);

describe("limits", () => {
  const sized = (bytes: number) => aFile({ content: "x".repeat(bytes) });

  it("takes a file as large as allowed", async () => {
    expect((await upload(shop, [sized(LIMIT)])).status).toBe(200);
  });

  it("refuses a larger one with all that came with it", async () => {
    const files = data.files();
    for (const bytes of [LIMIT + 1, 30 * LIMIT]) {
      const { status, body } = await upload(shop, [aFile(), sized(bytes)]);
      expect([status, body]).toEqual([
        413,
        {
          type: "invalid_data",
          code: "too_large",
          message: `files must not be larger than ${LIMIT} bytes each`,
        },
      ]);
    }
    expect(data.files()).toEqual(files);
  });

  it("refuses more files than allowed, with all of them", async () => {
    const files = data.files();
    const { status, body } = await upload(shop, [aFile(), aFile(), aFile(), aFile()]);
    expect([status, body.type, body.code]).toEqual([413, "invalid_data", "too_large"]);
    expect(data.files()).toEqual(files);
    expect((await upload(shop, [aFile(), aFile(), aFile()])).status).toBe(200);
  });

  it("keeps the connection usable after a refusal", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => upload(shop, [sized(20 * LIMIT)])));
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413]);
    expect((await upload(shop, [aFile()])).status).toBe(200);
  });
});

describe("what goes wrong on the way", () => {
  const start = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';

  it("leaves nothing behind when the client goes away", async () => {
    const files = data.files();
    const sending = request(`${shop.baseUrl}/admin/uploads`, {
      method: "POST",
      headers: { cookie: adminCookie(shop), "content-type": "multipart/form-data; boundary=x" },
    });
    sending.on("error", () => {});
    // One file that is complete, and half of another one.
    sending.write(`${start}complete\r\n${start}${"x".repeat(50_000)}`);
    await until(async () => data.files().length > files.length + 1);
    sending.destroy();
    await until(async () => data.files().length === files.length);
    expect(data.files()).toEqual(files);
  });

  it("removes what a killed process has left, once it is old", async () => {
    const folder = join(data.folder, "protected");
    mkdirSync(folder, { recursive: true });
    const [old, fresh] = [".00000000000000aa.part", ".00000000000000bb.part"];
    for (const name of [old, fresh]) writeFileSync(join(folder, name), "half");
    utimesSync(join(folder, old), new Date(0), new Date(0));
    await uploaded(shop, aFile(), "/admin/uploads/protected");
    const left = readdirSync(folder).filter((name) => name.startsWith("."));
    expect(left).toEqual([fresh]);
    rmSync(join(folder, fresh));
  });
});

describe("a storage that fails", () => {
  const unavailable = {
    code: "storage_unavailable",
    type: "unexpected_state",
    message: "Files cannot be stored or read right now.",
  };

  it("is no fault of the client, and shows no details", async () => {
    const broken = aDataFolder();
    // A file in the place of the folder: not even root can write there.
    writeFileSync(join(broken.folder, "uploads"), "in the way");
    const other = await startShop({ TRADEWIND_DATA_DIR: broken.folder });
    const { status, body } = await upload(other, [aFile()]);
    expect([status, body]).toEqual([503, unavailable]);
    expect((await fetch(`${other.baseUrl}/uploads/a.txt`)).status).toBe(404);
    await other.close();
    broken.remove();
  });

  it("answers the same when a plugin's place is full, and keeps nothing of the upload", async () => {
    const providers = new ProviderRegistry();
    const kept = new Set<string>();
    providers.files.add({
      id: "small",
      async save({ name, content }) {
        await buffer(content);
        if (kept.size === 1)
          throw Object.assign(new Error("no space left at /secret/path"), { code: "ENOSPC" });
        kept.add(name);
        return { key: name, url: `https://files.example/${name}` };
      },
      delete: async (key) => void kept.delete(key),
      read: async () => Promise.reject(new Error("not needed here")),
      downloadUrl: async () => Promise.reject(new Error("down")),
    });
    const other = await startShop({}, { providers });
    const { status, body } = await upload(other, [aFile(), aFile({ name: "b.txt" })]);
    expect([status, body, [...kept]]).toEqual([503, unavailable, []]);
    const fits = await upload(other, [aFile()]);
    expect(fits.body.uploads).toEqual([{ url: "https://files.example/note.txt", key: "note.txt" }]);
    const link = await other.admin.post("/admin/uploads/download-url", { file_key: "note.txt" });
    expect([link.status, link.body]).toEqual([503, unavailable]);
    kept.clear();
    providers.files.find("small")!.save = async ({ name, content }) => {
      await buffer(content);
      kept.add(name);
      return { key: name, url: null };
    };
    // It is stored, but its URL could not be returned.
    const unreachable = await upload(other, [aFile()], { path: "/admin/uploads/protected" });
    expect([unreachable.status, [...kept]]).toEqual([503, []]);
    await other.close();
  });
});

describe("Idempotency-Key", () => {
  const keyed = (key: string) => ({ headers: { "idempotency-key": key } });

  it("keeps a repeated upload once", async () => {
    const first = await upload(shop, [aFile(), aFile({ name: "b.txt" })], keyed("twice"));
    const files = data.files();
    const second = await upload(shop, [aFile(), aFile({ name: "b.txt" })], keyed("twice"));
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(second.headers.get("idempotency-key")).toBe("twice");
    expect(data.files()).toEqual(files);
  });

  it("refuses another upload with the same key", async () => {
    await upload(shop, [aFile()], keyed("other"));
    const files = data.files();
    for (const file of [aFile({ content: "something else" }), aFile({ name: "another.txt" })]) {
      const { status, body } = await upload(shop, [file], keyed("other"));
      expect([status, body.type, body.code]).toEqual([422, "duplicate_error", "idempotency_key_reused"]);
    }
    const elsewhere = await upload(shop, [aFile()], { path: "/admin/uploads/protected", ...keyed("other") });
    expect(elsewhere.status).toBe(422);
    expect(data.files()).toEqual(files);
  });

  it("keeps one of many at the same time", async () => {
    const before = data.files().length;
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => upload(shop, [aFile()], keyed("rush"))));
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.uploads[0].key);
    expect(new Set(done).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(data.files().length).toBe(before + 1);
  });

  it("lets a refused upload be tried again with the same key", async () => {
    const refused = await upload(shop, [aFile({ content: "x".repeat(LIMIT + 1) })], keyed("again"));
    const fixed = await upload(shop, [aFile()], keyed("again"));
    expect([refused.status, fixed.status]).toEqual([413, 200]);
    const long = await upload(shop, [aFile()], keyed("k".repeat(256)));
    expect([long.status, long.body.type]).toEqual([400, "invalid_data"]);
  });
});
