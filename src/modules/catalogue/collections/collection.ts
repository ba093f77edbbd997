import { kebabCase } from "../../../kernel/kebab-case.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";

export interface Collection {
  id: string;
  title: string;
  handle: string | null;
  metadata: Metadata | null;
}

export interface NewCollection {
  title: string;
  handle?: string;
  metadata?: Metadata;
}

export type CollectionChanges = Partial<NewCollection>;

export const collectionFrom = (id: string, input: NewCollection): Collection => ({
  id,
  title: input.title,
  handle: input.handle || kebabCase(input.title),
  metadata: input.metadata ?? null,
});

/** A new title does not change the handle: existing links must stay valid. */
export const withChanges = (collection: Collection, changes: CollectionChanges): Collection => ({
  ...collection,
  title: changes.title ?? collection.title,
  handle: changes.handle ?? collection.handle,
  metadata: changes.metadata ? mergedMetadata(collection.metadata, changes.metadata) : collection.metadata,
});
