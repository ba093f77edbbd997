export const TEMPLATE = "tradewind_template";

/** The URL of another database of the server. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
