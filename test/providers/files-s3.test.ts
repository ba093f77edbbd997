import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import S3rver from "s3rver";
import { describe, expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { readFilesSetting, type S3Settings } from "../../src/providers/files/files-settings.ts";
import { s3Files } from "../../src/providers/files/s3-files.ts";
import { aFile, PNG, upload, uploaded } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const folder = mkdtempSync(join(tmpdir(), "tradewind-s3-"));
const server = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: folder,
  configureBuckets: [{ name: "shop", configs: [] }],
});
let setting: string;

const { it, shop } = withShop(
  async () => {
    // Where the SDK looks for them by itself.
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" });
    const { port } = await server.run();
    setting = `s3://shop/files/of-mine?endpoint=http://127.0.0.1:${port}&force_path_style=true`;
    return startShop({ TRADEWIND_FILES: setting });
  },
  async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    delete process.env["AWS_ACCESS_KEY_ID"];
    delete process.env["AWS_SECRET_ACCESS_KEY"];
  },
);

const provider = (publicUrl?: string) => s3Files(readFilesSetting(setting) as S3Settings, publicUrl);
const objects = async () => {
  const { S3Client, ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  const endpoint = new URL(setting).searchParams.get("endpoint")!;
  const client = new S3Client({ endpoint, forcePathStyle: true, region: "us-east-1" });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: "shop" }));
  return Contents.map(({ Key }) => Key);
};
const signed = async (key: string) => {
  const { body } = await shop.admin.post("/admin/uploads/download-url", { file_key: key });
  return fetch(body.download_url);
};

describe("files on S3", () => {
  it("are uploaded under the prefix, with their type", async () => {
    const { key, url } = await uploaded(shop, aFile({ name: "Bär.png", content: PNG }));
    expect(url).toContain(`/shop/files/of-mine/uploads/${encodeURIComponent(key)}`);
    expect(await objects()).toContain(`files/of-mine/uploads/${key}`);
    const { downloadUrl, read } = provider();
    expect(await downloadUrl(key, { seconds: 60 })).toBe(url);
    expect((await buffer(await read(key))).equals(PNG)).toBe(true);
  });

  it("are given out by signed links when they are protected", async () => {
    const file = aFile({ name: "report.html", content: "<p>secret" });
    const { key, url } = await uploaded(shop, file, "/admin/uploads/protected");
    expect(key).toMatch(/^protected\//);
    for (const found of [await signed(key), await fetch(url)]) {
      expect([found.status, await found.text()]).toEqual([200, "<p>secret"]);
      expect(found.headers.get("content-disposition")).toMatch(/^attachment; filename="report.html"/);
    }
    const { searchParams } = new URL(url);
    expect(searchParams.get("X-Amz-Expires")).toBe("3600");
    expect(searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
  });

  it("are as long as they like, in parts", async () => {
    const content = Buffer.alloc(12 * 1024 * 1024, "0123456789abcdef");
    const { key } = await uploaded(shop, aFile({ name: "big.bin", content }), "/admin/uploads/protected");
    expect(content.equals(Buffer.from(await (await signed(key)).arrayBuffer()))).toBe(true);
  });

  it("are deleted, also when they are gone already", async () => {
    const { key } = await uploaded(shop, aFile());
    for (const _time of [1, 2]) {
      const { status } = await shop.admin.delete("/admin/uploads", { file_key: key });
      expect(status).toBe(200);
    }
    expect(await objects()).not.toContain(`files/of-mine/uploads/${key}`);
    const link = await shop.admin.post("/admin/uploads/download-url", { file_key: key });
    expect([link.status, link.body.type]).toEqual([404, "not_found"]);
    await expect(provider().read(key)).rejects.toMatchObject({ type: "not_found" });
    await expect(provider().delete("../../x")).rejects.toMatchObject({ type: "invalid_data" });
  });

  it("are not stored when they are too large or break off", async () => {
    const before = await objects();
    const small = await startShop({ TRADEWIND_FILES: setting, TRADEWIND_UPLOAD_LIMIT: "6000000" });
    const { status, body } = await upload(small, [aFile(), aFile({ content: Buffer.alloc(7_000_000, "x") })]);
    expect([status, body.code]).toEqual([413, "too_large"]);
    await small.close();
    async function* breaking() {
      yield Buffer.alloc(6_000_000);
      throw new Error("gone");
    }
    const content = Readable.from(breaking());
    const file = { name: "a.bin", type: "application/octet-stream", isPrivate: false, content };
    await expect(provider().save(file)).rejects.toThrow();
    expect(await objects()).toEqual(before);
  });

  it("are found at the address of a CDN", async () => {
    const content = Readable.from(["a;b"]);
    const { save, read } = provider("https://cdn.example");
    const { key, url } = await save({ name: "x/list.csv", type: "text/csv", isPrivate: false, content });
    expect(url).toBe(`https://cdn.example/files/of-mine/uploads/${key}`);
    expect(await text(await read(key))).toBe("a;b");
  });

  it("answers 503 while the bucket cannot be reached", async () => {
    const other = await startShop({
      TRADEWIND_FILES: "s3://shop?endpoint=http://127.0.0.1:1&force_path_style=true",
    });
    const { status, body } = await upload(other, [aFile()]);
    expect([status, body.type, body.code]).toEqual([503, "unexpected_state", "storage_unavailable"]);
    expect(JSON.stringify(body)).not.toContain("127.0.0.1");
    await other.close();
  });
});

describe("TRADEWIND_FILES", () => {
  it("is the disk unless it names a bucket", () => {
    expect([readFilesSetting(undefined), readFilesSetting("local")]).toEqual(["local", "local"]);
    expect(readFilesSetting("s3://my.bucket")).toEqual({
      bucket: "my.bucket",
      prefix: "",
      forcePathStyle: false,
    });
    expect(readFilesSetting("s3://shop/a/b/?region=eu-central-1")).toMatchObject({
      prefix: "a/b/",
      region: "eu-central-1",
    });
  });

  it("reports what is wrong", () => {
    const problems: [given: string, message: RegExp][] = [
      ["disk", /must be local or s3/],
      ["http://shop", /must be local or s3/],
      ["s3://", /names no bucket/],
      ["s3://key:secret@shop", /credentials belong/],
      ["s3://shop?zone=1", /zone is not one of/],
      ["s3://shop?endpoint=minio:9000", /endpoint must begin with http/],
      ["s3://shop?force_path_style=yes", /must be true or false/],
    ];
    for (const [given, message] of problems) {
      expect(() => configFrom({ TRADEWIND_FILES: given })).toThrow(message);
    }
    expect(() => configFrom({ TRADEWIND_FILES_PUBLIC_URL: "cdn.example" })).toThrow(
      /TRADEWIND_FILES_PUBLIC_URL/,
    );
  });
});
