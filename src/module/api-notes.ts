import type { OperationNote } from "../http/openapi/api-notes.ts";

/** What a module says in the API reference about operations of a tag. */
export interface TagNotes {
  /** The name of the tag: `Orders`. */
  readonly tag: string;
  /** Said by one module, to which the tag belongs. Others add their operations. */
  readonly description?: string;
  /** By method and path, in the order of the page: `POST /store/carts/{id}`. */
  readonly operations: Readonly<Record<string, PlacedNote>>;
}

interface PlacedNote extends OperationNote {
  /**
   * For an operation in a tag of another module: the operation that it is shown before, also by method and path. Those that follow it in the same
   * list follow it on the page. By default it comes last.
   */
  readonly before?: string;
}
