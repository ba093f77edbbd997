/*
 * The only way for routes to answer from memory: see docs/adr/0024-document-cache.md. `TRADEWIND_ANSWER_MEMORY=0` turns it
 * off, `TRADEWIND_STORED_ANSWERS=0` what processes share (docs/adr/0052-stored-answers.md).
 */

export { AnswerStore, type AnswerTable, type StoredAnswer } from "./answer-store.ts";
export { answersVersion } from "./answers-version.ts";
export { type Made, type PageReads, requestKey } from "./cached-request.ts";
export type { LogQuery, LogState } from "./change-log.ts";
export { DocumentCache } from "./document-cache.ts";
