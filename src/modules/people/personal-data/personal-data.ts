import { invalid, Refusal } from "../../../kernel/refusal.ts";

/** A person and everything that belongs to them. An account and a guest with the same email are one person. */
export interface Subject {
  customers: string[];
  /** In lower case: those of the customers, and those that they had before and no other customer has now. */
  emails: string[];
  orders: string[];
  carts: string[];
  addresses: string[];
  /** The ids of all rows that belong to the person, those above included. */
  ids: string[];
}

const ID = /^[a-z_]+_[0-9A-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isHarmless = (text: string) => ID.test(text) || TIME.test(text);

/** The same data with ids, times, numbers and booleans only. Any other text may be about the person. */
export function withoutTexts(value: unknown): unknown {
  if (typeof value === "string") return isHarmless(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "metadata")
      .map(([key, each]) => [key, withoutTexts(each)]),
  );
}

/** An erasure cannot be undone: a user who typed another email means another customer. */
export function refuseOtherEmail({ emails }: Pick<Subject, "emails">, typed: string | undefined): void {
  if (typed !== undefined && !emails.includes(typed.trim().toLowerCase()))
    throw invalid("email: this is not the email of the customer");
}

/** Something that still needs the data of the person. */
export interface OpenBusiness {
  /** E.g. `order 17 is not shipped`. */
  reason: string;
  /** Whether a provider is being called right now: the answer would be lost. */
  isUnderWay: boolean;
}

const MOST_NAMED = 10;

/** What is open is named. `force` erases anyway, unless a provider is being called. */
export function refuseOpenBusiness(open: readonly OpenBusiness[], { force }: { force: boolean }): void {
  const obstacles = force ? open.filter(({ isUnderWay }) => isUnderWay) : open;
  if (obstacles.length === 0) return;
  const named = obstacles.slice(0, MOST_NAMED).map(({ reason }) => reason);
  const more = obstacles.length > MOST_NAMED ? ` and ${obstacles.length - MOST_NAMED} more` : "";
  const remedy = force ? "Try again in a minute." : "Finish or cancel it, or send force: true.";
  throw new Refusal("not_allowed", `The data is still needed: ${named.join(", ")}${more}. ${remedy}`);
}
