import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nextVersion, unreleasedNotes, withRelease } from "../../scripts/releasing/changelog.ts";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const versionIn = (name: string) => JSON.parse(read(name)).version;

const changelog = (notes: string) =>
  `# Changelog\n\n## [Unreleased]\n${notes}\n## [0.1.0] - 2026-11-17\n\n### Removed\n- Old things\n`;

describe("the next version", () => {
  it.each([
    ["0.1.0", "### Fixed\n- a", "0.1.1"],
    ["0.1.4", "### Added\n- a\n\n### Fixed\n- b", "0.2.0"],
    ["0.1.4", "### Removed\n- a", "0.2.0"],
    ["1.4.2", "### Security\n- a", "1.4.3"],
    ["1.4.2", "### Changed\n- a", "1.5.0"],
    ["1.4.2", "### Added\n- a\n\n### Breaking\n- b", "2.0.0"],
  ])("after %s with %j is %s", (current, notes, version) => {
    expect(nextVersion(current, notes)).toBe(version);
  });

  it("needs notes", () => {
    expect(() => nextVersion("0.1.0", unreleasedNotes(changelog("\n")))).toThrow("no notes");
    expect(() => unreleasedNotes("# Changelog\n")).toThrow("Unreleased");
  });
});

describe("a release", () => {
  const version = { version: "0.2.0", date: "2026-12-01" };

  it("moves the notes to the version and leaves none", () => {
    const after = withRelease(changelog("\n### Added\n- New things\n"), version);
    expect(after).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n- New things\n\n## [0.1.0] - 2026-11-17\n\n### Removed\n- Old things\n",
    );
    expect(unreleasedNotes(after)).toBe("");
  });

  it.each([
    ["0.1.0", "has a version 0.1.0 already"],
    ["2.0", "2.0 is not a version"],
  ])("is refused for %s", (given, message) => {
    const notes = changelog("\n### Added\n- New things\n");
    expect(() => withRelease(notes, { ...version, version: given })).toThrow(message);
  });

  it("is refused without notes", () => {
    expect(() => withRelease(changelog("\n"), version)).toThrow("no notes");
  });
});

describe("this repository", () => {
  it("has one version, and notes for it", () => {
    const version = versionIn("package.json");
    expect(versionIn("package-lock.json")).toBe(version);
    expect(versionIn("packages/create-tradewind/package.json")).toBe(version);
    expect(read("CHANGELOG.md")).toContain(`## [${version}] - `);
  });
});
