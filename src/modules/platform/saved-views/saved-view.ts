import { type Granted, isGranted, missingPermission } from "../../../kernel/permissions.ts";
import { invalid } from "../../../kernel/refusal.ts";

export interface SavedView {
  id: string;
  user_id: string;
  list: string;
  name: string;
  search: Record<string, unknown>;
  is_shared: boolean;
}

export type NewView = Pick<SavedView, "list" | "name" | "search"> & { is_shared?: boolean };
export type ViewChanges = Partial<Pick<SavedView, "name" | "search" | "is_shared">>;

const MAX_LENGTH = 10_000;

function refuseLong({ search }: ViewChanges): void {
  if (search && JSON.stringify(search).length > MAX_LENGTH)
    throw invalid(`search must not have more than ${MAX_LENGTH} characters as JSON`);
}

export function viewFrom(
  { list, name, search, is_shared = false }: NewView,
  of: { id: string; userId: string },
): SavedView {
  refuseLong({ search });
  return { id: of.id, user_id: of.userId, list, name: name.trim(), search, is_shared };
}

export function withChanges(view: SavedView, changes: ViewChanges): SavedView {
  refuseLong(changes);
  const { name = view.name, search = view.search, is_shared = view.is_shared } = changes;
  return { ...view, name: name.trim(), search, is_shared };
}

/** A shared view is changed by its owner, or by a user who may change the settings of the shop. */
export function refuseOthers(
  view: SavedView,
  { userId, granted }: { userId: string; granted: Granted },
): void {
  if (view.user_id === userId || isGranted(granted, "settings:write")) return;
  throw missingPermission("settings:write");
}

/** Whether the user sees it at all. */
export const isSeenBy = (view: SavedView, userId: string): boolean =>
  view.is_shared || view.user_id === userId;
