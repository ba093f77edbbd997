import type { Plugin } from "../plugins/plugin.ts";

export interface TestShopOptions {
  /**
   * The plugins of the shop: what `definePlugin` has returned, or a file or package, as in TRADEWIND_PLUGINS. A plugin that is given
   * by itself needs no other loader: breakpoints and coverage of the test runner work in it.
   */
  // biome-ignore lint/suspicious/noExplicitAny: plugins with any tables, events and jobs
  plugins?: readonly (Plugin<any, any, any> | string | URL)[];
  /** Settings of the shop, such as `{ TRADEWIND_REQUIRE_SHIPPING: "on" }`. Those of the environment and of `.env` are not read. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts a shop for a test: a real server on a database of its own, empty but for an admin. */
export type StartTestShop = (options?: TestShopOptions) => Promise<TestShop>;

export interface TestShop {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** Sends requests of an admin. */
  readonly admin: TestClient;
  /** Sends requests of a visitor of the storefront. */
  readonly store: TestClient;
  /** The token of the admin, for clients of your own: `Authorization: Bearer <token>`. */
  readonly adminToken: string;
  /** Registers a customer and returns a client that is logged in. */
  customer(email?: string): Promise<TestClient>;
  /** Runs SQL in the database of the shop, to look at the tables of a plugin: `select * from plugin_points.balance`. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Waits until the subscribers have got every event so far. Rejects with the error of a handler that has failed; the shop delivers
   * the event again.
   */
  waitForEvents(): Promise<void>;
  /**
   * Waits until every job that is due has run; with `scheduled`, also those that wait for a later time or for their next attempt.
   * Rejects with the error of a job that has failed.
   */
  runJobs(options?: { scheduled?: boolean }): Promise<void>;
  /** Runs a job of a plugin once and waits for its end: `runJob("points:expire")`. Rejects with its error. */
  runJob(name: string, payload?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** Sends JSON, and returns the answer whatever its status is. */
export interface TestClient {
  get: SendWithoutBody;
  delete: SendWithoutBody;
  post: SendWithBody;
  put: SendWithBody;
  patch: SendWithBody;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, or names the type
export type SendWithoutBody = <Body = any>(
  path: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<TestAnswer<Body>>;

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, or names the type
export type SendWithBody = <Body = any>(
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<TestAnswer<Body>>;

export interface TestAnswer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What JSON was sent, or the text. */
  readonly body: Body;
}

export declare const startTestShop: StartTestShop;
