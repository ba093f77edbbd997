import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Metadata, mergedMetadata } from "../../../../kernel/metadata.ts";
import { allowCollection } from "../payment-collection-state.ts";
import { lockCollection, saveCollection } from "../payment-collection-store.ts";
import type { CollectionDeps } from "./deps.ts";

export interface CollectionChanges {
  description?: string | null;
  metadata?: Metadata;
}

export const updateCollection = (
  { db, graph }: Pick<CollectionDeps, "db" | "graph">,
  id: string,
  { description, metadata }: CollectionChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const collection = await lockCollection(graph, tx, id);
    allowCollection("update", collection);
    const saved = await saveCollection(tx, {
      ...collection,
      description: description === undefined ? collection.description : description,
      metadata: metadata ? mergedMetadata(collection.metadata, metadata) : collection.metadata,
    });
    await announce(tx, "payment-collection.updated", { ...saved });
  });
