import type { components } from "./operations.ts";

export { ApiError } from "./api-error.ts";
export { CookieJar } from "./cookie-jar.ts";
export { type ClientOptions, type Credentials, createClient, type TradewindClient } from "./create-client.ts";
export type { ShopEvent, StreamMessage, StreamOptions } from "./events.ts";
export type { components, operations, paths } from "./operations.ts";
// With a star, so that programs can extend what it has.
export type * from "./plugin-paths.ts";
export { newIdempotencyKey } from "./request.ts";
export type { Answer, CallOptions, ListPath, PageOptions, RowOf } from "./types.ts";

export type Schemas = components["schemas"];
