import type { RowOf, SelectedRow } from "./row.ts";
import type { RequestedSelection, View } from "./selection.ts";
import type { Extra } from "./statements.ts";

/** The row of a view. With `fields` or `expand` in the request, the request selects its content. */
export type RowFor<V extends View, Request = unknown> =
  V extends View<infer E, infer Path, infer Field>
    ? (keyof Request & keyof RequestedSelection extends never ? RowOf<E, Path, Field> : SelectedRow<E>) &
        ExtrasIn<Request>
    : never;

/** The values that extras add to a row. */
export type ExtrasIn<Request> = Request extends { extras: infer Extras extends readonly Extra[] }
  ? ExtraValues<Extras>
  : unknown;

/** Of a list of any length, each may be missing. */
type ExtraValues<Extras extends readonly Extra[]> = Extras extends readonly [
  infer First extends Extra,
  ...infer Rest extends readonly Extra[],
]
  ? ExtraValue<First> & ExtraValues<Rest>
  : Partial<ExtraValue<Extras[number]>>;

type ExtraValue<Each extends Extra> = {
  [X in Each as X["name"]]: X extends Extra<string, infer Value> ? Value : never;
};

export type ContextIn<Request> = Request extends { context: Extra<string, infer Value> }
  ? Value
  : Request extends { context?: Extra<string, infer Value> }
    ? Value | null
    : null;
