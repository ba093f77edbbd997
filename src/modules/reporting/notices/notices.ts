import type { Granted, Permissions } from "../../../kernel/permissions.ts";
import { eventsOf, KIND_NAMES, type KindName } from "./notice-kinds.ts";

/** The kinds of which the role may read an event. */
export const kindsFor = (permissions: Permissions, granted: Granted): KindName[] =>
  KIND_NAMES.filter((kind) => eventsOf(kind).some((event) => permissions.maySeeEvent(granted, event)));

/** The events that a user is notified of: those that the role may read, of the kinds that the user wants. */
export const eventsFor = (
  permissions: Permissions,
  { granted, muted }: { granted: Granted; muted: readonly string[] },
): string[] =>
  KIND_NAMES.filter((kind) => !muted.includes(kind))
    .flatMap((kind) => eventsOf(kind))
    .filter((event) => permissions.maySeeEvent(granted, event));
