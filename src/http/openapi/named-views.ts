import { type TUnsafe, Type } from "typebox";
import type { View } from "../../graph/selection.ts";
import type { ShownView } from "../../graph/view-schema.ts";

const views = new Map<string, ShownView>();

/**
 * The schema of what a view shows, under a name of its own in the API reference. `added` are relations that code adds to some
 * answers, as dotted paths.
 */
export function shown<Row = unknown>(name: string, view: View, added?: readonly string[]): TUnsafe<Row> {
  const known = views.get(name);
  const isOther = known && contentOf(known) !== contentOf({ view, added });
  if (isOther) throw new Error(`two views would both be called ${name}`);
  views.set(name, { view, added });
  return Type.Unsafe<Row>({ $ref: name });
}

const contentOf = ({ view, added }: ShownView) =>
  JSON.stringify([view.entity.name, view.fields, view.relations, added]);

export const namedViews = (): ReadonlyMap<string, ShownView> => views;
