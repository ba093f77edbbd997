import { noQuery } from "../../../http/list-query.ts";
import { ok, path, type Routes } from "../../../http/routes.ts";
import { erasureBody, erasureView, personalDataView } from "./personal-data-schemas.ts";
import { eraseCustomer } from "./use-cases/erase-customer.ts";
import { exportPersonalData } from "./use-cases/export-personal-data.ts";

const tags = ["Customers"];

export const personalDataRoutes: Routes = (app, { db, graph, providers }) => {
  app.get(
    "/admin/customers/:id/personal-data",
    {
      config: { permission: "personal-data:read" },
      schema: {
        tags,
        summary: "Get the personal data of a customer",
        querystring: noQuery,
        params: path("id"),
        response: ok({ personal_data: personalDataView }),
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return { personal_data: await exportPersonalData({ db, providers }, request.params.id) };
    },
  );

  app.post(
    "/admin/customers/:id/erase",
    {
      config: { permission: "personal-data:write" },
      schema: {
        tags,
        summary: "Erase the personal data of a customer",
        querystring: noQuery,
        params: path("id"),
        body: erasureBody,
        response: ok({ erasure: erasureView }),
      },
    },
    async (request) => ({
      erasure: await eraseCustomer({ db, graph, providers }, request.params.id, {
        force: request.body?.force ?? false,
        email: request.body?.email,
      }),
    }),
  );
};
