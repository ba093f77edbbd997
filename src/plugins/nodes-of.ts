import type { OperationNode } from "kysely";

/** The nodes of a statement of the query builder. */
export function* nodesOf(value: unknown): Generator<OperationNode> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  if (typeof (value as OperationNode).kind === "string") yield value as OperationNode;
  for (const each of Object.values(value)) yield* nodesOf(each);
}
