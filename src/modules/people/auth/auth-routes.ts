import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "../../../db/database.ts";
import { customerOf, userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, ok, path, plainOk, type Routes, view } from "../../../http/routes.ts";
import { clearSessionCookie, sessionTerms, setSessionCookie } from "../../../http/session-cookie.ts";
import type { AccountKind, ReplaceHashes } from "./account.ts";
import { accessToken, customerAfterLogin, emailExists, loginBody } from "./auth-schemas.ts";
import { checkLogin } from "./use-cases/check-login.ts";
import { emailHasAccount } from "./use-cases/email-has-account.ts";
import { issueToken } from "./use-cases/issue-token.ts";
import { logIn, logOut } from "./use-cases/log-in.ts";

const tags = ["Auth"];
// Answers to a login have credentials, so idempotency keys do not store them.
const login = { public: true, idempotent: false };

export const authRoutes =
  (replaceHash: ReplaceHashes<Tx>): Routes =>
  (app, { config, db, graph, limits, jwtSecret }) => {
    const views = {
      user: { entity: graph.registry.get("own_user") },
      customer: { entity: graph.registry.get("customer"), relations: customerAfterLogin },
    };
    const shown = {
      user: async (id: string) => ({ user: found(await graph.find(views.user, id), "User", id) }),
      customer: async (id: string) => ({
        customer: found(await graph.find(views.customer, id), "Customer", id),
      }),
    };
    const answers = { user: ok({ user: view("own_user") }), customer: ok({ customer: view("customer") }) };

    const guarded = <T>(
      kind: AccountKind,
      request: FastifyRequest,
      account: string,
      attempt: () => Promise<T>,
    ) => limits.guardedLogin({ what: `${kind}-login`, account, address: request.ip }, attempt);

    const leave = async (kind: AccountKind, request: FastifyRequest, reply: FastifyReply) => {
      const token = request.sessionToken();
      if (token) {
        const isStillInUse = await logOut({ db }, kind, token);
        if (!isStillInUse) clearSessionCookie(reply);
      }
      return reply.type("text/plain; charset=utf-8").send("OK");
    };

    for (const [kind, prefix] of [
      ["user", "/admin/auth"],
      ["customer", "/store/auth"],
    ] as const) {
      const who = kind === "user" ? "user" : "customer";

      app.post(
        prefix,
        {
          config: login,
          schema: {
            tags,
            summary: `Log a ${who} in`,
            querystring: noQuery,
            body: loginBody,
            response: answers[kind],
          },
        },
        async (request, reply) => {
          const times = { oldToken: request.sessionToken(), ...sessionTerms(config) };
          const { id, token } = await guarded(kind, request, request.body.email, () =>
            logIn({ db, replaceHash }, kind, { ...request.body, ...times }),
          );
          setSessionCookie(request, reply, token, config);
          return shown[kind](id);
        },
      );

      app.post(
        `${prefix}/token`,
        {
          config: login,
          schema: {
            tags,
            summary: `Log a ${who} in with a JWT`,
            querystring: noQuery,
            body: loginBody,
            response: accessToken,
          },
        },
        async (request) => {
          const checked = await guarded(kind, request, request.body.email, () =>
            checkLogin({ db, replaceHash }, kind, request.body),
          );
          return { access_token: issueToken(jwtSecret, kind, checked) };
        },
      );

      app.delete(
        prefix,
        { schema: { tags, summary: `Log a ${who} out`, querystring: noQuery, response: plainOk } },
        (request, reply) => leave(kind, request, reply),
      );
    }

    app.get(
      "/admin/auth",
      { schema: { tags, summary: "Get the current user", querystring: noQuery, response: answers.user } },
      async (request) => shown.user(await userOf(request)),
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
      async (request) => shown.customer(await customerOf(request)),
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
