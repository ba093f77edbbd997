import { viewOf } from "../../../graph/selection.ts";
import { ActionLimits } from "../../../http/action-limits.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { found, ok, page, path, type Routes } from "../../../http/routes.ts";
import { publicUrlOf } from "../../../public-url.ts";
import { user } from "../../people/users/index.ts";
import { unknownMail } from "./mail-record.ts";
import { adminMail, adminMails, mailAnswer, mailStateSchema, testBody } from "./mail-schemas.ts";
import { mailComposer } from "./use-cases/compose-mail.ts";
import { readMailState } from "./use-cases/read-mail-state.ts";
import { sendMailAgain } from "./use-cases/send-mail-again.ts";
import { sendTestMail } from "./use-cases/test-mail.ts";

const tags = ["Mails"];
const ownAddress = viewOf({ entity: user, fields: ["id", "email"] });

export const mailRoutes: Routes = (app, context) => {
  const { config, db, graph, permissions, privateData, providers } = context;
  const limits = new ActionLimits(db);
  const kinds = mailComposer(
    { graph, rules: providers.rules },
    { storefront: null, admin: null, server: publicUrlOf(config) },
  ).events;
  const mailOf = async (id: string) => {
    const mail = await graph.find(adminMail, id);
    if (!mail) throw unknownMail(id);
    return { mail };
  };

  app.get(
    "/admin/mails",
    {
      schema: {
        tags,
        summary: "List mails",
        querystring: adminMails.querystring,
        response: page("mails", shown("AdminMail", adminMail)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminMails.read(graph, request.query, config);
      return { mails: rows, ...paging };
    },
  );

  app.get(
    "/admin/mails/state",
    {
      schema: {
        tags,
        summary: "Get the state of mails",
        querystring: noQuery,
        response: ok({ state: mailStateSchema }),
      },
    },
    async () => ({ state: await readMailState({ db, providers, config }, kinds) }),
  );

  app.post(
    "/admin/mails/test",
    {
      schema: {
        tags,
        summary: "Send a test mail",
        querystring: noQuery,
        body: testBody,
        response: mailAnswer,
      },
    },
    async (request) => {
      const userId = await userOf(request);
      const to = request.body.to ?? found(await graph.find(ownAddress, userId), "User", userId).email;
      return mailOf(await sendTestMail({ db, providers, limits }, { userId, to }));
    },
  );

  app.post(
    "/admin/mails/:id/resend",
    {
      schema: {
        tags,
        summary: "Send a mail again",
        querystring: noQuery,
        params: path("id"),
        response: mailAnswer,
      },
    },
    async (request) => {
      const { granted } = await request.caller();
      const { id } = request.params;
      await sendMailAgain({ db, permissions, privateData, providers, granted }, id);
      return mailOf(id);
    },
  );
};
