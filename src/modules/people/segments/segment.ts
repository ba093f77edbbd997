import { invalid } from "../../../kernel/refusal.ts";

interface Between {
  gte?: number;
  lte?: number;
}

/** How long ago something was, in days. */
interface Ago {
  within_days?: number;
  before_days?: number;
}

interface Chosen {
  any?: string[];
  none?: string[];
}

/** Whom a segment has: customers who meet all of the rules. */
export interface SegmentRules {
  spent?: Between & { currency_code: string };
  orders?: Between;
  last_order?: Ago;
  countries?: string[];
  tags?: Chosen;
  groups?: Chosen;
  consent?: { channel: string; is_given: boolean };
  has_account?: boolean;
  signed_up?: Ago;
}

export interface Segment {
  id: string;
  rules: SegmentRules;
}

const isEmpty = (rule: object) => Object.keys(rule).length === 0;

/** Codes are compared in lower case, as they are stored. A rule that says nothing is refused: it would have every customer. */
export function rulesFrom(sent: SegmentRules): SegmentRules {
  if (isEmpty(sent)) throw invalid("rules: a segment needs at least one rule");
  for (const name of ["orders", "last_order", "tags", "groups", "signed_up"] as const) {
    if (sent[name] && isEmpty(sent[name])) throw invalid(`rules.${name}: say what it has to be`);
  }
  const { spent, countries } = sent;
  if (spent && spent.gte === undefined && spent.lte === undefined)
    throw invalid("rules.spent: gte or lte is required");
  for (const name of ["spent", "orders"] as const) refuseEmptyRange(name, sent[name]);
  return {
    ...sent,
    ...(spent && { spent: { ...spent, currency_code: spent.currency_code.toLowerCase() } }),
    ...(countries && { countries: countries.map((code) => code.toLowerCase()) }),
  };
}

function refuseEmptyRange(name: string, { gte, lte }: Between = {}): void {
  if (gte !== undefined && lte !== undefined && gte > lte)
    throw invalid(`rules.${name}: gte must not be greater than lte`);
}

/** Rules that time alone changes: a customer who bought yesterday bought 90 days ago at some point. */
export const dependsOnTime = ({ last_order, signed_up }: SegmentRules) => !!last_order || !!signed_up;

/** The ids of the groups that the rules name. */
export const groupsIn = ({ groups }: SegmentRules): string[] => [
  ...(groups?.any ?? []),
  ...(groups?.none ?? []),
];
