import type { FastifyRequest } from "fastify";
import { hasEmptyLimit } from "../drop-null-fields.ts";
import type { Paging } from "../list-query.ts";

export type Answer = Record<string, unknown>;
export type Key = readonly unknown[];

export interface BodyRequest {
  /** Everything except the database that the answer depends on; null when it must not be cached. */
  key: Key | null;
  make: () => Promise<Made>;
  /** Whether all processes share the answer, or its documents, if it is about single products only. */
  isStored?: boolean;
}

/** A new answer and what it depends on. */
export interface Made {
  answer: Answer;
  /** The products and the region that it shows, if it depends on their changes. */
  subjects?: readonly string[];
  /** False for an answer about its subjects only: changes of other products do not change it. */
  isList?: boolean;
}

/** How the documents of a page are read. */
export interface PageReads extends Pick<BodyRequest, "isStored"> {
  /** What a document depends on besides its id and the database. */
  documentKey: Key;
  /** What every document depends on besides its own product. */
  subjects: readonly string[];
  /** The subject of changes that move documents between pages; absent: any change of the catalogue but stock. */
  listSubject?: string;
  /** The key of the documents in the answer. */
  name: string;
  paging: { applied: Paging; shown: Paging };
  /** The ids of a part of the list, and the number of all. */
  readIds: (paging: Paging) => Promise<{ ids: readonly string[]; count: number }>;
  /** The documents with these ids, in any order. */
  readDocuments: (ids: readonly string[]) => Promise<readonly Document[]>;
}

export type PageRequest = BodyRequest & PageReads;

export type Document = object & { id?: string };

const PAGING = ["limit", "offset"];

/**
 * The key of an answer: the route, its parameters and query, and what else it depends on. The paging is last: without it, it is
 * the key of the list.
 */
export function requestKey(request: FastifyRequest, query: object, ...more: unknown[]): Key {
  const { limit, offset } = query as Partial<Paging>;
  const rest = Object.entries(query).filter(([name]) => !PAGING.includes(name));
  const sorted = rest.sort(([a], [b]) => (a < b ? -1 : 1));
  const paging = [limit, offset, hasEmptyLimit(query)];
  return [request.routeOptions.url, request.params, sorted, ...more, paging];
}
