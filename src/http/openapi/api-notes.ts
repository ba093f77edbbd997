/** What the API reference says about operations, beside their routes. */
export type ApiNotes = readonly { readonly name: string; readonly tags: readonly ApiTag[] }[];

export interface ApiTag {
  readonly name: string;
  readonly description: string;
  /** By method and path: `POST /store/carts/{id}`. */
  readonly operations: Readonly<Record<string, OperationNote>>;
}

export interface OperationNote {
  /** Verb and noun. Generated clients use it as a name, so it never changes. */
  readonly id: string;
  /** By default the description of the route. */
  readonly description?: string;
}
