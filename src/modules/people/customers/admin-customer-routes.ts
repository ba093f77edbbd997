import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import {
  adminCustomer,
  adminCustomers,
  adminCustomersOfGroups,
  customerChangesBody,
  newCustomer,
  newCustomerBody,
} from "./admin-customer-schemas.ts";
import { createAccount } from "./use-cases/create-account.ts";
import { updateCustomer } from "./use-cases/update-customer.ts";

const tags = ["Customers"];
const answer = { customer: view("customer") };

/** Customers for admins. */
export const adminCustomerRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string, selection: Wanted) => ({
    customer: found(await graph.find(adminCustomer, id, selection), "Customer", id),
  });

  app.get(
    "/admin/customers",
    {
      schema: {
        tags,
        summary: "List customers",
        querystring: adminCustomers.querystring,
        response: page("customers", "customer"),
      },
    },
    async (request) => {
      const list = "groups" in request.query ? adminCustomersOfGroups : adminCustomers;
      const { rows, ...paging } = await list.read(graph, request.query, config);
      return { customers: rows, ...paging };
    },
  );

  app.post(
    "/admin/customers",
    {
      schema: {
        tags,
        summary: "Create a customer",
        querystring: noQuery,
        body: newCustomerBody,
        response: ok(answer, 201),
      },
    },
    async (request, reply) => {
      const id = await createAccount({ db }, request.body);
      reply.code(201);
      return { customer: found(await graph.find(newCustomer, id), "Customer", id) };
    },
  );

  app.get(
    "/admin/customers/:id",
    {
      schema: {
        tags,
        summary: "Get a customer",
        querystring: selectionQuery,
        params: path("id"),
        response: ok(answer),
      },
    },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/admin/customers/:id",
    {
      schema: {
        tags,
        summary: "Update a customer",
        querystring: selectionFrom(adminCustomer),
        params: path("id"),
        body: customerChangesBody,
        response: ok(answer),
      },
    },
    async (request) => {
      await updateCustomer({ db }, request.params.id, request.body);
      return shown(request.params.id, request.query);
    },
  );
};
