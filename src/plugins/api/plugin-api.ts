import type { FastifyInstance } from "fastify";
import qs from "qs";
import type { JoinableTransaction } from "../../db/transactions/joined-transaction.ts";
import type { Caller } from "../../http/caller.ts";
import { callInProcess, type InProcessCall } from "../../http/in-process.ts";
import type { Permission, Permissions } from "../../kernel/permissions.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refuseInside } from "../open-transaction.ts";
import type { ApiCaller, ShopApi } from "../ports/api.ts";
import { ApiError } from "./api-error.ts";
import { joinableOperations } from "./joinable-operations.ts";

/** What an account or a role may do. */
export interface CallerLookup {
  /** Null for a user that does not exist. */
  user(id: string): Promise<Caller | null>;
  customer(id: string): Promise<Caller | null>;
  role(name: string): Promise<Pick<Caller, "granted"> | null>;
}

interface Operation {
  method: string;
  path: string;
  /** Why it cannot be called so. */
  problem?: string;
}

interface ApiDeps {
  app: FastifyInstance;
  lookup: CallerLookup;
  permissions: Permissions;
}

interface CallInput {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}

/** The operations of one server, by their ids in the API reference. */
export class PluginApi {
  private operations: ReadonlyMap<string, Operation> | undefined;

  constructor(private readonly deps: ApiDeps) {}

  /** The API for one caller; its calls join the transaction, if there is one. */
  as(plugin: string, named: ApiCaller, joinable: JoinableTransaction | null): ShopApi {
    const caller = this.callerOf(plugin, named);
    const call = async (id: string, input: CallInput = {}) =>
      this.call(id, {
        input,
        joinable,
        call: async () => ({ plugin, actor: actorOf(plugin), caller: await caller() }),
      });
    return new Proxy({} as ShopApi, {
      get: (_api, id) =>
        // A proxy that is awaited is asked for `then`.
        typeof id !== "string" || id === "then" ? undefined : (input?: CallInput) => call(id, input),
    });
  }

  private callerOf(plugin: string, named: ApiCaller): () => Promise<Caller> {
    const { lookup, permissions } = this.deps;
    const none = { userId: null, customerId: null, granted: [] as const };
    const known = async (kind: string, id: string, found: Promise<Partial<Caller> | null>) => {
      const caller = await found;
      if (!caller) throw new Refusal("not_found", `There is no ${kind} ${id}`);
      return { ...none, ...caller };
    };
    if (typeof named === "object" && named !== null) {
      if ("permissions" in named && isTexts(named.permissions)) {
        for (const name of named.permissions) {
          const problem = permissions.problemOf(name);
          if (problem) throw new Error(`api.as(): ${problem}`);
        }
        const granted = named.permissions as readonly Permission[];
        return async () => ({ ...none, granted, userId: actorOf(plugin) });
      }
      if ("role" in named && typeof named.role === "string") {
        const { role } = named;
        return async () => ({ ...(await known("role", role, lookup.role(role))), userId: actorOf(plugin) });
      }
      if ("user" in named && typeof named.user === "string")
        return () => known("user", named.user, lookup.user(named.user));
      if ("customer" in named && typeof named.customer === "string")
        return () => known("customer", named.customer, lookup.customer(named.customer));
      if ("storefront" in named && named.storefront === true) return async () => none;
    }
    throw new Error(
      "api.as() needs { permissions }, { role }, { user }, { customer } or { storefront: true }",
    );
  }

  private async call(
    id: string,
    {
      input,
      joinable,
      call,
    }: { input: CallInput; joinable: JoinableTransaction | null; call: () => Promise<InProcessCall> },
  ): Promise<unknown> {
    const operation = this.operation(id);
    if (!joinable) refuseInside("shop.api", "tx.api");
    // The caller is read in the transaction, too: one that waits for a second connection would hold its locks meanwhile.
    const send = async () => callInProcess(this.deps.app, await call(), requestOf(operation, id, input));
    if (joinable && !joinableOperations.has(id))
      throw new ApiError(id, 400, {
        type: "not_allowed",
        code: "not_in_transaction",
        message: `${id} cannot be a part of a transaction: call it outside, or in a job`,
      });
    if (joinable && input.idempotencyKey !== undefined)
      throw new Error(
        `${id}: a part of a transaction needs no idempotencyKey, the transaction is repeated as a whole`,
      );
    const answer = joinable ? await joinable.run(send, ({ statusCode }) => statusCode >= 400) : await send();
    return resultOf(id, answer);
  }

  private operation(id: string): Operation {
    this.operations ??= operationsOf(this.deps.app);
    const operation = this.operations.get(id);
    if (!operation) throw new Error(`there is no operation ${id} in the API reference`);
    if (operation.problem) throw new Error(`${id} ${operation.problem}`);
    return operation;
  }
}

const isTexts = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.every((name) => typeof name === "string");

const actorOf = (plugin: string) => `plugin:${plugin}`;

function operationsOf(app: FastifyInstance): Map<string, Operation> {
  const { paths } = app.describeApi() as unknown as {
    paths: Record<string, Record<string, { operationId: string; requestBody?: Content; responses?: object }>>;
  };
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries(methods))
      operations.set(operationId, {
        method: method.toUpperCase(),
        path,
        ...problemOf(requestBody, responses),
      });
  return operations;
}

interface Content {
  content?: Record<string, unknown>;
}

function problemOf(requestBody: Content | undefined, responses: object = {}): { problem?: string } {
  if (requestBody?.content && !("application/json" in requestBody.content))
    return { problem: "takes a body that is not JSON: send it over HTTP" };
  const isStream = Object.values(responses).some(
    ({ content = {} }: Content) => "text/event-stream" in content,
  );
  return isStream ? { problem: "never ends: subscribe with on()" } : {};
}

function requestOf({ method, path }: Operation, id: string, input: CallInput) {
  const { path: parts = {}, query, body, idempotencyKey } = input;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined || value === null || value === "") throw new Error(`${id} needs path.${name}`);
    // Addresses are resolved: these two would lead to another operation, which the plugin did not name.
    if (/^\.\.?$/.test(String(value)))
      throw new ApiError(id, 400, { type: "invalid_data", message: `path.${name} cannot be ${value}` });
    return encodeURIComponent(String(value));
  });
  const search = query ? qs.stringify(query, { arrayFormat: "brackets", skipNulls: true }) : "";
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  return {
    method,
    url: search ? `${url}?${search}` : url,
    headers,
    payload: body === undefined ? undefined : JSON.stringify(body),
  };
}

interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  payload: string;
  rawPayload: Buffer;
}

function resultOf(id: string, { statusCode, headers, payload, rawPayload }: Answer): unknown {
  const type = String(headers["content-type"] ?? "");
  const isJson = type.includes("json");
  if (statusCode >= 400) throw new ApiError(id, statusCode, isJson ? JSON.parse(payload) : {});
  if (isJson) return JSON.parse(payload);
  return type.startsWith("text/") || payload === "" ? payload : rawPayload;
}
