import type { Finding, Summary } from "./tally.ts";

/** What was done and what was found, for people. */
export function printed(summary: Summary, seconds: number): string {
  const { requests, statuses, kinds, operations, slowest, findings } = summary;
  const accepted = Object.values(operations).filter((each) => each.accepted > 0).length;
  const never = Object.entries(operations).filter(([, each]) => each.accepted === 0);
  const counts = (all: Record<string, number>) =>
    Object.entries(all)
      .sort()
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return [
    "",
    `requests     ${requests} in ${Math.round(seconds)} s`,
    `answers      ${counts(statuses)}`,
    `kinds        ${counts(kinds)}`,
    `operations   ${Object.keys(operations).length} called, ${accepted} of them did something`,
    ...never.map(([name, { refusals }]) => `  never      ${name}: ${mostSaid(refusals)}`),
    `slowest      ${slowest.map(({ ms, operation }) => `${ms} ms ${operation}`).join(", ")}`,
    `findings     ${findings.length}`,
  ].join("\n");
}

const mostSaid = (refusals: Record<string, number>) =>
  Object.entries(refusals).sort(([, one], [, other]) => other - one)[0]?.[0] ?? "";

/** The first of each sort: the same fault is found again and again. */
export function told(findings: Finding[]): string[] {
  return [...grouped(findings).values()].map((same) => `\n${same.length} x ${oneFinding(same[0]!)}`);
}

const sortOf = ({ operation, fault }: Finding) => `${operation} ${fault.slice(0, 60)}`;

function grouped(findings: Finding[]): Map<string, Finding[]> {
  const sorts = new Map<string, Finding[]>();
  for (const each of findings) sorts.set(sortOf(each), [...(sorts.get(sortOf(each)) ?? []), each]);
  return sorts;
}

function oneFinding({ operation = "the shop", kind, fault, message, reply }: Finding): string {
  const lines = [`${operation} (${kind ?? "at the end"}) ${fault}`];
  if (message) {
    const { method, path, headers, body } = message;
    lines.push(`  ${method} ${path.slice(0, 600)}`, `  ${JSON.stringify(headers).slice(0, 400)}`);
    if (body !== undefined) lines.push(`  ${body.slice(0, 1_500)}`);
  }
  if (reply) lines.push(`  -> ${reply.status} ${reply.text.slice(0, 400)}`);
  return lines.join("\n");
}
