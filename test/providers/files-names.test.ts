import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import {
  attachment,
  isValidLink,
  newKey,
  parseKey,
  signLink,
  storagePathOf,
} from "../../src/providers/files/file-key.ts";
import { nameByContent, safeName } from "../../src/providers/files/file-name.ts";
import { shapeOf } from "../../src/providers/files/file-types.ts";
import { PNG } from "../support/factories/uploads.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("names of files", () => {
  it("are harmless for any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.boolean(), (given, isPrivate) => {
        const name = safeName(given);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u);
        expect(name).not.toContain("..");
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(104);
        const key = newKey(given, isPrivate);
        expect(parseKey(key)).toMatchObject({ isPrivate });
        expect(attachment(parseKey(key)!)).toMatch(
          /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~-]+$/,
        );
      }),
    );
  });

  it("keep their extension when they are shortened", () => {
    expect(safeName(`${"日".repeat(200)}.jpeg`)).toMatch(/^日{31}\.jpeg$/);
    expect([safeName(""), safeName("..."), safeName("a/b\\c d.TXT")]).toEqual(["file", "file", "c-d.TXT"]);
  });

  it("have the extension of the content", () => {
    const cases: [name: string, content: Buffer, claimed: string, expected: string][] = [
      ["a.png", PNG, "", "a.png"],
      ["a.PNG", PNG, "", "a.PNG"],
      ["a.jpg", PNG, "image/jpeg", "a.png"],
      ["a", PNG, "text/html", "a.png"],
      ["a.txt", PNG, "", "a.txt.png"],
      ["a.png", bytes("<html>"), "image/png", "a.png.html"],
      ["a.png", bytes("<svg onload=x>"), "image/png", "a.png.svg"],
      ["a.png", bytes("\0\x01"), "image/png", "a.png.bin"],
      ["a.csv", bytes("<b>x</b>;y"), "", "a.csv"],
      ["a.xlsx", bytes("PK\x03\x04"), "", "a.xlsx"],
      ["a.3mf", bytes("PK\x03\x04"), "", "a.3mf"],
      ["a.png", bytes("PK\x03\x04"), "", "a.png.zip"],
      ["a.mp4", bytes("\0\0\0\x20ftyp"), "", "a.mp4"],
      ["a", bytes("\0\0\0\x20ftyp"), "video/mp4", "a.mp4"],
      ["a", bytes("{}"), "application/json; charset=utf-8", "a.json"],
      ["a", bytes("<html>"), "image/png", "a.html"],
      ["a.strange", bytes("text"), "", "a.strange.txt"],
      ["a.strange", bytes("\0"), "", "a.strange"],
    ];
    for (const [name, content, claimed, expected] of cases) {
      expect([name, nameByContent(name, content, claimed)]).toEqual([name, expected]);
    }
  });
});

describe("the shape of a content", () => {
  it("is seen in its first bytes", () => {
    const cases: [content: Buffer, shape: string][] = [
      [PNG, "png"],
      [bytes("\xff\xd8\xff\xe0"), "jpeg"],
      [bytes("GIF89a"), "gif"],
      [bytes("RIFF\x01\x02\x03\x04WEBP"), "webp"],
      [bytes("RIFF\x01\x02\x03\x04WAVE"), "binary"],
      [bytes("%PDF-1.7"), "pdf"],
      [bytes("PK\x05\x06"), "zip"],
      [Buffer.from("Größe;Preis\r\n1;2"), "text"],
      [bytes("Gr\xf6\xdfe;Preis"), "text"],
      [Buffer.from("\ufeff<h1>"), "html"],
      [Buffer.from("\ufeff<script>", "utf16le"), "html"],
      [bytes(" \n<!-- a --><!DOCTYPE HTML>"), "html"],
      [bytes("<?xml version='1.0'?><!-- a --><svg>"), "svg"],
      [bytes("<!DOCTYPE svg PUBLIC>"), "svg"],
      [bytes(`<!-- ${"x".repeat(2000)}`), "html"],
      [bytes("1 < 2"), "text"],
      [bytes("<3"), "text"],
    ];
    for (const [content, shape] of cases)
      expect([content.toString(), shapeOf(content)]).toEqual([content.toString(), shape]);
  });
});

describe("keys", () => {
  it("are plain names, or plain names of private files", () => {
    const wrong = [
      "",
      ".",
      "..",
      ".a",
      "a/b",
      "/a",
      "a\\b",
      "a\0",
      "a\n",
      "a%2f",
      "a..b",
      "protected/",
      "protected/.a",
    ];
    for (const key of [...wrong, "protected/a/b", "uploads/a", "x".repeat(256), "a\u202eb"]) {
      expect([key, parseKey(key)]).toEqual([key, null]);
    }
    for (const key of [
      "exports/a",
      "exports/../a",
      "exports/orders/",
      "exports/orders/.a",
      "exports/a/b/c",
    ]) {
      expect([key, parseKey(key)]).toEqual([key, null]);
    }
    // As the old system named them.
    expect(parseKey("1700000000-my photo (1).png")).toEqual({
      isPrivate: false,
      name: "1700000000-my photo (1).png",
    });
  });
});

describe("keys of exports", () => {
  const name = "exports/orders/order-export-1700000000000.csv";

  it("are their names, and private", () => {
    const key = newKey(name, true, true);
    expect(key).toBe(name);
    expect(parseKey(key)).toEqual({
      isPrivate: true,
      folder: "exports/orders/",
      name: "order-export-1700000000000.csv",
    });
    expect(storagePathOf(parseKey(key)!)).toBe(`protected/${name}`);
    expect(attachment(parseKey(key)!)).toContain('filename="order-export-1700000000000.csv"');
  });

  it("are never those of uploaded files, with any name", () => {
    expect(newKey(name, true)).toMatch(/^protected\/file_[0-9A-Z]{26}-order-export-1700000000000\.csv$/);
    expect(newKey(name, false, true)).toMatch(/^file_/);
    expect(newKey("../../etc/passwd", true, true)).toMatch(/^protected\/file_[0-9A-Z]{26}-passwd$/);
  });
});

describe("links", () => {
  it("hold for their key, their time and their secret", () => {
    const now = new Date("2024-01-01T00:00:00Z");
    const proof = signLink(fixedSecrets("secret"), "protected/a", new Date(now.getTime() + 60_000));
    expect(isValidLink(fixedSecrets("secret"), "protected/a", { ...proof, now })).toBe(true);
    expect(isValidLink(fixedSecrets("secret"), "protected/b", { ...proof, now })).toBe(false);
    expect(isValidLink(fixedSecrets("other"), "protected/a", { ...proof, now })).toBe(false);
    expect(
      isValidLink(fixedSecrets("secret"), "protected/a", { ...proof, now: new Date(now.getTime() + 60_000) }),
    ).toBe(false);
    expect(isValidLink(fixedSecrets("secret"), "protected/a", { ...proof, expires: "9999999999", now })).toBe(
      false,
    );
    expect(isValidLink(fixedSecrets("secret"), "protected/a", { now })).toBe(false);
  });
});
