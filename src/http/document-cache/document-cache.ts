import type { FastifyReply } from "fastify";
import { isJoined } from "../../db/transactions/joined-transaction.ts";
import { jsonFor } from "../../graph/custom-fields/field-values.ts";
import { AnswerBody, type SharedBody, sendShared } from "../answer-body.ts";
import type { AnswerStore } from "./answer-store.ts";
import type { Answer, BodyRequest, Key, PageRequest } from "./cached-request.ts";
import { CATALOGUE, ChangeLog, type LogQuery, type LogState } from "./change-log.ts";
import { LruBytes } from "./lru-bytes.ts";
import { missingDocuments, type ReadDocument } from "./missing-documents.ts";
import { type CompressedForms, PageBody, type PageFrame } from "./page-body.ts";

/** A body or page is valid until the number of a change that it depends on. */
interface Entry {
  readonly since: number;
  readonly size: number;
}

interface BodyEntry extends Entry {
  readonly body: AnswerBody;
  readonly subjects: readonly string[];
  readonly isList: boolean;
}

interface PageEntry extends Entry {
  readonly frame: PageFrame;
  readonly compressed: CompressedForms;
}

/** What is known of a list from its last read. */
interface ListEntry extends Entry {
  /** All of them; null when only a page was read. */
  readonly ids: readonly string[] | null;
  readonly count: number;
}

type DocumentEntry = Entry & ReadDocument;

/** With how the JSON of its answer is written. */
type Written<Request> = Request & { write: (value: unknown) => string };

/** A list of at most this many ids is read whole, for all its pages. */
const WHOLE_LIST = 2_000;

const ID_BYTES = 60;

// Bytes that a document adds to the compressed forms of a page, at most.
const COMPRESSED_DOCUMENT = 3_000;

interface CacheOptions {
  bytes: number;
  /** With read replicas, answers can be made even while the primary, which has the log, cannot be reached. */
  areReplicated?: boolean;
  /** What all processes share; absent: nothing. */
  store?: AnswerStore;
}

/**
 * Caches what catalogue answers are made of. A page is a list of ids, and every id has a document: the JSON of one product,
 * made once for each of its versions and shared by all pages that show it. Before anything cached is sent, one small
 * statement reads the changes of the catalogue, so a client never sees less than a plain read would show, whichever
 * process or program made the last change.
 */
export class DocumentCache {
  hits = 0;
  misses = 0;
  private readonly log: ChangeLog;
  private readonly entries: LruBytes<{
    body: BodyEntry;
    list: ListEntry;
    page: PageEntry;
    document: DocumentEntry;
  }>;
  readonly isOn: boolean;

  constructor(
    private readonly options: CacheOptions,
    readLog: (query: LogQuery) => Promise<LogState>,
  ) {
    const { bytes } = options;
    this.log = new ChangeLog(readLog);
    this.isOn = bytes > 0;
    this.entries = new LruBytes(bytes);
  }

  /** In bytes. */
  get size(): number {
    return this.entries.size;
  }

  /** Documents that were not made here. */
  get stored(): number {
    return this.options.store?.found ?? 0;
  }

  /** The return value of the route: a new answer, or the bytes of a cached one. */
  async answer(reply: FastifyReply, request: BodyRequest): Promise<Answer> {
    const { key, make } = request;
    if (!(await this.isUsable(key))) return (await make()).answer;
    const write = jsonFor(reply.request.routeOptions.url);
    return sendShared(reply, await this.bodyFor(JSON.stringify(key), { ...request, write })) as Answer;
  }

  /** The same for a page of documents. */
  async answerPage(reply: FastifyReply, request: PageRequest): Promise<Answer> {
    const { key, make } = request;
    if (!(await this.isUsable(key))) return (await make()).answer;
    const write = jsonFor(reply.request.routeOptions.url);
    const body = await this.pageFor(key!, { ...request, write });
    // Nothing is listed, or a product was deleted since the page was read.
    return body ? (sendShared(reply, body) as Answer) : (await make()).answer;
  }

  private async isUsable(key: Key | null): Promise<boolean> {
    if (!this.isOn || key === null || isJoined()) return false;
    const isRead = this.log.refresh().then(() => true);
    return this.options.areReplicated ? isRead.catch(() => false) : isRead;
  }

