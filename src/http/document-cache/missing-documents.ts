import { setImmediate as nextTurn } from "node:timers/promises";
import { etagOf } from "../answer-body.ts";
import type { AnswerStore } from "./answer-store.ts";
import type { PageRequest } from "./cached-request.ts";
import type { Moment } from "./change-log.ts";

/** The JSON of one product. */
export interface ReadDocument {
  readonly json: Buffer;
  readonly etag: string;
}

interface Source {
  /** What all processes share; undefined where nothing is. */
  store: AnswerStore | undefined;
  /** What was known of the log before. */
  at: Moment;
  write: (value: unknown) => string;
}

/** Documents that are read and serialized in one go: a thousand would keep all other requests waiting. */
const READ_TOGETHER = 100;

/** The documents that this process does not have, from the store or made now. Those that do not exist any more are left out. */
export async function* missingDocuments(
  ids: readonly string[],
  request: PageRequest,
  source: Source,
): AsyncGenerator<[id: string, document: ReadDocument]> {
  for (let start = 0; start < ids.length; start += READ_TOGETHER) {
    // Between two parts, the requests of others get their turn.
    if (start > 0) await nextTurn();
    yield* part(ids.slice(start, start + READ_TOGETHER), request, source);
  }
}

async function* part(
  ids: readonly string[],
  { documentKey, subjects, readDocuments }: PageRequest,
  { store, at, write }: Source,
): AsyncGenerator<[id: string, document: ReadDocument]> {
  const form = JSON.stringify(documentKey);
  const keys = new Map(store ? ids.map((id) => [id, store.keyOf(form + id)]) : []);
  const stored = await store?.read([...keys.values()]);
  const unknown: string[] = [];
  for (const id of ids) {
    const document = stored?.get(keys.get(id)!);
    if (document) yield [id, document];
    else unknown.push(id);
  }
  if (unknown.length === 0) return;
  for (const made of await readDocuments(unknown)) {
    const id = made.id!;
    const json = Buffer.from(write(made));
    const etag = etagOf(json);
    store?.add({ key: keys.get(id)!, json, etag, subjects: [id, ...subjects], at });
    yield [id, { json, etag }];
  }
}
