import { noQuery } from "../../../http/list-query.ts";
import { found, type Routes } from "../../../http/routes.ts";
import { sessionTerms, setSessionCookie } from "../../../http/session-cookie.ts";
import {
  accountAlone,
  customerAnswer,
  nothing,
  ownCustomer,
  passwordResetBody,
  passwordTokenBody,
  signUpBody,
} from "./account-schemas.ts";
import { requestPasswordReset } from "./use-cases/request-password-reset.ts";
import { resetPassword } from "./use-cases/reset-password.ts";
import { signUp } from "./use-cases/sign-up.ts";

const tags = ["Customers"];

/** For visitors who are not logged in. */
export const accountRoutes: Routes = (app, { config, db, graph, limits, jwtSecret }) => {
  app.post(
    "/store/customers",
    {
      schema: {
        tags,
        summary: "Sign up",
        querystring: noQuery,
        body: signUpBody,
        response: customerAnswer,
      },
    },
    async (request, reply) => {
      const { id, token } = await signUp(
        { db },
        { account: request.body, oldToken: request.sessionToken(), ...sessionTerms(config) },
      );
      setSessionCookie(request, reply, token, config);
      return { customer: found(await graph.find(ownCustomer, id), "Customer", id) };
    },
  );

  app.post(
    "/store/customers/password-token",
    {
      schema: {
        tags,
        summary: "Ask for a new password",
        querystring: noQuery,
        body: passwordTokenBody,
        response: nothing,
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      const attempt = { what: "customer-password-token", account: email, address: request.ip };
      // Every request counts: an attacker must not flood a mailbox, and the limit must not reveal which emails exist.
      const isSuccess = () => false;
      await limits.guarded(attempt, () => requestPasswordReset({ db, jwtSecret }, email), isSuccess);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/store/customers/password-reset",
    {
      schema: {
        tags,
        summary: "Set a new password with a token",
        querystring: noQuery,
        body: passwordResetBody,
        response: customerAnswer,
      },
    },
    async (request) => {
      const guess = { what: "customer-password-reset", account: request.body.email, address: request.ip };
      const id = await limits.guarded(guess, () => resetPassword({ db, jwtSecret }, request.body));
      return { customer: found(await graph.find(accountAlone, id), "Customer", id) };
    },
  );
};
