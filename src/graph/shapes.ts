import type { View } from "./selection.ts";
import type { Extra } from "./statements.ts";

export const namesOf = (extras: readonly Extra[]) =>
  extras.map(({ name, values }) => `${name}/${values.length}`).join();

export const valuesOf = (extras: readonly Extra[]) => extras.flatMap(({ values }) => values);

const viewShapes = new WeakMap<View, string>();
let views = 0;

/** Views are constants of the routes, so their identity is their shape. */
export function viewShape(view: View): string {
  let shape = viewShapes.get(view);
  if (!shape) {
    shape = `${view.entity.name}#${views++}`;
    viewShapes.set(view, shape);
  }
  return shape;
}
