import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import S3rver from "s3rver";
import { describe, expect } from "vitest";
import { pack, writePackage } from "../../scripts/packaging/write-package.ts";
import type * as S3Library from "../../src/providers/files/s3-library.ts";
import type * as MailLibrary from "../../src/providers/smtp/mail-library.ts";
import type * as StripeLibrary from "../../src/providers/stripe/stripe-library.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { ran } from "../support/servers/shell.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";
import { MailServer } from "../support/services/mail-server.ts";

let folder: string;
const inShop = (path: string) => join(folder, "shop", path);
const installed = (path: string) => inShop(`node_modules/tradewind/${path}`);

/** The packed package, installed in a folder outside of the repository. */
const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-package-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    await writePackage({ folder: join(folder, "package") });
    const tarball = pack(join(folder, "package"), folder);
    mkdirSync(inShop(""));
    writeFileSync(inShop("package.json"), '{ "private": true, "type": "module" }');
    const words = ["install", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund", tarball];
    await ran("npm", words, { environment: {}, cwd: inShop("") });
  },
  () => rmSync(folder, { recursive: true, force: true }),
);

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

describe("the package", () => {
  it("has the recorded files", () => {
    const found = filesIn(installed("")).map((each) =>
      join(each.parentPath, each.name).slice(installed("").length),
    );
    const kinds = found.map((path) =>
      path
        .replace(
          /^(docs|docs\/adr|docs\/guides|docs\/images|migrations)\/[^/]+\.(md|svg|png|sql)$/,
          "$1/*.$2",
        )
        .replace(/^(examples\/[^/]+)\/.+$/, "$1/**")
        .replace(/^(dist\/dashboard\/assets)\/[^/]+?\.((?:js|css)(?:\.br)?)$/, "$1/*.$2"),
    );
    const recorded = readFileSync(new URL("files.txt", import.meta.url), "utf8")
      .trim()
      .split("\n");
    expect([...new Set(kinds)].sort()).toEqual(recorded);
  });

  it("is installed with less than 130 MB and 150 packages", () => {
    const sizes = filesIn(inShop("node_modules")).map(
      (each) => statSync(join(each.parentPath, each.name)).size,
    );
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2;
    expect(megabytes).toBeLessThan(130);
    const { packages } = JSON.parse(readFileSync(inShop("node_modules/.package-lock.json"), "utf8"));
    expect(Object.keys(packages).length).toBeLessThan(150);
  });

  it("names the licences of the packages inside", () => {
    const text = readFileSync(installed("THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of [
      "fastify",
      "pg",
      "stripe",
      "graphile-worker",
      "@aws-sdk/client-s3",
      "react",
      "@mantine/core",
    ])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, (MIT|Apache-2.0)$`, "m"));
  });

  it("can be published, and has no script and no development package", () => {
    const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("private");
    expect(manifest).not.toHaveProperty("scripts");
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
  });
});

/** The exports of a bundled library, as the server loads them. */
const libraryOf = (name: string) => import(pathToFileURL(installed(`dist/${name}-library.js`)).href);

describe("what is loaded late", () => {
  it.each(["mail", "markdown", "opentelemetry", "queue", "s3", "stripe"])(
    "is in the package: %s",
    async (library) => {
      const values = Object.values(await libraryOf(library));
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(value).toBeDefined();
    },
  );
});

describe("the bundled libraries", () => {
  it("store and read a file on S3", async () => {
    const { S3Client, Upload, GetObjectCommand } = (await libraryOf("s3")) as typeof S3Library;
    const s3rver = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: join(folder, "s3"),
      configureBuckets: [{ name: "shop", configs: [] }],
    });
    const { port } = await s3rver.run();
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      region: "us-east-1",
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    });
    try {
      const place = { Bucket: "shop", Key: "note.txt" };
      await new Upload({ client, params: { ...place, Body: "a note" } }).done();
      const { Body } = await client.send(new GetObjectCommand(place));
      expect(await Body!.transformToString()).toBe("a note");
    } finally {
      client.destroy();
      await s3rver.close();
    }
  });

  it("send a mail", async () => {
    const { createTransport } = (await libraryOf("mail")) as typeof MailLibrary;
    const server = new MailServer();
    const transport = createTransport(await server.start());
    await transport.sendMail({
      from: "shop@localhost",
      to: "ada@example.com",
      subject: "An order",
      text: "…",
    });
    expect((await server.mailTo("ada@example.com")).content).toContain("Subject: An order");
    transport.close();
    await server.stop();
  });

  it("open a payment at Stripe", async () => {
    const { Stripe } = (await libraryOf("stripe")) as typeof StripeLibrary;
    const fake = new FakeStripe();
    await fake.start();
    const { hostname, port } = new URL(fake.url);
    const stripe = new Stripe(fake.apiKey, { host: hostname, port, protocol: "http", telemetry: false });
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "eur" });
    expect(intent).toMatchObject({ object: "payment_intent", amount: 1000, currency: "eur" });
    await fake.stop();
  });
});

describe("the installed server", () => {
  it("starts in an empty folder, and serves the reference and the guides", async () => {
    const environment = { TRADEWIND_DATA_DIR: inShop("data"), LOG_LEVEL: "error" };
    const words = ["start", "--no-demo", "--port", "0"];
    const server = tradewind(words, environment, { cwd: inShop(""), program: installed("dist/main.js") });
    try {
      const url = await urlOf(server);
      for (const path of [
        "/health",
        "/app",
        "/docs",
        "/openapi.json",
        "/guides",
        "/guides/plugins",
        "/store/regions",
      ])
        expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
      const page = await fetch(`${url}/guides/plugins`, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain("<title>Plugins</title>");
    } finally {
      server.process.kill("SIGTERM");
      await server.ended;
    }
  });
});
