import { symlinkSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { PluginProblem } from "../../src/plugins/plugin-problem.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

const PLUGIN = `export default { name: "points", dashboard: new URL("./dashboard/", import.meta.url) };`;
const ENTRY = `
import { defineDashboard, Card } from "tradewind/dashboard";
import logo from "./pictures/logo.svg";
import "./points.css";
const Small = ({ points }: { points: number }) => <Card title={logo}>{points}</Card>;
export default defineDashboard({ cards: [{ on: "order", load: () => import("./parts/card.tsx") }] , Small } as any);
`;
const CARD = `
import { useState } from "react";
export default function OrderCard() { return <p>{useState("a card")[0]}</p>; }
`;
const FILES = {
  "plugin.mjs": PLUGIN,
  "secret.ts": `export const secret = "s3cret";`,
  "dashboard/index.tsx": ENTRY,
  "dashboard/parts/card.tsx": CARD,
  "dashboard/points.css": ".points { color: red; }",
  "dashboard/pictures/logo.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
  "dashboard/notes.txt": "of the author",
  "dashboard/.env": "KEY=s3cret",
};

const made: PluginFiles[] = [];
const plugin = (files: Record<string, string>) => {
  const written = new PluginFiles(files);
  made.push(written);
  return written;
};
let shop: StartedShop | undefined;
const start = async (files: PluginFiles, more: Record<string, string> = {}) => {
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.mjs"), ...more });
  return shop;
};
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  for (const files of made.splice(0)) files.remove();
});

const modulesOf = async ({ admin }: StartedShop) => (await admin.get("/admin/permissions/me")).body.plugins;
/** The folder of the files, with a slash at its end. */
const addressOf = async (started: StartedShop): Promise<string> =>
  `/app/${(await modulesOf(started))[0].module.replace(/entry\.js$/, "")}`;

