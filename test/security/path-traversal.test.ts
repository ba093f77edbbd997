import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { aDataFolder, aFile, upload, uploaded } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// Keys that are no keys are in test/api/uploads.test.ts, names of files in test/providers/files-names.test.ts.
const data = aDataFolder();
const { it, shop } = withShop(
  () => startShop({ TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);
it.beforeAll(async () => {
  writeFileSync(join(data.folder, "jwt-secret"), "the secret of the shop");
});

/** A path as it is: clients and libraries would tidy it up. */
async function rawGet(path: string): Promise<string> {
  const { hostname, port } = new URL(shop.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

const climbs = ["..", "%2e%2e", "%2E.", "..%00", "%c0%ae%c0%ae", "%252e%252e", "....", "..;", "..%09"];
const separators = ["/", "%2f", "%5c", "%255c", "//"];

describe("a path that climbs", () => {
  it.each(["/uploads", "/demo/pictures", "/docs", ""])("out of %s leads nowhere", async (root) => {
    for (const climb of climbs) {
      for (const separator of separators) {
        for (const target of ["jwt-secret", `etc${separator}passwd`]) {
          const path = `${root}/${climb}${separator}${climb}${separator}${target}`;
          const answer = await rawGet(path);
          expect([path, answer.split("\r\n")[0]]).toEqual([
            path,
            expect.stringMatching(/^HTTP\/1\.1 4(00|04|14)/),
          ]);
          expect(answer).not.toMatch(/the secret of the shop|root:/);
        }
      }
    }
  });

  it("in the name of an uploaded file puts it nowhere but among the others", async () => {
    const names = [
      "../../jwt-secret",
      "..\\..\\jwt-secret",
      "/etc/cron.d/evil",
      "a/../../b.txt",
      "..",
      ".",
      "\0",
      "uploads",
    ];
    const before = new Set(data.files());
    for (const name of names) expect((await upload(shop, [aFile({ name })])).status).toBe(200);
    const added = data.files().filter((each) => !before.has(each));
    expect(added).toHaveLength(names.length);
    for (const file of added) expect(file).toMatch(/^file_[0-9A-Z]{26}-[\w.-]+$/);
    expect(readFileSync(join(data.folder, "jwt-secret"), "utf8")).toBe("the secret of the shop");
  });
});

describe("files outside of the folder", () => {
  it("is not given out, neither drafts nor folders", async () => {
    const { key } = await uploaded(shop, aFile());
    mkdirSync(join(data.folder, "uploads", "folder"), { recursive: true });
    writeFileSync(join(data.folder, "uploads", ".0123456789abcdef.part"), "half of a file");
    for (const name of ["folder", "folder/", ".0123456789abcdef.part", `folder/../${key}`]) {
      expect((await rawGet(`/uploads/${name}`)).split("\r\n")[0]).toMatch(/ 40[04] /);
    }
    expect(await rawGet(`/uploads/${key}`)).toContain("hello");
  });
});
