import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { WAITS } from "../../src/http/waits.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop(() =>
  startShop({}, { waits: { ...WAITS, arrival: { limit: 1_000, checkedEvery: 50 } } }),
);

/** A connection to the server that sends bytes as they are. */
class RawConnection {
  received = "";
  isClosed = false;
  private readonly socket: Socket;

  constructor() {
    const { hostname, port } = new URL(shop.baseUrl);
    this.socket = connect(Number(port), hostname);
    this.socket.on("data", (chunk) => {
      this.received += chunk;
    });
    this.socket.on("close", () => {
      this.isClosed = true;
    });
    this.socket.on("error", () => {});
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  async closed(): Promise<string> {
    await until(() => this.isClosed);
    return this.received;
  }

  end(): void {
    this.socket.destroy();
  }
}

const answered = (text: string) => new RawConnection().send(text).closed();

const refusalOf = (text: string) => {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), ...JSON.parse(body) };
};

const count = async () => (await shop.admin.get("/admin/collections")).body.count;

describe("the header host", () => {
  it.each([
    "a b",
    "shop.example/path",
    "shop.example@evil.example",
    "shop.example:port",
    "shop.example:123456",
    "shop.example:65536",
    "a,b",
    "<script>",
    "",
  ])("is refused if it is no name: %j", async (host) => {
    const text = await answered(`GET /store/regions HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(refusalOf(text)).toMatchObject({ status: 400, type: "invalid_data" });
  });

  it("is refused if it is missing in HTTP/1.1, or sent twice", async () => {
    const missing = refusalOf(await answered("GET /store/regions HTTP/1.1\r\n\r\n"));
    expect(missing).toMatchObject({ status: 400, message: "The header host is missing or malformed" });
    const twice = await answered("GET /store/regions HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    expect(refusalOf(twice).status).toBe(400);
  });

  it("is refused if the address of the request names another host", async () => {
    const other = await answered(
      "GET http://evil.example/store/regions HTTP/1.1\r\nHost: shop.example\r\n\r\n",
    );
    expect(refusalOf(other)).toMatchObject({
      status: 400,
      message: "The header host is not that of the address",
    });
    const same =
      "GET http://shop.example/store/regions HTTP/1.1\r\nHost: Shop.example\r\nConnection: close\r\n\r\n";
    expect(await answered(same)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(["shop.example", "shop_1:9000", "127.0.0.1:80", "[::1]:9000", "SHOP.example."])(
    "is taken if it is a name: %s",
    async (host) => {
      const request = `GET /store/regions HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await answered(request)).toMatch(/^HTTP\/1\.1 200/);
    },
  );

  it("may be missing in HTTP/1.0", async () => {
    expect(await answered("GET /health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("a body", () => {
  const body = '{"title":"Odd"}';
  const head = (version: string, ...more: string[]) =>
    [
      `POST /admin/collections HTTP/${version}`,
      "Host: shop.example",
      `Cookie: connect.sid=${shop.admin.cookie("connect.sid")}`,
      "Content-Type: application/json",
      ...more,
      "",
      "",
    ].join("\r\n");
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

  it("in chunks is refused in HTTP/1.0, and nothing after it is read", async () => {
    const before = await count();
    const request = `${head("1.0", "Transfer-Encoding: chunked", "Connection: keep-alive")}${chunked}`;
    const text = await answered(request + request);
    expect(refusalOf(text)).toMatchObject({ status: 400, message: expect.stringMatching(/HTTP\/1\.0/) });
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(await count()).toBe(before);
  });

  it("in another transfer encoding than chunks is refused", async () => {
    const before = await count();
    const text = await answered(`${head("1.1", "Transfer-Encoding: gzip, chunked")}${chunked}`);
    expect(refusalOf(text).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it.each(["gzip", "br", "deflate", "x-unknown", "identity, gzip"])(
    "that is said to be compressed is refused, whether it is or not: %s",
    async (encoding) => {
      const before = await count();
      for (const content of [body, gzipSync(body)]) {
        const response = await fetch(`${shop.baseUrl}/admin/collections`, {
          method: "POST",
          headers: {
            cookie: `connect.sid=${shop.admin.cookie("connect.sid")}`,
            "content-type": "application/json",
            "content-encoding": encoding,
          },
          body: content,
        });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({
          type: "invalid_data",
          message: expect.stringMatching(/content-encoding/),
        });
      }
      expect(await count()).toBe(before);
    },
  );

  it("that drips is cut, also when the answer has long been sent, and the others are answered", async () => {
    const before = await count();
    const length = `Content-Length: ${body.length}`;
    const dripping = new RawConnection().send(head("1.1", length));
    const refused = new RawConnection().send(
      `POST /admin/collections HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`,
    );
    const drops = (async () => {
      for (const letter of body.slice(0, -1)) {
        dripping.send(letter);
        refused.send(letter);
        await pause(50);
      }
    })();
    expect((await shop.admin.get("/admin/collections")).status).toBe(200);
    expect(refusalOf(await dripping.closed())).toMatchObject({
      status: 408,
      message: "The request took too long to arrive.",
    });
    expect(refusalOf(await refused.closed()).status).toBe(401);
    await drops;
    expect(await count()).toBe(before);
  });

  it("of an upload may take longer, as long as it arrives", async () => {
    const part = "x".repeat(100_000);
    const start = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
    const end = "\r\n--b--\r\n";
    const upload = () =>
      new RawConnection().send(
        head("1.1", `Content-Length: ${start.length + 10 * part.length + end.length}`, "Connection: close")
          .replace("/admin/collections", "/admin/uploads")
          .replace("application/json", "multipart/form-data; boundary=b") + start,
      );
    const [slow, dripping] = [upload(), upload()];
    for (let round = 0; round < 10; round++) {
      slow.send(part);
      dripping.send("x");
      await pause(200);
    }
    expect(await slow.send(end).closed()).toMatch(/^HTTP\/1\.1 200/);
    expect(await dripping.closed()).toMatch(/^HTTP\/1\.1 408/);
  });
});

it("headers that drip are cut", async () => {
  const dripping = new RawConnection().send("GET /store/regions HTTP/1.1\r\nHost: a\r\n");
  while (!dripping.isClosed) {
    dripping.send("X-Drop: 1\r\n");
    await pause(50);
  }
  expect(refusalOf(dripping.received).status).toBe(408);
});
