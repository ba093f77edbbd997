import type { Born } from "./birth.ts";
import type { Query } from "./insert-rows.ts";
import type { Row, TableName } from "./tables.ts";

/** Rows every Tradewind database has from its migrations. */
export type Shop = {
  storeId: string;
  salesChannelId: string;
  defaultProfileId: string;
  giftCardProfileId: string;
};

/** What each part of the seed works with. */
export type Seeding = {
  query: Query;
  insert: <T extends TableName>(table: T, rows: readonly Row<T>[]) => Promise<void>;
  born: Born;
  shop: Shop;
};
