/**
 * What each list showed last in this tab: filters, order and page. The link back to a list leads there. By the path of the list's
 * route, also after the page is loaded again.
 */
const keyOf = (path: string) => `tradewind.list ${path}`;

export const keepSearch = (path: string, search: object): void =>
  sessionStorage.setItem(keyOf(path), JSON.stringify(search));

export function lastSearch(path: string): object {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
