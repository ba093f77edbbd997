import type { operations } from "./operations.ts";

/** Who calls: permissions or a role by its name or id, a user or a customer by id, or a visitor of a storefront. */
export type ApiCaller =
  | { readonly permissions: readonly `${string}:${"read" | "write"}`[] }
  | { readonly role: string }
  | { readonly user: string }
  | { readonly customer: string }
  | { readonly storefront: true };

type Parts<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : object;
type PathOf<Operation> =
  Parts<Operation> extends { path: infer Path extends object } ? { path: Path } : { path?: undefined };
type QueryOf<Operation> =
  Parts<Operation> extends { query: infer Query extends object }
    ? { query: Query }
    : Parts<Operation> extends { query?: infer Query }
      ? { query?: Query }
      : object;
/** The API reference of this package knows no shop: which fields rows have is checked when they are written. */
type WithFields<Body> = Body & { custom_fields?: Readonly<Record<string, unknown>> };
type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: WithFields<Body> }
  : Operation extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: WithFields<Body> }
    : object;

/** `idempotencyKey`: a repetition of a POST with the same key changes nothing and returns the first answer. */
export type ApiInput<Operation> = PathOf<Operation> &
  QueryOf<Operation> &
  BodyOf<Operation> & { idempotencyKey?: string };

type Success = 200 | 201 | 204;

/** JSON, PDF, or a text, which is empty where nothing is answered. */
type ContentOf<Response> = Response extends { content: { "application/json": infer Answer } }
  ? Answer
  : Response extends { content: { "application/pdf": unknown } }
    ? Uint8Array
    : string;

type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: ContentOf<Responses[Status]> }[keyof Responses & Success]
  : unknown;

type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input];

/** Every operation of the API reference by its id: `api.createAdminProduct({ body: { title: "Boots" } })`. */
export type ShopApi = {
  readonly [Id in keyof operations]: (
    ...input: Arguments<ApiInput<operations[Id]>>
  ) => Promise<AnswerOf<operations[Id]>>;
};

/** Calls operations of the API in this process, with the permissions, checks and events of requests. */
export interface ShopApis {
  as(caller: ApiCaller): ShopApi;
}
