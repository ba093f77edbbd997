import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { body, nonEmptyText, ok, optional, view } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { consentChannels } from "../consent/index.ts";
import { MOST_COUNTED } from "./segment-store.ts";
import { segment } from "./segments-graph.ts";

const amount = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT });
const days = Type.Integer({ minimum: 1, maximum: 36_500 });
const ids = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 100 });
const code = (length: number) => Type.String({ pattern: `^[A-Za-z]{${length}}$` });
const chosen = body({
  any: optional(ids),
  none: optional(ids),
});
const ago = (what: string) =>
  body({
    within_days: optional({ ...days, description: `${what} was in the last days, as many as this.` }),
    before_days: optional({ ...days, description: `${what} was longer ago than this.` }),
  });

/** All rules of a segment have to be met. */
export const rulesSchema = body({
  spent: optional(body({ currency_code: code(3), gte: optional(amount), lte: optional(amount) })),
  orders: optional(body({ gte: optional(amount), lte: optional(amount) })),
  last_order: optional(ago("The last order")),
  countries: optional(Type.Array(code(2), { minItems: 1, maxItems: 300 })),
  tags: optional(chosen),
  groups: optional(chosen),
  consent: optional(
    body({ channel: Type.Enum([...consentChannels] as ["email", "sms"]), is_given: Type.Boolean() }),
  ),
  has_account: optional(Type.Boolean()),
  signed_up: optional(ago("The sign-up")),
});

export const newSegmentBody = body({ name: nonEmptyText, rules: rulesSchema });
export const segmentChangesBody = body({ name: optional(nonEmptyText), rules: optional(rulesSchema) });
export const previewBody = body({ rules: rulesSchema });

const nullable = Type.Unsafe<string | null>({ type: ["string", "null"] });

export const previewAnswer = ok({
  count: Type.Integer({
    description: `How many customers match. More than ${MOST_COUNTED} are not counted: the value is ${MOST_COUNTED + 1} then.`,
  }),
  customers: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), first_name: nullable, last_name: nullable }),
    { description: "A few of them." },
  ),
});

export const segmentAnswer = ok({ segment: view("segment") });

export const segments = listQuery({
  view: { entity: segment },
  limit: 50,
  search: ["name"],
  takes: ["order"],
});
