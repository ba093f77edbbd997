import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { HttpSender } from "../../src/modules/platform/webhooks/sending/http-sender.ts";
import { oauth2App } from "../../src/providers/oauth2-app.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";

// Payment services that answer nonsense, late or not at all: src/providers/provider-data.test.ts, call-provider.test.ts,
// test/providers/stripe-faults.test.ts. Signatures of their news: test/providers/stripe-webhook.test.ts.
let outside: Server;
let url: string;
let react: (response: ServerResponse) => void;
const it = withSetup(
  async () => {
    outside = createServer((request, response) => {
      response.on("error", () => {});
      request.resume().on("end", () => react(response));
    });
    await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  },
  () => {
    outside.closeAllConnections();
    outside.close();
  },
);

/** An answer that never ends by itself. */
const endless = (type: string, text: string) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": type });
  const more = () => {
    while (!response.destroyed && response.write(text.repeat(1_000)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

const app = () =>
  oauth2App({
    ...{ application_name: "books", display_name: "Books", client_id: "shop", client_secret: "s3cret" },
    ...{ authorize_url: `${url}/authorize`, token_url: `${url}/token`, redirect_uri: "https://desk.example" },
  });
const exchange = () => app().exchange("code", { signal: AbortSignal.timeout(30_000) });

describe("the answer of a provider of tokens", () => {
  it("is read to a certain length, not to the end of memory", async () => {
    react = endless("application/json", '{"access_token":"x",');
    await expect(exchange()).rejects.toThrow("its answer has no access_token");
  });

  it.each([
    "",
    "null",
    "[]",
    "7",
    '"text"',
    "<html>",
    '{"access_token":7}',
    '{"access_token":""}',
    '{"access_token":{"a":1}}',
  ])("is no token when it is %s", async (text) => {
    react = (response) => response.end(text);
    await expect(exchange()).rejects.toThrow("its answer has no access_token");
  });

  it("is quoted in a few words, with any message", async () => {
    react = (response) => response.writeHead(400).end(JSON.stringify({ error: "x".repeat(10_000) }));
    const error = await exchange().catch((thrown: Error) => thrown);
    expect((error as Error).message.length).toBeLessThan(400);
  });
});

describe("the answer of a webhook's receiver", () => {
  it("is read up to a limit, and little of it is stored", async () => {
    react = endless("text/plain", "thanks ");
    const sender = new HttpSender({ addressPolicy: "anywhere", timeout: 30_000 });
    const answer = await sender.send({ url, headers: {}, body: "{}" });
    sender.close();
    expect(answer.status).toBe(200);
    expect(answer.body!.length).toBeLessThanOrEqual(1_000);
  });

  it("is stored without unsupported characters", async () => {
    react = (response) => response.end(Buffer.from([0x61, 0x00, 0x62, 0xff, 0xed, 0xa0, 0x80]));
    const sender = new HttpSender({ addressPolicy: "anywhere", timeout: 30_000 });
    const { body } = await sender.send({ url, headers: {}, body: "{}" });
    sender.close();
    expect(body).toMatch(/^ab/);
    expect(body).not.toContain("\0");
  });
});
