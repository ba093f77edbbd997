import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { untilOrGivenUp } from "../time/until.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the page shows now has no violation of the rules of axe, in light and in dark colours. */
export async function checkAccessibility(page: Page): Promise<void> {
  expect(await violationsOf(page), page.url()).toEqual([]);
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 900 };

/** The same on a desk and on a phone, and nothing is wider than the screen, or than its dialog. Leaves the page as wide as it was. */
export async function checkBothScreens(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  for (const screen of [before.width < DESK.width ? DESK : PHONE, before]) {
    await page.setViewportSize(screen);
    await untilOrGivenUp(async () => (await partsThatAreWide(page)).length === 0, 2_000);
    expect(await partsThatAreWide(page), `${page.url()}, ${screen.width} pixels wide`).toEqual([]);
    await checkAccessibility(page);
  }
}

/** A dialog hides what is too wide for it, so that the page stays as wide as the screen. */
const partsThatAreWide = (page: Page) =>
  page.evaluate<string[]>(`[document.documentElement, ...document.querySelectorAll("[role=dialog]")]
    .filter((part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth + 1)
    .map((part) => part.cloneNode(false).outerHTML)`);

/** The script is evaluated by the debugger, so that the policy of the page stays as it is. */
export async function violationsOf(page: Page, colours: "both" | "one" = "both"): Promise<string[]> {
  const inLight = await brokenRules(page, RULES);
  if (colours === "one") return inLight;
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
