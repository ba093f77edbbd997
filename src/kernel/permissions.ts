import { Refusal } from "./refusal.ts";

/** Areas of the administrative API that can be read and changed. */
const changeable = [
  "orders",
  "payments",
  "fulfillments",
  "returns",
  "notes",
  "notifications",
  "customers",
  "personal-data",
  "products",
  "price-lists",
  "discounts",
  "gift-cards",
  "stock",
  "settings",
  "keys",
  "team",
  "webhooks",
  "jobs",
  "import-export",
  "uploads",
  "plugins",
] as const;

/** Areas that can only be read. */
const readable = ["analytics", "audit", "events"] as const;

export type ChangeableArea = (typeof changeable)[number];

export type Area = ChangeableArea | (typeof readable)[number];

/** What an operation needs, such as `orders:write`. Everything that is not a read is a write. */
export type Permission = `${Area}:read` | `${ChangeableArea}:write`;

export const permissions: readonly Permission[] = [
  ...changeable.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  ...readable.map((area) => `${area}:read` as const),
];

/** In a role: every permission, also those of later versions. */
export const EVERY_PERMISSION = "*";

/** What a user may do. `all`: an owner, and every user of a shop without roles. */
export type Granted = "all" | readonly string[];

export const grantedBy = (names: readonly string[]): Granted =>
  names.includes(EVERY_PERMISSION) ? "all" : names;

export const isGranted = (granted: Granted, permission: Permission): boolean =>
  granted === "all" || granted.includes(permission);

/** The permissions by name; `all` are those of this version. */
export const namesOf = (granted: Granted): readonly string[] => (granted === "all" ? permissions : granted);

/** The code has the status 403. */
const missing = (message: string) => new Refusal("not_allowed", message, "missing_permission");

export const missingPermission = (permission: Permission): Refusal =>
  missing(`You need the permission ${permission} for this`);

export function requirePermission(granted: Granted, permission: Permission): void {
  if (!isGranted(granted, permission)) throw missingPermission(permission);
}

/** For what would let others act as an owner. */
export function requireOwner(granted: Granted, what: string): void {
  if (granted !== "all") throw missing(`${what}: only an owner may do this`);
}

/** Whether the one set of permissions includes the other. */
export const covers = (granted: Granted, other: Granted): boolean =>
  firstBeyond(granted, other) === undefined;

/** An author cannot give, change or revoke permissions that the author lacks. */
export function requireCovers(granted: Granted, other: Granted): void {
  const beyond = firstBeyond(granted, other);
  if (beyond !== undefined)
    throw missing(`You need the permission ${beyond} for this: it is about somebody who has it, or gets it`);
}

function firstBeyond(granted: Granted, other: Granted): string | undefined {
  if (granted === "all") return undefined;
  const beyond = namesOf(other).find((name) => !granted.includes(name));
  // A role that has every permission of today one by one is still less than an owner.
  return beyond ?? (other === "all" ? EVERY_PERMISSION : undefined);
}
