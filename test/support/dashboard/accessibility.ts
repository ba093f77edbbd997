import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What the page shows now has no violation of the rules of axe, in light and in dark colours. The script is evaluated by the
 * debugger, so that the policy of the page stays as it is.
 */
export async function checkAccessibility(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.evaluate(finishAnimations);
    await page.evaluate(`typeof axe === "undefined" && (() => { ${axe} })()`);
    const { violations } = (await page.evaluate(runAxe)) as AxeResults;
    expect(violations.map(described), `${page.url()} in ${colorScheme} colours`).toEqual([]);
  }
}

const runAxe = `axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
})`;

/** Half faded-in text has a low contrast. */
const finishAnimations = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
)`;

const described = ({ id, help, nodes }: AxeResults["violations"][number]) =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join("\n")}`;
