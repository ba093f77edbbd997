import type { paths } from "./operations.ts";
import type { PluginPaths } from "./plugin-paths.ts";

type Paths = paths & PluginPaths;

export type Method = "get" | "post" | "delete";

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never;
}[keyof Paths];

export type Operation<P extends PathOf<M>, M extends Method> =
  Paths[P] extends Record<M, infer O> ? O : never;

/** What one request may override. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds that the request may take, with its retries. 0: as long as it takes. */
  timeout?: number | undefined;
  /** How often the request is sent again at most. */
  retries?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** A text where the body decides which: JSON, text, or a `Blob` of any other content. */
interface Parsed {
  text: string;
  blob: Blob;
  stream: NonNullable<Response["body"]>;
}

export type ParseAs = keyof Parsed;

export interface Answer<Data> {
  data: Data;
  response: Response;
}

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T];

/** `undefined` is left out of a query, so it is allowed also where the compiler is exact about optional properties. */
type Loose<T> = { [K in keyof T]: T[K] | undefined };

type ParametersOf<O> = O extends { parameters: infer P } ? P : object;

type Sent<P> = { [K in keyof P as K extends "cookie" ? never : K]: K extends "query" ? Loose<P[K]> : P[K] };

type WithParams<P> = [RequiredKeys<P>] extends [never] ? { params?: Sent<P> } : { params: Sent<P> };

/** The description has the content of a file as text. */
type Files<F> = { [K in keyof F]: readonly Blob[] };

type BodyIn<C> = C extends { "application/json": infer Json }
  ? Json
  : C extends { "multipart/form-data": infer Form }
    ? FormData | Files<Form>
    : never;

type WithBody<O> = O extends { requestBody: { content: infer C } }
  ? { body: BodyIn<C> }
  : O extends { requestBody?: infer B }
    ? [NonNullable<B>] extends [never]
      ? { body?: undefined }
      : { body?: BodyIn<NonNullable<B> extends { content: infer C } ? C : never> | undefined }
    : { body?: undefined };

/** A key of the caller, where the operation has keys: 20 characters or more that no other caller can guess. */
type WithKey<O> =
  ParametersOf<O> extends { header?: infer H }
    ? [NonNullable<H>] extends [never]
      ? unknown
      : { idempotencyKey?: string | undefined }
    : unknown;

export type Init<O, A extends ParseAs> = CallOptions &
  WithParams<ParametersOf<O>> &
  WithBody<O> &
  WithKey<O> & { parseAs?: A };

/** Options are optional where the operation needs no parameter and no body. */
export type InitOf<O, A extends ParseAs> = [RequiredKeys<WithParams<ParametersOf<O>> & WithBody<O>>] extends [
  never,
]
  ? [init?: Init<O, A>]
  : [init: Init<O, A>];

type Succeeded<R> = R extends { 200: infer S } | { 201: infer S } | { 204: infer S } ? S : never;

type DataIn<S> = S extends { content: { "application/json": infer Json } }
  ? Json
  : S extends { content: { "text/plain": unknown } }
    ? string
    : S extends { content: { "application/pdf": unknown } }
      ? Blob
      : S extends { content: { "text/event-stream": unknown } }
        ? Parsed["stream"]
        : undefined;

/** What a successful answer of the operation has. */
export type DataOf<O> = O extends { responses: infer R } ? DataIn<Succeeded<R>> : never;

/** `ParseAs` as a whole stands for an operation that was called without it. */
export type AnswerOf<O, A extends ParseAs> = Answer<[ParseAs] extends [A] ? DataOf<O> : Parsed[A]>;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

type ListsIn<D> = { [K in keyof D]: D[K] extends readonly unknown[] ? K : never }[keyof D];

/** Reports have several lists: their rows are the pages. */
type RowIn<D> = D extends { rows: readonly (infer Row)[] }
  ? Row
  : D[ListsIn<D>] extends readonly (infer Row)[]
    ? Row
    : never;

/** The paths of lists that have pages. */
export type ListPath = {
  [P in PathOf<"get">]: QueryOf<Operation<P, "get">> extends { offset?: number }
    ? [RowIn<DataOf<Operation<P, "get">>>] extends [never]
      ? never
      : P
    : never;
}[PathOf<"get">];

export type RowOf<P extends ListPath> = RowIn<DataOf<Operation<P, "get">>>;

type PathParameters<O> = O extends { parameters: { path: infer Named } } ? { path: Named } : { path?: never };

export type PageOptions<P extends ListPath> = CallOptions &
  PathParameters<Operation<P, "get">> & { query?: Loose<QueryOf<Operation<P, "get">>> };

export type PageOptionsOf<P extends ListPath> = [RequiredKeys<PathParameters<Operation<P, "get">>>] extends [
  never,
]
  ? [options?: PageOptions<P>]
  : [options: PageOptions<P>];