  private async bodyFor(key: string, request: Written<BodyRequest>): Promise<AnswerBody> {
    const cached = this.entries.get("body", key);
    if (cached && this.isValid(cached)) {
      this.hits++;
      return cached.body;
    }
    this.misses++;
    const store = this.storeFor(request);
    const { now: since, moment: at } = this.log;
    const storedKey = store?.keyOf(key) ?? "";
    const stored = (await store?.read([storedKey]))?.get(storedKey);
    const { json, subjects, isList } = stored ? { ...stored, isList: false } : await bodyOf(request);
    const body = new AnswerBody(json);
    if (store && !stored && !isList) store.add({ key: storedKey, json, etag: body.etag, subjects, at });
    this.entries.set("body", key, {
      body,
      subjects: [CATALOGUE, ...subjects],
      isList,
      since,
      size: body.size,
    });
    return body;
  }

  private storeFor({ isStored }: BodyRequest): AnswerStore | undefined {
    const { store } = this.options;
    return isStored && store?.isOn ? store : undefined;
  }

  private isValid({ subjects, isList, since }: BodyEntry): boolean {
    return !this.log.hasChanged(subjects, since) && !(isList && this.log.hasCatalogueChanged(since));
  }

  private async pageFor(requestedKey: Key, request: Written<PageRequest>): Promise<SharedBody | null> {
    const key = JSON.stringify(requestedKey);
    const listKey = JSON.stringify(requestedKey.slice(0, -1));
    const page = await this.page(key, listKey, request);
    if (page.frame.ids.length === 0) return null;
    const documents = await this.documentsOf(page.frame.ids, request);
    if (!documents) {
      this.entries.delete("page", key);
      this.entries.delete("list", listKey);
      return null;
    }
    return new PageBody(page.frame, documents, page.compressed);
  }

  private async page(key: string, listKey: string, request: PageRequest): Promise<PageEntry> {
    const cached = this.entries.get("page", key);
    if (cached && !this.hasListChanged(cached, request)) return cached;
    const since = this.log.now;
    const { ids, count } = await this.idsOf(listKey, request);
    const frame = { name: request.name, ids, rest: { count, ...request.paging.shown } };
    const compressed = { etag: "", forms: new Map() };
    const page: PageEntry = { frame, since, compressed, size: ids.length * COMPRESSED_DOCUMENT };
    this.entries.set("page", key, page);
    return page;
  }

  /** The ids of the page. From the second request on, a short list is read whole. */
  private async idsOf(
    listKey: string,
    request: PageRequest,
  ): Promise<{ ids: readonly string[]; count: number }> {
    const { limit, offset } = request.paging.applied;
    const known = this.entries.get("list", listKey);
    const isShort = known !== undefined && known.count <= WHOLE_LIST;
    if (isShort && known.ids && !this.hasListChanged(known, request)) {
      return { ids: known.ids.slice(offset, offset + limit), count: known.count };
    }
    const since = this.log.now;
    const read = await request.readIds(isShort ? { limit: WHOLE_LIST, offset: 0 } : request.paging.applied);
    const isWhole = isShort && read.count <= WHOLE_LIST;
    const size = isWhole ? read.ids.length * ID_BYTES : 0;
    this.entries.set("list", listKey, { ids: isWhole ? read.ids : null, count: read.count, since, size });
    if (isWhole) return { ids: read.ids.slice(offset, offset + limit), count: read.count };
    return isShort ? request.readIds(request.paging.applied) : read;
  }

  private hasListChanged({ since }: Entry, { listSubject }: PageRequest): boolean {
    return listSubject === undefined
      ? this.log.hasCatalogueChanged(since)
      : this.log.hasChanged([CATALOGUE, listSubject], since);
  }

  /** In the order of the ids. Null when one of them does not exist any more. */
  private async documentsOf(
    ids: readonly string[],
    request: Written<PageRequest>,
  ): Promise<DocumentEntry[] | null> {
    const { documentKey, subjects } = request;
    const form = JSON.stringify(documentKey);
    const isCurrent = ({ since }: DocumentEntry, id: string) =>
      !this.log.hasChanged([CATALOGUE, id, ...subjects], since);
    const found = new Map<string, DocumentEntry>();
    for (const id of ids) {
      const cached = this.entries.get("document", form + id);
      if (cached && isCurrent(cached, id)) found.set(id, cached);
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) this.hits++;
    else this.misses++;
    const { now: since, moment: at } = this.log;
    const source = { store: this.storeFor(request), at, write: request.write };
    for await (const [id, { json, etag }] of missingDocuments(missing, request, source)) {
      const entry = { json, etag, since, size: json.length };
      found.set(id, entry);
      this.entries.set("document", form + id, entry);
    }
    return ids.every((id) => found.has(id)) ? ids.map((id) => found.get(id)!) : null;
  }
}

/** Made now. */
async function bodyOf({ make, write }: Written<BodyRequest>) {
  const { answer, subjects = [], isList = true } = await make();
  return { json: Buffer.from(write(answer)), subjects, isList };
}
