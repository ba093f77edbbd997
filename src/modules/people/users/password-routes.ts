import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { found, type Routes } from "../../../http/routes.ts";
import { claimedByResetToken } from "../auth/index.ts";
import { requestPasswordReset } from "./use-cases/request-password-reset.ts";
import { resetPassword } from "./use-cases/reset-password.ts";
import { newPasswordBody, resetRequestBody, userAnswer, userView } from "./user-schemas.ts";

const tags = ["Users"];
const config = { public: true, idempotent: false };

/** Password reset of users. */
export const passwordRoutes: Routes = (app, { db, graph, limits, jwtSecret }) => {
  app.post(
    "/admin/users/password-token",
    {
      config,
      schema: {
        tags,
        summary: "Ask for a token to set a new password with",
        querystring: noQuery,
        body: resetRequestBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      // Requests for existing users count as well: otherwise the limit would reveal which emails exist.
      await limits.guarded(
        { what: "user-password-token", account: email, address: request.ip },
        () => requestPasswordReset({ db, jwtSecret }, email),
        () => false,
      );
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/admin/users/reset-password",
    {
      config,
      schema: {
        tags,
        summary: "Set a new password",
        querystring: noQuery,
        body: newPasswordBody,
        response: userAnswer,
      },
    },
    async (request) => {
      const { token, password } = request.body;
      const email = request.body.email ?? claimedByResetToken(token).email ?? "";
      const id = await limits.guarded(
        { what: "user-password-reset", account: email, address: request.ip },
        () => resetPassword({ db, jwtSecret }, { email, token, password }),
      );
      return { user: found(await graph.find(userView, id), "User", id) };
    },
  );
};
