/** The types of a route, as in Fastify: `app.post<{ Body: { text: string } }>("/path", …)`. */
export interface RouteTypes {
  Body?: unknown;
  Params?: unknown;
  Querystring?: unknown;
}

/** The sender of a request. Both can be set: a session may have a user and a customer. */
export interface RouteCaller {
  userId: string | null;
  customerId: string | null;
}

export interface RouteRequest<Types extends RouteTypes = RouteTypes> {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Types["Body"];
  readonly params: Types["Params"];
  readonly query: Types["Querystring"];
  caller(): Promise<RouteCaller>;
}

export interface RouteReply {
  code(status: number): RouteReply;
  header(name: string, value: string | number): RouteReply;
  type(mediaType: string): RouteReply;
  redirect(url: string): RouteReply;
  send(body?: unknown): RouteReply;
}

/** JSON schemas: a request that does not match is answered with 400, and the answer has only the described fields. */
export interface RouteSchema {
  summary?: string;
  description?: string;
  /** The sections of the API reference that have the route. By default the name of the plugin. */
  tags?: readonly string[];
  /** The route is not in the API reference. */
  hide?: boolean;
  body?: object;
  params?: object;
  querystring?: object;
  response?: Record<string, object>;
}

export interface RouteOptions {
  schema?: RouteSchema;
  config?: {
    /** A path under /admin/ that needs no user. */
    public?: boolean;
    /** A path that needs a customer. */
    customerOnly?: boolean;
    /** What a user needs in a shop with roles, such as `orders:read`; null for nothing. By default `plugins:read` or `:write`. */
    permission?: string | null;
  };
  /** In bytes. */
  bodyLimit?: number;
}

/** Returns the body of the answer, or the reply. */
export type RouteHandler<Types extends RouteTypes = RouteTypes> = (
  request: RouteRequest<Types>,
  reply: RouteReply,
) => unknown;

export interface AddRoute {
  <Types extends RouteTypes = RouteTypes>(path: string, handler: RouteHandler<Types>): unknown;
  <Types extends RouteTypes = RouteTypes>(
    path: string,
    options: RouteOptions,
    handler: RouteHandler<Types>,
  ): unknown;
}

/** The part of a Fastify instance that most plugins need. */
export interface RoutesApp {
  get: AddRoute;
  post: AddRoute;
  put: AddRoute;
  patch: AddRoute;
  delete: AddRoute;
}
