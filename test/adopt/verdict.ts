import type { Difference, Json } from "../beside-v1/difference.ts";
import type { Answer } from "./api.ts";
import { differencesOf, inOneOrder } from "./comparing.ts";
import { explainedAnswer, explainedPlace } from "./expected.ts";
import type { Question } from "./questions.ts";
import type { Recorded } from "./recording.ts";

/** A question that Tradewind answers otherwise than v1 has, for no reason that the document names. */
export interface Finding {
  question: Question;
  differences: Difference[];
}

export interface Verdict {
  questions: number;
  /** How often each section of the document explained a difference. */
  explained: Map<string, number>;
  findings: Finding[];
}

/** Lists that v1 sorts by nothing, or by the moment at which it has made many of their rows. */
const UNSORTED =
  /^\/(admin|store)\/(customers|variants|currencies|product-tags|products\/tag-usage|inventory-items|reservations)(\?|$)/;

export function verdictOn(recorded: readonly Recorded[], ours: readonly Recorded[]): Verdict {
  const explained = new Map<string, number>();
  const count = (section: string) => explained.set(section, (explained.get(section) ?? 0) + 1);
  const findings = recorded.flatMap(({ question, answer }, index): Finding[] => {
    const differences = unexplained(question, { ours: ours[index]!.answer, v1: answer }, count);
    return differences.length > 0 ? [{ question, differences }] : [];
  });
  return { questions: recorded.length, explained, findings };
}

function unexplained(
  question: Question,
  { ours, v1 }: { ours: Answer; v1: Answer },
  count: (section: string) => void,
): Difference[] {
  if (ours.status !== v1.status) {
    const section = explainedAnswer(question, ours, v1);
    if (section) count(section);
    const said = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 200)}`;
    return section ? [] : [{ path: "status", ours: said(ours), v1: said(v1) }];
  }
  // The words of a refusal are each system's own.
  if (v1.status >= 400) return differencesOf(ours.body.type, v1.body.type, "type");
  const shown = UNSORTED.test(question.path) ? inOneOrder : (body: Json) => body;
  return differencesOf(shown(ours.body), shown(v1.body)).filter((difference) => {
    const section = explainedPlace(difference, question, { ours, v1 });
    if (section) count(section);
    return section === undefined;
  });
}

const SHOWN = 20;
const short = (value: unknown) => (JSON.stringify(value) ?? "(absent)").slice(0, 160);

/** Differences of the same place together: one fault shows in many answers. */
export function described({ questions, explained, findings }: Verdict): string {
  const places = new Map<string, { question: Question; difference: Difference }[]>();
  for (const { question, differences } of findings)
    for (const difference of differences) {
      const place = `${question.path.replace(/[a-z]+_[0-9A-Z]{26}/, "{id}")} → ${difference.path}`;
      places.set(place, [...(places.get(place) ?? []), { question, difference }]);
    }
  const lines = [...places].slice(0, SHOWN * 10).map(([place, found]) => {
    const [{ question, difference }] = found as [(typeof found)[number]];
    const query = question.query ? ` ${short(question.query)}` : "";
    return `  ${place} (${found.length} times): ${short(difference.ours)} here, ${short(difference.v1)} in v1\n      as ${question.as} ${question.path}${query}`;
  });
  const known = [...explained].map(([section, times]) => `  ${times} × ${section}`);
  return [
    `  ${questions} questions, ${findings.length} answered otherwise than by v1`,
    ...lines,
    ...(known.length > 0 ? ["  Differences that docs/differences-from-v1.md explains:", ...known] : []),
  ].join("\n");
}
