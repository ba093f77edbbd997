import { entity, integer, json, one, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const auditEntry = entity({
  name: "audit_entry",
  table: "tradewind.audit_entry",
  description: "A request by which a user changed something.",
  columns: {
    id: text.required,
    occurred_at: timestamp.required,
    user_id: text.required,
    request_id: { ...text.required, description: "As in the server's log." },
    method: text.required,
    path: text.required,
    ip: text.nullable,
    body: { ...json.nullable, description: "The request body without secrets." },
    before: { ...json.nullable, description: "What was there before, for changes that record it." },
    after: { ...json.nullable, description: "What is there now, for changes that record it." },
    $seq: { ...integer.required, sql: (row) => `${row}.seq` },
  },
  relations: {
    user: one("user", "user_id", { includesDeleted: true }),
  },
});

export const pathStartsWith: Condition = {
  name: "audit-path-begins-with",
  sql: (row, prefix) => `starts_with(${row}.path, ${prefix})`,
};

export const auditEntities = [auditEntry];
