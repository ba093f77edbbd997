import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { attachment } from "../../src/providers/files/file-key.ts";
import { safeName } from "../../src/providers/files/file-name.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

/** What the server answers to exactly these bytes. */
async function answerTo(message: string): Promise<string> {
  const { hostname, port } = new URL(shop.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(Buffer.from(message, "latin1"));
  return text(socket);
}

const posting = (header: string, body = "{}") =>
  `POST /store/carts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${header}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** Characters that end a line in a browser, a proxy or a log. */
const breaks = ["\r\n", "\n", "\r", "\0", "\u000b", "\u000c", "\u0085", "\u007f"];

describe("what a client sends in a header and gets back in one", () => {
  it.each(["idempotency-key", "x-request-id"])("cannot break out of it: %s", async (name) => {
    for (const character of breaks) {
      const answer = await answerTo(posting(`${name}: a${character}set-cookie: forged=1`));
      const [head = ""] = answer.split("\r\n\r\n");
      expect(head, JSON.stringify(character)).not.toMatch(/^set-cookie:/im);
      expect(answer, JSON.stringify(character)).toMatch(/^HTTP\/1\.1 [24]/);
    }
  });

  it("is not taken from a path or a query that spells a line break", async () => {
    for (const path of [
      "/%0d%0aset-cookie:%20forged=1",
      "/store/regions?a=%0d%0aset-cookie:%20forged=1",
      "//evil.example/%0d%0a",
    ]) {
      const answer = await answerTo(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      const [head = ""] = answer.split("\r\n\r\n");
      expect(head).not.toMatch(/forged|evil/);
      expect(head).toMatch(/^HTTP\/1\.1 4/);
    }
  });

  it("is not where a redirect leads: the host that was asked for plays no part", async () => {
    for (const path of ["/docs", "/docs/", "/store/regions/", "/admin"]) {
      const answer = await answerTo(
        `GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
      );
      expect(answer.split("\r\n\r\n")[0]).not.toContain("evil.example");
    }
  });
});

describe("the name of a file in a header", () => {
  it.each([
    'a"; filename="b.html',
    "a\r\nset-cookie: forged=1",
    "a\n.txt",
    "a\0b",
    "x".repeat(5_000),
    "日本\u2028.pdf",
    "..\\..\\a.txt",
  ])("%j is harmless there", (name) => {
    const header = attachment({ isPrivate: true, name: `file_01ARZ3NDEKTSV4RRFFQ69G5FAV-${safeName(name)}` });
    expect(header).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~-]+$/);
  });
});

describe("requests that two servers would read differently", () => {
  it.each([
    ["a length and chunks", "content-length: 5\r\ntransfer-encoding: chunked"],
    ["two lengths", "content-length: 2\r\ncontent-length: 40"],
    ["a length that is none", "content-length: +2"],
    ["chunks in disguise", "transfer-encoding: xchunked"],
    ["a space before the colon", "transfer-encoding : chunked"],
    ["a line that goes on", "transfer-encoding:\r\n chunked"],
  ])("are refused, and what follows in them is not carried out: %s", async (_, header) => {
    const smuggled = "GET /health HTTP/1.1\r\nhost: a\r\n\r\n";
    const answer = await answerTo(
      `POST /store/carts HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${header}\r\n\r\n0\r\n\r\n${smuggled}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ["host", "host: a", "host: evil.example"],
    ["Host, in other letters", "Host: a", "HOST: a"],
    ["authorization", "host: a\r\nauthorization: Bearer a", "Authorization: Bearer b"],
    ["origin", "host: a\r\norigin: http://a", "origin: http://evil.example"],
  ])("are refused when they say something twice: %s", async (_, first, second) => {
    for (const path of ["/store/regions", "/health", "/nothing"]) {
      const answer = await answerTo(
        `GET ${path} HTTP/1.1\r\n${first}\r\n${second}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
      expect(answer).toContain('"type":"invalid_data"');
    }
  });

  it("are refused when there is too much before the body", async () => {
    const answer = await answerTo(posting(`x-long: ${"x".repeat(20_000)}`));
    expect(answer).toMatch(/^HTTP\/1\.1 431/);
    expect(answer).toContain('"type":"invalid_data"');
  });
});
