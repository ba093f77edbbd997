import type { StoredRow } from "../../../graph/written-row.ts";
import { kebabCase } from "../../../kernel/kebab-case.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { collection } from "./collections-graph.ts";

export type Collection = StoredRow<typeof collection>;

export interface NewCollection {
  title: string;
  handle?: string;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export type CollectionChanges = Partial<NewCollection>;

export const collectionFrom = (id: string, input: NewCollection): Collection => ({
  id,
  title: input.title,
  handle: input.handle || kebabCase(input.title),
  metadata: input.metadata ?? null,
});

/** A new title does not change the handle: existing links must stay valid. */
export const withChanges = (stored: Collection, changes: CollectionChanges): Collection => ({
  ...stored,
  title: changes.title ?? stored.title,
  handle: changes.handle ?? stored.handle,
  metadata: changes.metadata ? mergedMetadata(stored.metadata, changes.metadata) : stored.metadata,
});
