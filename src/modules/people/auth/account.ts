/** The two kinds of accounts that can log in. */
export type AccountKind = "user" | "customer";

/** Replaces the hash of a password if it is still the one that was checked; false if it has changed. */
export type ReplaceHash<Tx> = (tx: Tx, change: { id: string; old: string; hash: string }) => Promise<boolean>;

/** Users and customers are above logins: each replaces the hashes in its own table. */
export type ReplaceHashes<Tx> = Record<AccountKind, ReplaceHash<Tx>>;
