/**
 * `{ ...row, ...more }` for a row that gets new keys. If a literal begins with a spread, V8 creates hidden classes for each
 * object that it makes, one for every new key: this costs ten times as much, and code that reads these objects is
 * deoptimized. A literal that begins with a key does not have this problem. Where `more` only replaces existing keys,
 * `{ ...row, key }` is faster (docs/adr/0022-objects-of-one-shape.md).
 */
export const withStableShape = <Row extends object, More extends object>(
  row: Row,
  more: More,
): Row & More => ({
  id: (row as { id?: unknown }).id,
  ...row,
  ...more,
});
