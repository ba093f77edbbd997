import type { SoakReport } from "./soak.ts";

const section = (title: string, counts: [string, number][]) =>
  counts.length === 0
    ? ""
    : `\n${title}\n${counts.map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`).join("\n")}\n`;

/** What was done, what was broken, and what did not hold. */
export function reportOf({ seed, counts, violations }: SoakReport): string {
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const of = (prefix: string) =>
    all
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(prefix.length), count]);
  const prefixes = ["fault ", "answers ", "actions refused ", "actions ", "refusal "];
  const rest = all.filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix)));
  const actions = of("actions ").filter(([name]) => !String(name).startsWith("refused"));
  return [
    `\nSoak with seed ${seed}`,
    section("Done", rest),
    section("By merchants", actions as [string, number][]),
    section("By merchants, refused", of("actions refused ") as [string, number][]),
    section("Answers by status", of("answers ") as [string, number][]),
    section("Refusals", (of("refusal ") as [string, number][]).slice(0, 25)),
    section("Faults", of("fault ") as [string, number][]),
    violations.length === 0
      ? "\nNo violations."
      : `\n${violations.length} violations (seed ${seed}):\n${violations.map((each) => `  - ${each}`).join("\n")}`,
  ].join("");
}
