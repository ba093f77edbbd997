import { nameOf } from "./operations.ts";
import type { Kind, Planned } from "./requests.ts";
import type { Message, Reply } from "./wire.ts";

export interface Finding {
  fault: string;
  operation?: string;
  kind?: Kind;
  message?: Message;
  reply?: Reply;
}

/** Of an operation: how often it was called, how often it succeeded, and its other answers. */
interface Told {
  called: number;
  accepted: number;
  refusals: Record<string, number>;
}

/** What came of a campaign, as numbers that can be added up. */
export interface Summary {
  requests: number;
  /** `2xx` to how many. */
  statuses: Record<string, number>;
  kinds: Record<string, number>;
  operations: Record<string, Told>;
  slowest: { ms: number; operation: string }[];
  findings: Finding[];
}

export const emptySummary = (): Summary => ({
  requests: 0,
  statuses: {},
  kinds: {},
  operations: {},
  slowest: [],
  findings: [],
});

export class Tally {
  readonly summary = emptySummary();

  answered({ operation, kind }: Planned, { status, text }: Reply, ms: number): void {
    const { summary } = this;
    const name = nameOf(operation);
    summary.requests++;
    add(summary.statuses, `${Math.floor(status / 100)}xx`, 1);
    add(summary.kinds, kind, 1);
    summary.operations[name] ??= { called: 0, accepted: 0, refusals: {} };
    const told = summary.operations[name];
    told.called++;
    if (status < 400) told.accepted++;
    else if (kind === "fitting") add(told.refusals, text.slice(0, 150).replace(/\w+_01\w+/g, "…"), 1);
    summary.slowest = slowestOf([...summary.slowest, { ms: Math.round(ms), operation: name }]);
  }

  found(finding: Finding): void {
    this.summary.findings.push(finding);
  }
}

export const add = (counts: Record<string, number>, name: string, count: number): void => {
  counts[name] = (counts[name] ?? 0) + count;
};

export const slowestOf = (list: Summary["slowest"]) => list.sort((a, b) => b.ms - a.ms).slice(0, 5);

export function joined(one: Summary, other: Summary): Summary {
  const sum = structuredClone(one);
  sum.requests += other.requests;
  for (const [name, count] of Object.entries(other.statuses)) add(sum.statuses, name, count);
  for (const [name, count] of Object.entries(other.kinds)) add(sum.kinds, name, count);
  for (const [name, told] of Object.entries(other.operations)) {
    sum.operations[name] ??= { called: 0, accepted: 0, refusals: {} };
    const known = sum.operations[name];
    known.called += told.called;
    known.accepted += told.accepted;
    for (const [text, count] of Object.entries(told.refusals)) add(known.refusals, text, count);
  }
  sum.slowest = slowestOf([...sum.slowest, ...other.slowest]);
  sum.findings.push(...other.findings);
  return sum;
}
