import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Tx } from "../../../db/database.ts";
import { customerOf, userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import {
  body,
  email,
  found,
  nonEmptyText,
  ok,
  path,
  plainOk,
  type Routes,
  sendPlainOk,
  view,
} from "../../../http/routes.ts";
import { clearSessionCookie, sessionTerms, setSessionCookie } from "../../../http/session-cookie.ts";
import { relationsAfterLogin } from "../v1-shapes.ts";
import type { AccountKind, ReplaceHashes } from "./account.ts";
import { checkLogin, emailHasAccount, logIn, logOut } from "./use-cases/log-in.ts";
import { withSentToken } from "./use-cases/own-token.ts";
import { issueToken } from "./use-cases/tokens.ts";

const loginBody = body({ email, password: nonEmptyText });
const accessToken = ok({ access_token: Type.String() });
const emailExists = ok({ exists: Type.Boolean() });

const tags = ["Auth"];
// Answers to a login have credentials, so idempotency keys do not store them.
const login = { public: true, idempotent: false };

export const authRoutes =
  (replaceHash: ReplaceHashes<Tx>): Routes =>
  (app, { config, db, graph, limits, secrets }) => {
    const views = {
      user: { entity: graph.registry.get("own_user") },
      customer: { entity: graph.registry.get("customer"), relations: relationsAfterLogin },
    };
    const read = {
      user: async (id: string) => ({ user: found(await graph.find(views.user, id), "User", id) }),
      customer: async (id: string) => ({
        customer: found(await graph.find(views.customer, id), "Customer", id),
      }),
    };
    const answers = {
      user: ok({ user: view("own_user") }),
      customer: ok({ customer: shown("StoreLoggedInCustomer", views.customer) }),
    };

    const guarded = <T>(
      kind: AccountKind,
      request: FastifyRequest,
      account: string,
      attempt: () => Promise<T>,
    ) => limits.guardedLogin({ what: `${kind}-login`, account, address: request.ip }, attempt);

    for (const [kind, prefix] of [
      ["user", "/admin/auth"],
      ["customer", "/store/auth"],
    ] as const) {
      app.post(
        prefix,
        {
          config: login,
          schema: {
            tags,
            summary: `Log a ${kind} in`,
            querystring: noQuery,
            body: loginBody,
            response: answers[kind],
          },
        },
        async (request, reply) => {
          const session = { oldToken: request.sessionToken(), ...sessionTerms(config) };
          const { id, token } = await guarded(kind, request, request.body.email, () =>
            logIn({ db, replaceHash }, kind, { ...request.body, ...session }),
          );
          setSessionCookie(request, reply, token, config);
          return read[kind](id);
        },
      );

      app.post(
        `${prefix}/token`,
        {
          config: login,
          schema: {
            tags,
            summary: `Log a ${kind} in with a JWT`,
            querystring: noQuery,
            body: loginBody,
            response: accessToken,
          },
        },
        async (request) => {
          const checked = await guarded(kind, request, request.body.email, () =>
            checkLogin({ db, replaceHash }, kind, request.body),
          );
          return { access_token: issueToken(secrets, kind, checked) };
        },
      );

      app.delete(
        prefix,
        { schema: { tags, summary: `Log a ${kind} out`, querystring: noQuery, response: plainOk } },
        async (request, reply) => {
          const { isEnded } = await logOut({ db }, kind, request.sessionToken());
          if (isEnded) clearSessionCookie(reply);
          return sendPlainOk(reply);
        },
      );
    }

    app.get(
      "/admin/auth",
      { schema: { tags, summary: "Get the current user", querystring: noQuery, response: answers.user } },
      async (request) => {
        const { user } = await read.user(await userOf(request));
        return { user: withSentToken(user, await request.caller()) };
      },
    );

    app.get(
      "/store/auth",
      {
        config: { customerOnly: true },
        schema: {
          tags,
          summary: "Get the current customer",
          querystring: noQuery,
          response: answers.customer,
        },
      },
      async (request) => read.customer(await customerOf(request)),
    );

    app.get(
      "/store/auth/:email",
      {
        schema: {
          tags,
          summary: "Check whether an email has an account",
          querystring: noQuery,
          params: path("email"),
          response: emailExists,
        },
      },
      (request) =>
        // Many unknown emails from one address count as guessing.
        limits.guarded(
          { what: "email-exists", address: request.ip },
          async () => ({ exists: await emailHasAccount({ db }, request.params.email) }),
          ({ exists }) => exists,
        ),
    );
  };
