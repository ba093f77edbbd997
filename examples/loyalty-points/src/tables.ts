import type { Generated, PluginDb, ShopTransaction } from "tradewind/plugin";

export type EntryKind = "earned" | "taken_back" | "redeemed" | "given_back" | "expired" | "adjusted";

/** The tables of the migrations. */
export interface Tables {
  rate: { currency_code: string; spend: number; worth: number };
  program: {
    id: Generated<boolean>;
    expire_after_months: number;
    reward_days: number;
    mail_language: "en" | "de";
  };
  balance: {
    customer_id: string;
    points: Generated<number>;
    last_earned_at: Generated<Date>;
    warned_at: Date | null;
  };
  entry: {
    id: Generated<number>;
    customer_id: string;
    kind: EntryKind;
    points: number;
    order_id: string | null;
    spend: number | null;
    note: string | null;
    user_id: string | null;
    created_at: Generated<Date>;
  };
  reward: {
    discount_id: string;
    customer_id: string;
    code: string;
    points: number;
    value: number;
    currency_code: string;
    expires_at: Date;
    given_back_at: Date | null;
  };
}

/** What functions need that only read: a shop, or a transaction. */
export interface HasDb {
  readonly db: PluginDb<Tables>;
}

export type Tx = ShopTransaction<Tables>;
