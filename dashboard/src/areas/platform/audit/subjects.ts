import type { TFunction } from "i18next";

/** What changes are about, by the first part of the path of a request. */
export const SUBJECTS = [
  "discounts",
  "gift-cards",
  "shipping-options",
  "shipping-profiles",
  "products",
  "product-categories",
  "collections",
  "price-lists",
  "draft-orders",
  "orders",
  "payments",
  "payment-collections",
  "notifications",
  "mails",
  "order-edits",
  "returns",
  "return-reasons",
  "auth",
  "customers",
  "customer-groups",
  "users",
  "roles",
  "invites",
  "apps",
  "stock-locations",
  "inventory-items",
  "reservations",
  "store",
  "currencies",
  "regions",
  "sales-channels",
  "publishable-api-keys",
  "tax-rates",
  "batch-jobs",
  "webhooks",
  "uploads",
  "notes",
  "jobs",
  "analytics-configs",
] as const;

type Subject = (typeof SUBJECTS)[number];

const partsOf = (path: string) => path.replace(/^\/admin\//, "").split("/");

/** What a request was about, in words. Paths of extensions have only their own. */
export function subjectOf(path: string, t: TFunction): string {
  const [subject = ""] = partsOf(path);
  return SUBJECTS.includes(subject as Subject)
    ? t(`system.subjects.${subject as Subject}`)
    : subject.replaceAll("-", " ");
}

const isId = (part: string) => /[0-9A-Z]{26}$/.test(part) || /^\d+$/.test(part);

/** What was done with it, as in "capture"; empty if it was just changed. */
export const actionOf = (path: string): string =>
  partsOf(path)
    .slice(1)
    .filter((part) => !isId(part))
    .join(" ")
    .replaceAll("-", " ");
