const UNRELEASED = "## [Unreleased]\n";

/** Sections of CHANGELOG.md by the change of the version that they need, the greatest first. */
const needs = {
  breaking: ["Breaking", "Removed"],
  feature: ["Added", "Changed", "Deprecated"],
  fix: ["Fixed", "Security"],
} as const;

type Need = keyof typeof needs;

/** The notes of the next version. */
export function unreleasedNotes(changelog: string): string {
  const [, after] = changelog.split(UNRELEASED);
  if (after === undefined) throw new Error(`CHANGELOG.md has no "${UNRELEASED.trim()}"`);
  return after.split(/^## /m)[0]!.trim();
}

/** The greatest change in the notes. Sections with other titles explain and change nothing. */
function needOf(notes: string): Need {
  const titles = [...notes.matchAll(/^### (.+)$/gm)].map(([, title]) => title!);
  const found = Object.entries(needs).find(([, names]) => names.some((name) => titles.includes(name)));
  if (!found) throw new Error("CHANGELOG.md has no notes for the next version");
  return found[0] as Need;
}

/** The policy of docs/releases.md: before 1.0.0 a breaking change raises the second number. */
export function nextVersion(current: string, notes: string): string {
  const [major, minor, patch] = current.split(".").map(Number) as [number, number, number];
  const need = needOf(notes);
  if (need === "fix") return `${major}.${minor}.${patch + 1}`;
  return need === "breaking" && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** The changelog after the release: the notes belong to the version, and the next version has none. */
export function withRelease(changelog: string, { version, date }: { version: string; date: string }): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a version ${version} already`);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version`);
  needOf(unreleasedNotes(changelog));
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`);
}
