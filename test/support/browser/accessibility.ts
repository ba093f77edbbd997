import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the page shows now has no violation of the rules of axe, in light and in dark colours. */
export async function checkAccessibility(page: Page): Promise<void> {
  expect(await violationsOf(page), page.url()).toEqual([]);
}

/** The script is evaluated by the debugger, so that the policy of the page stays as it is. */
export async function violationsOf(page: Page, colours: "both" | "light" = "both"): Promise<string[]> {
  const inLight = await brokenRules(page, RULES);
  if (colours === "light") return inLight;
  await inColours(page, "dark");
  const inDark = await brokenRules(page, CONTRAST);
  await inColours(page, "light");
  return [...inLight, ...inDark.map((text) => `in dark colours: ${text}`)];
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Nothing else depends on the colours. */
const CONTRAST = ["color-contrast"];

async function inColours(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

async function brokenRules(page: Page, rules: string[]): Promise<string[]> {
  await page.evaluate(atRest);
  await page.evaluate(`typeof axe === "undefined" && (() => { ${axe} })()`);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return violations.map(described);
}

/** Half faded-in text has a low contrast. What a frame starts ends before the next look. */
const atRest = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const running = () => document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  await frame();
  while (running().length > 0) {
    await Promise.allSettled(running().map((animation) => animation.finished));
    await frame();
  }
})()`;

const described = ({ id, help, nodes }: AxeResults["violations"][number]) =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join("\n")}`;
