import { similarName } from "../../kernel/similar-name.ts";
import { settings } from "../../settings/settings.ts";
import { type Finding, fail, note } from "./finding.ts";

const known = Object.values(settings).map(({ variable }) => variable as string);

/** A short name is similar to too many others. */
const SHORTEST = 8;

/** Variables that are not read, but that look like a setting. */
export const misspeltFindings = (environment: Record<string, string | undefined>): Finding[] =>
  Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap(findingOf);

function findingOf(name: string): Finding[] {
  const similar = name.length < SHORTEST ? undefined : similarName(name, known);
  if (!name.startsWith("TRADEWIND_")) {
    return similar ? [note("settings", `${name} is no setting; did you mean ${similar}?`, RENAME)] : [];
  }
  if (similar) return [fail("settings", `There is no setting ${name}; did you mean ${similar}?`, RENAME)];
  return [note("settings", `There is no setting ${name}`, "docs/configuration.md lists the settings.")];
}

const RENAME = "Correct the name: until then it has no effect.";
