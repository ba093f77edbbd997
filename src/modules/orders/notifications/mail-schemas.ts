import { Type } from "typebox";
import { containing } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, email, nullableText, ok, optional, text } from "../../../http/routes.ts";
import { mail, mailMatches } from "./mails-graph.ts";

export const adminMail = {
  entity: mail,
  fields: [...Object.keys(mail.columns), "order.id", "order.display_id"],
};

const search: QueryFilter = {
  schema: Type.String({ maxLength: 255, description: "A part of the address, or the number of an order." }),
  toFilters: (words) =>
    words === ""
      ? []
      : [{ kind: "custom", condition: mailMatches, value: containing((words as string).trim()) }],
};

export const adminMails = listQuery({
  view: adminMail,
  limit: 50,
  takes: [],
  sorts: ["created_at"],
  filters: {
    q: search,
    state: anyOf({ values: mail.columns.state.values, either: true }),
    kind: anyOf({ either: true }),
    order_id: equalTo(),
    customer_id: equalTo(),
  },
});

export const mailAnswer = ok({ mail: shown("AdminMail", adminMail) });

export const testBody = body({
  to: optional({
    ...email,
    maxLength: 254,
    description: "Default: the address of the user who sends it.",
  } as typeof email),
});

const moment = Type.Unsafe<string | null>({ ...nullableText, format: "date-time" });

const kind = Type.Object({
  kind: text,
  sent_by: Type.Array(text, { description: "The providers that send it." }),
  problem: Type.Unsafe<"no_provider" | "no_link" | null>({
    type: ["string", "null"],
    enum: ["no_provider", "no_link", null],
    description:
      "`no_provider`: nothing sends it. `no_link`: it has a code instead of a link, because the address of the storefront is not configured.",
  }),
});

export const mailStateSchema = Type.Object({
  status: Type.Union([Type.Literal("ok"), Type.Literal("failing"), Type.Literal("none")], {
    description: "`failing`: the last attempt failed. `none`: no mail is sent.",
  }),
  providers: Type.Array(text),
  has_plugin: Type.Boolean({
    description: "Whether a plugin gets the events of mails, and may send them itself.",
  }),
  sender: nullableText,
  server: Type.Unsafe<string | null>({ ...nullableText, description: "Host and port of the mail server." }),
  can_test: Type.Boolean(),
  last_sent_at: moment,
  last_failed_at: moment,
  last_error: nullableText,
  failed: Type.Integer({ description: "Mails that were not sent; counted up to 1,000." }),
  kinds: Type.Array(kind),
});
