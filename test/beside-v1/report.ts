import type { Finding, Outcome } from "./campaign.ts";
import { pathFor } from "./pair.ts";

const PLACES = 6;
const TEXT = 400;

export function summary({ steps, accepted, explained, findings }: Outcome): string {
  const known = [...explained]
    .sort(([, one], [, other]) => other - one)
    .map(([section, count]) => `  ${count} x ${section}`);
  return [
    `${steps} steps, ${accepted} accepted by both, ${findings.length} unexplained differences`,
    "Differences that docs/differences-from-v1.md explains:",
    ...(known.length > 0 ? known : ["  none"]),
  ].join("\n");
}

export function described({ step, action, request, answers, differences }: Finding): string {
  const short = (value: unknown) => (JSON.stringify(value) ?? "(absent)").slice(0, TEXT);
  const places = differences
    .slice(0, PLACES)
    .map(({ path, ours, v1 }) => `    ${path}: ${short(ours)} here, ${short(v1)} in v1`);
  const refusals = [answers.ours, answers.v1].some(({ status }) => status >= 400)
    ? [`    answers: ${short(answers.ours.body)} here, ${short(answers.v1.body)} in v1`]
    : [];
  return [
    `step ${step}, ${action}: ${request.method} ${pathFor(request, "ours")} as ${request.as}`,
    ...(request.query ? [`    query ${short(request.query)}`] : []),
    ...(request.body === undefined ? [] : [`    body ${short(request.body)}`]),
    ...places,
    ...(differences.length > PLACES ? [`    and ${differences.length - PLACES} more`] : []),
    ...refusals,
  ].join("\n");
}
