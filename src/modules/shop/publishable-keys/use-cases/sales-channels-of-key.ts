import type { Connection } from "../../../../db/database.ts";
import { scopeOf } from "../publishable-key.ts";
import { findKeyUse } from "../publishable-key-store.ts";

/**
 * What a storefront may see, by the header `x-publishable-api-key` as it was sent: null is everything, a list is what
 * is sold in these channels (nothing, when it is empty). The rules are those of `scopeOf`; a key that is unknown or
 * revoked is refused with 401.
 */
export async function salesChannelsOfKey(
  { db }: { db: Connection },
  key: string | string[] | undefined,
): Promise<string[] | null> {
  // Node joins a header that is sent twice; such a text is no key, and is refused as unknown.
  if (key === undefined || key === "") return null;
  return scopeOf(await findKeyUse(db, String(key)));
}
