/** `order.placed`, `order.*` for all of an area, `*` for everything. */
export const isEventPattern = (text: string): boolean => /^(\*|[^\s*]+(\.\*)?)$/.test(text);

export function matches(pattern: string, name: string): boolean {
  if (pattern === "*" || pattern === name) return true;
  return pattern.endsWith(".*") && name.startsWith(pattern.slice(0, -1));
}