describe("the parts of a plugin in the dashboard", () => {
  it("are named with the user, and are one module that imports nothing by name", async () => {
    const started = await start(plugin(FILES));
    const [found, ...others] = await modulesOf(started);
    expect(found).toEqual({
      name: "points",
      module: expect.stringMatching(/^plugin-files\/points\/[0-9a-f]{16}\/entry\.js$/),
    });
    expect(others).toEqual([]);
    const { status, body, headers } = await started.visitor().get(`/app/${found.module}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(body).toContain('Symbol.for("tradewind.dashboard")');
    expect(body).not.toMatch(/from\s*"(react|tradewind)|: number/);
  });

  it("load on demand what is imported on demand, and are compressed", async () => {
    const started = await start(plugin(FILES));
    const folder = await addressOf(started);
    const { body } = await started.visitor().get(`${folder}entry.js`);
    const [, card] = /import\("\.\/(card-[A-Z0-9]+\.js)"\)/.exec(body)!;
    expect(body).not.toContain("a card");
    const packed = await started.visitor().get(folder + card, { headers: { "accept-encoding": "br" } });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.body).toContain("a card");
  });

  it("have pictures and style sheets with their types, and no other file", async () => {
    const started = await start(plugin(FILES));
    const folder = await addressOf(started);
    const visitor = started.visitor();
    const typeOf = async (file: string) => {
      const { status, headers } = await visitor.get(folder + file);
      return status === 200 ? headers.get("content-type") : status;
    };
    expect(await typeOf("points.css")).toBe("text/css; charset=utf-8");
    expect(await typeOf("pictures/logo.svg")).toBe("image/svg+xml");
    for (const file of ["index.tsx", "parts/card.tsx", "notes.txt", ".env", "nothing.js"])
      expect(await typeOf(file), file).toBe(404);
    for (const file of [
      "..%2f..%2fsecret.ts",
      "%2e%2e/secret.ts",
      "../plugin.mjs",
      "..%5csecret.ts",
      "constructor",
      "__proto__",
    ])
      expect([404, "text/html; charset=utf-8"], file).toContain(await typeOf(file));
    const other = folder.replace(/[0-9a-f]{16}/, "0".repeat(16));
    expect((await visitor.get(`${other}entry.js`)).status).toBe(404);
    expect((await visitor.get(`${other}entry.js`)).headers.get("cache-control")).toBe("no-store");
  });

  it("have another address when a file changes", async () => {
    const files = plugin(FILES);
    const before = await addressOf(await start(files));
    await shop!.close();
    files.write("dashboard/parts/card.tsx", CARD.replace("a card", "another card"));
    const after = await addressOf(await start(files));
    expect(after).not.toBe(before);
    expect((await shop!.visitor().get(`${before}entry.js`)).status).toBe(404);
  });

  it("leave the policy of the page as it is", async () => {
    const policyOf = async ({ visitor }: StartedShop) =>
      (await visitor().get("/app")).headers.get("content-security-policy")?.replace(/nonce-[^']+/, "nonce");
    const withPlugin = await policyOf(await start(plugin(FILES)));
    await shop!.close();
    shop = await startShop();
    const without = await policyOf(shop);
    expect(withPlugin?.replaceAll(/:\d+/g, "")).toBe(without?.replaceAll(/:\d+/g, ""));
    expect(without).toContain("script-src 'self';");
    expect(await modulesOf(shop)).toBeUndefined();
    expect(Object.keys((await shop.admin.get("/admin/permissions/me")).body)).toEqual([
      "user",
      "role_id",
      "permissions",
    ]);
  });

  it("are not there without the dashboard", async () => {
    const started = await start(plugin(FILES), { TRADEWIND_DASHBOARD: "off" });
    expect(await modulesOf(started)).toBeUndefined();
  });
});

const thrownBy = (module: string): string =>
  JSON.parse(/^throw new SyntaxError\((".*")\);$/m.exec(module)![1]!);

describe("what cannot be compiled throws in the browser, with file and line", () => {
  const refusals: [string, Record<string, string>, RegExp][] = [
    ["a syntax error", { "dashboard/index.tsx": "\nexport default {{;" }, /index\.tsx:2: /],
    ["a package", { "dashboard/index.tsx": `import "dayjs";` }, /"dayjs" cannot be imported/],
    ["another host", { "dashboard/index.tsx": `import "https://cdn.example/x.js";` }, /cannot be imported/],
    ["a file outside", { "dashboard/index.tsx": `import "../secret.ts";` }, /"\.\.\/secret\.ts" is outside/],
    ["a file that is not there", { "dashboard/index.tsx": `import "./none.ts";` }, /no file "none\.ts"/],
    [
      "a name that the dashboard does not share",
      { "dashboard/index.tsx": `import { Cart } from "tradewind/dashboard"; console.log(Cart);` },
      /No matching export.*"Cart"/,
    ],
  ];
  for (const [name, files, problem] of refusals)
    it(name, async () => {
      const started = await start(plugin({ ...FILES, ...files }));
      const { status, body, headers } = await started.visitor().get(`${await addressOf(started)}entry.js`);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(thrownBy(body)).toMatch(problem);
      expect(body).not.toContain("s3cret");
    });

  it("a link to a file elsewhere", async () => {
    const files = plugin({ ...FILES, "dashboard/index.tsx": `import "./link.ts";` });
    symlinkSync(files.at("secret.ts"), files.at("dashboard/link.ts"));
    const started = await start(files);
    const { body } = await started.visitor().get(`${await addressOf(started)}entry.js`);
    expect(thrownBy(body)).toMatch(/no file "link\.ts"/);
  });
});

describe("a wrong declaration stops the start", () => {
  const declaring = (dashboard: string) => `export default { name: "points", dashboard: ${dashboard} };`;
  const refusals: [string, Record<string, string>, RegExp][] = [
    ["of another type", { "plugin.mjs": declaring("true") }, /dashboard must be a folder/],
    [
      "of another host",
      { "plugin.mjs": declaring(`new URL("https://x.example/")`) },
      /dashboard must be a folder/,
    ],
    [
      "with an unknown key",
      { "plugin.mjs": declaring("{ file: import.meta.url }") },
      /dashboard must be a folder/,
    ],
    [
      "without the folder",
      { "plugin.mjs": declaring(`new URL("./none/", import.meta.url)`) },
      /there is no folder/,
    ],
    [
      "without an entry",
      {
        "dashboard/index.tsx": "",
        "plugin.mjs": declaring(`new URL("./dashboard/pictures/", import.meta.url)`),
      },
      /there is no file index\.tsx or /,
    ],
    [
      "without the named entry",
      { "plugin.mjs": declaring(`{ entry: new URL("./dashboard/main.ts", import.meta.url) }`) },
      /there is no file main\.ts in/,
    ],
    ["with two entries", { "dashboard/index.js": "" }, /index\.tsx and index\.js are in/],
  ];
  for (const [name, files, problem] of refusals)
    it(name, async () => {
      const starting = start(plugin({ ...FILES, ...files }));
      await expect(starting).rejects.toThrow(problem);
      await expect(starting).rejects.toBeInstanceOf(PluginProblem);
    });
});
