/** Below which address the pages of a plugin are. */
export const PLACES = { pages: "/plugins", settings: "/settings/plugins" } as const;

export type Place = keyof typeof PLACES;

export const addressOf = (place: Place, plugin: string, path: string): string =>
  `${PLACES[place]}/${plugin}/${path}`;

const stepsOf = (path: string) => path.split("/").filter(Boolean);

/** The values of a path such as `members/:id`; null if the address is another. */
export function matched(path: string, given: string): Record<string, string> | null {
  const wanted = stepsOf(path);
  const steps = stepsOf(given);
  if (wanted.length !== steps.length) return null;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    if (step.startsWith(":")) params[step.slice(1)] = steps[index]!;
    else if (step !== steps[index]) return null;
  }
  return params;
}
