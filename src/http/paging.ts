import { invalid } from "../kernel/refusal.ts";

/** `limit` and `offset` as the request sent them, as they are applied. */
export function pageOf(
  asked: { limit?: number; offset?: number },
  { limit, max }: { limit: number; max: number },
): { limit: number; offset: number } {
  if ((asked.limit ?? 0) < 0) throw invalid("limit must not be less than 0");
  if ((asked.offset ?? 0) < 0) throw invalid("offset must not be less than 0");
  const wanted = asked.limit ?? limit;
  return { limit: wanted === 0 || wanted > max ? max : wanted, offset: asked.offset ?? 0 };
}
