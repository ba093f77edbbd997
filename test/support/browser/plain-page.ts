import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "./accessibility.ts";

/** A page of the server without the dashboard has no violation of the rules of axe, in light and dark, and nothing sideways. */
export async function checkPlainPage(opener: Page, url: string): Promise<void> {
  const page = await opener.context().browser()!.newPage();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      expect(await violationsOf(page, "one"), `${url} in ${colorScheme}, ${width} pixels wide`).toEqual([]);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth"), url).toBe(width);
  }
  await page.close();
}
