/** Each browser has words of its own for a script, or a style, of a page that could not be loaded. */
export const isMissingScript = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|importing a module|preload css/i.test(error.message);

/** Whether this tab is from before an update of the dashboard: the page that is served now begins with another script. */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  const page = await fetch(document.baseURI, { cache: "no-store" });
  return page.ok && script != null && !(await page.text()).includes(script);
}
