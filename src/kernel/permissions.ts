import { Refusal } from "./refusal.ts";
import { similarName } from "./similar-name.ts";

/**
 * The areas of the administrative API, as the modules declare them: `orders: "write"` can be read and changed, `audit: "read"` only
 * read. `src/modules.ts` adds them for the compiler, so that a permission that no module declares is an error.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the list of modules extends it.
export interface Areas {}

/** Areas by name, and whether there is something to change in them. */
export type AreaNotes = Readonly<Record<string, "read" | "write">>;

export type Area = keyof Areas & string;

type ChangeableArea = { [Name in Area]: Areas[Name] extends "write" ? Name : never }[Area];

/** What an operation needs, such as `orders:write`. Everything that is not a read is a write. */
export type Permission = `${Area}:read` | `${ChangeableArea}:write`;

/** In a role: every permission, also those of later versions. */
export const EVERY_PERMISSION = "*";

/** What a user may do. `all`: an owner, and every user of a shop without roles. */
export type Granted = "all" | readonly string[];

export const grantedBy = (names: readonly string[]): Granted =>
  names.includes(EVERY_PERMISSION) ? "all" : names;

export const isGranted = (granted: Granted, permission: Permission): boolean =>
  granted === "all" || granted.includes(permission);

/** The code has the status 403. */
const missing = (message: string) => new Refusal("not_allowed", message, "missing_permission");

export const missingPermission = (permission: Permission): Refusal =>
  missing(`You need the permission ${permission} for this`);

export function requirePermission(granted: Granted, permission: Permission): void {
  if (!isGranted(granted, permission)) throw missingPermission(permission);
}

/** All of them, as the routes declare what they need. */
export function requirePermissions(granted: Granted, needed: Permission | readonly Permission[]): void {
  for (const each of [needed].flat()) requirePermission(granted, each);
}

/** For what would let others act as an owner. */
export function requireOwner(granted: Granted, what: string): void {
  if (granted !== "all") throw missing(`${what}: only an owner may do this`);
}

/** What is needed to see the events whose names begin so: `order` stands for `order.placed` and others. */
export type EventAccess = Readonly<Record<string, { area: string; alsoNeeds?: string }>>;

/** Routes and events that no module declares are of plugins. */
export const AREA_OF_PLUGINS = "plugins";

/** The permissions that the modules declare. The composition root makes them once. */
export class Permissions {
  readonly names: readonly Permission[];

  constructor(
    areas: AreaNotes,
    private readonly ofEvents: EventAccess,
  ) {
    const changeable = Object.keys(areas).filter((area) => areas[area] === "write");
    const readable = Object.keys(areas).filter((area) => areas[area] === "read");
    this.names = [
      ...changeable.flatMap((area) => [`${area}:read`, `${area}:write`]),
      ...readable.map((area) => `${area}:read`),
    ] as Permission[];
  }

  /** What is wrong with a name that was written by hand, or null. */
  problemOf(name: string): string | null {
    const names: readonly string[] = this.names;
    if (names.includes(name)) return null;
    const similar = similarName(name, names);
    return `there is no permission ${name}${similar ? `, but there is ${similar}` : `: there are ${names.join(", ")}`}`;
  }

  /** The permissions by name; `all` are those of this version. */
  namesOf(granted: Granted): readonly string[] {
    return granted === "all" ? this.names : granted;
  }

  /** Whether the one set of permissions includes the other. */
  covers(granted: Granted, other: Granted): boolean {
    return this.firstBeyond(granted, other) === undefined;
  }

  /** An author cannot give, change or revoke permissions that the author lacks. */
  requireCovers(granted: Granted, other: Granted): void {
    const beyond = this.firstBeyond(granted, other);
    if (beyond !== undefined)
      throw missing(
        `You need the permission ${beyond} for this: the user, role or invite has it, or would get it`,
      );
  }

  private firstBeyond(granted: Granted, other: Granted): string | undefined {
    if (granted === "all") return undefined;
    const beyond = this.namesOf(other).find((name) => !granted.includes(name));
    // A role that has every permission of today one by one is still less than an owner.
    return beyond ?? (other === "all" ? EVERY_PERMISSION : undefined);
  }

  /** Of `order.placed`: `orders:write`. */
  toChangeWhat(eventName: string): Permission {
    return `${this.accessTo(eventName).area}:write` as Permission;
  }

  /** What a caller needs to see an event. */
  forEvent(name: string): Permission[] {
    const { area, alsoNeeds } = this.accessTo(name);
    return [`${area}:read`, ...(alsoNeeds ? [alsoNeeds] : [])] as Permission[];
  }

  maySeeEvent(granted: Granted, name: string): boolean {
    return this.forEvent(name).every((permission) => isGranted(granted, permission));
  }

  /** The same as lists of first parts of names, for a condition in SQL: either those shown, or those hidden. */
  visibleParts(granted: Granted): { isShown: boolean; parts: readonly string[] } {
    const isShown = !isGranted(granted, "plugins:read");
    const parts = Object.keys(this.ofEvents).filter((part) => this.maySeeEvent(granted, part) === isShown);
    return { isShown, parts };
  }

  private accessTo(eventName: string) {
    return this.ofEvents[eventName.split(".", 1)[0]!] ?? { area: AREA_OF_PLUGINS };
  }
}
