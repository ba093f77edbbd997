import { describe, expect } from "vitest";
import { KIT_NAMES, REACT_NAMES } from "../../src/plugins/dashboard/kit-names.ts";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const plugin = (name: string, entry: string) => ({
  [`${name}/plugin.mjs`]: `export default { name: "${name}", dashboard: new URL("./dashboard/", import.meta.url) };`,
  [`${name}/dashboard/index.ts`]: entry,
});

/** Tells whether it has everything that may be imported. */
const WHOLE = `
import * as kit from "tradewind/dashboard";
import * as react from "react";
const names = (found: object) => Object.entries(found).filter(([, value]) => value !== undefined).map(([name]) => name);
globalThis.shared = { kit: names(kit), react: names(react) };
const load = async () => ({ default: () => react.createElement(kit.Card, { title: "Whole" }, kit.useTexts()("a.b:c")) });
export default kit.defineDashboard({ cards: [{ on: "home", load }] });
`;

const files = new PluginFiles({
  ...plugin("whole", WHOLE),
  ...plugin(
    "typo",
    `export default { page: [], cards: [{ on: "cart" }], pages: [{ path: "../orders", title: "x", load() {} }] };`,
  ),
  ...plugin(
    "twice",
    `const page = { path: "a", title: "x", load() {} }; export default { pages: [page, { ...page }] };`,
  ),
  ...plugin("syntax", "export default {{;"),
  ...plugin("empty", "export const nothing = 1;"),
  ...plugin("slow", "await new Promise(() => {}); export default {};"),
});
const names = ["whole", "typo", "twice", "syntax", "empty", "slow"];
const { it, dashboard } = withDashboard({
  TRADEWIND_PLUGINS: names.map((name) => files.at(`${name}/plugin.mjs`)).join(),
});
it.afterAll(() => files.remove());

const REASONS = {
  typo: /there is no page: there are texts, pages.*pages\[0\]\.path must be a path below.*cards\[0\]\.on must be one of order/,
  twice: /pages has path "a" twice/,
  syntax: /index\.ts:1: /,
  empty: /the default export must be an object/,
  slow: /has not been loaded within 10 seconds/,
};

describe("plugins whose modules are wrong or missing", () => {
  it("are named with the reason, and the page and the other plugins go on", async () => {
    dashboard.allow(/^console: The (module of the )?plugin /);
    const page = await dashboard.open("/orders");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    // The list does not wait for the slow one.
    await page.getByText("No orders yet").waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("region", { name: "Whole" }).getByText("a.b:c").waitFor();
    for (const [name, reason] of Object.entries(REASONS)) {
      const notice = page.getByRole("alert").filter({ hasText: `The plugin ${name} is missing` });
      expect(await notice.textContent()).toMatch(reason);
    }
    await checkAccessibility(page);
    const shared = (await page.evaluate("globalThis.shared")) as Record<string, string[]>;
    expect(shared["kit"]!.sort()).toEqual([...KIT_NAMES].sort());
    expect(shared["react"]!.sort()).toEqual(["default", ...REACT_NAMES].sort());
    await page.goto(`${dashboard.url}/app/plugins/twice/a`);
    await page.getByText("The plugin twice is missing").waitFor();
  });
});
