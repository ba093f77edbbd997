import type { Generated, PluginDb, ShopTransaction } from "tradewind/plugin";

export type ReviewState = "pending" | "published" | "rejected";

/** The tables of the migrations. */
export interface Tables {
  setting: {
    id: Generated<boolean>;
    buyers_only: boolean;
    notify_email: string | null;
    mail_language: "en" | "de";
  };
  review: {
    id: Generated<number>;
    product_id: string;
    customer_id: string;
    rating: number;
    title: string | null;
    body: string;
    author: string;
    is_verified: boolean;
    state: ReviewState;
    answer: string | null;
    moderated_by: string | null;
    written_at: Date;
  };
  rating: { product_id: string; count: Generated<number>; total: Generated<number> };
  writing: { customer_id: string; hour: Date; count: Generated<number> };
}

/** What functions need that only read: a shop, or a transaction. */
export interface HasDb {
  readonly db: PluginDb<Tables>;
}

export type Tx = ShopTransaction<Tables>;

export const settingsOf = ({ db }: HasDb): Promise<Omit<Tables["setting"], "id">> =>
  db.selectFrom("setting").select(["buyers_only", "notify_email", "mail_language"]).executeTakeFirstOrThrow();
