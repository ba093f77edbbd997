import type { Estimate } from "./estimate.ts";
import type { Finding, Severity } from "./finding.ts";

export interface Report {
  findings: readonly Finding[];
  estimate: Estimate;
}

export const mayAdopt = ({ findings }: Pick<Report, "findings">): boolean =>
  findings.every(({ severity }) => severity !== "stop");

const headings: readonly (readonly [severity: Severity, heading: string])[] = [
  ["stop", "These stop it:"],
  ["warning", "To decide about:"],
  ["note", "Found:"],
];

/** For people: what stops comes first, and the last line says what to do. */
export function reportText({ findings, estimate }: Report): string {
  const groups = headings.flatMap(([severity, heading]) => {
    const found = findings.filter((finding) => finding.severity === severity);
    return found.length > 0 ? [[heading, ...found.map(({ message }) => item(message))].join("\n")] : [];
  });
  return [...groups, estimateText(estimate), lastLine(findings)].join("\n\n");
}

const item = (message: string) => `  - ${message.replaceAll("\n", "\n    ")}`;

export const estimateText = (estimate: Estimate): string =>
  [
    "Expected time and locks, estimated from the sizes that PostgreSQL knows:",
    item(
      `${estimate.indexes} indexes are built while v1 goes on: ${timeText(estimate.indexSeconds)}. Nothing waits.`,
    ),
    item(`All tables of v1 are locked once, and every request waits: ${timeText(estimate.lockSeconds)}.`),
    item(
      `Search, timelines and more are filled in while v1 goes on: ${timeText(estimate.backfillSeconds)}. Rows are locked by the batch.`,
    ),
    item(
      `The database has ${sizeText(estimate.databaseBytes)} and grows by about ${sizeText(estimate.diskBytes)}.`,
    ),
  ].join("\n");

function lastLine(findings: readonly Finding[]): string {
  const stops = findings.filter(({ severity }) => severity === "stop").length;
  if (stops > 0) {
    return `Nothing was changed. ${stops === 1 ? "One thing stops" : `${stops} things stop`} the adoption: see above, then run tradewind adopt again.`;
  }
  return "Nothing was changed. This database can be adopted: back it up, then run tradewind adopt --yes (back again: tradewind adopt --undo).";
}

/** In steps that an estimate can promise. */
export function timeText(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} seconds`;
  if (seconds < 90 * 60) return `about ${Math.ceil(seconds / 60)} minutes`;
  return `about ${Math.ceil(seconds / 3600)} hours`;
}

export function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1024 ? `${Math.ceil(mebibytes)} MB` : `${(mebibytes / 1024).toFixed(1)} GB`;
}

/** For machines. */
export const reportJson = (report: Report, version: string): string =>
  JSON.stringify(
    { version, mayAdopt: mayAdopt(report), findings: report.findings, estimate: report.estimate },
    null,
    2,
  );
