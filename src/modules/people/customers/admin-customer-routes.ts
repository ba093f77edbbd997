import type { FastifyRequest } from "fastify";
import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { sentField } from "../../../http/permissions.ts";
import { found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { statusOfNewCustomer } from "../v1-shapes.ts";
import { createAccount, updateCustomer } from "./customer-changes.ts";
import {
  adminCustomer,
  adminCustomers,
  adminCustomersFor,
  bareCustomer,
  customerChangesBody,
  newCustomerBody,
} from "./customer-schemas.ts";

const tags = ["Customers"];
const answer = { customer: shown("AdminCustomer", adminCustomer) };

/** Who sets the password of a customer can log in as the customer. Others send the customer a link for a new one. */
const neededForPassword = (request: FastifyRequest) =>
  sentField(request, "password") === undefined ? null : ("personal-data:write" as const);

/** Customers for admins. */
export const adminCustomerRoutes: Routes = (app, { config, db, graph, providers }) => {
  const readCustomer = async (id: string, selection: RequestedSelection) => ({
    customer: found(await graph.find(adminCustomer, id, selection), "Customer", id),
  });

  app.get(
    "/admin/customers",
    {
      schema: {
        tags,
        summary: "List customers",
        querystring: adminCustomers.querystring,
        response: page("customers", shown("AdminListedCustomer", adminCustomers.view, ["groups"])),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminCustomersFor(request.query).read(graph, request.query, config);
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
        response: ok({ customer: view("customer") }, statusOfNewCustomer),
      },
    },
    async (request, reply) => {
      const id = await createAccount({ db, providers }, request.body);
      reply.code(statusOfNewCustomer);
      return { customer: found(await graph.find(bareCustomer, id), "Customer", id) };
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
    (request) => readCustomer(request.params.id, request.query),
  );

  app.post(
    "/admin/customers/:id",
    {
      config: { alsoNeeds: neededForPassword },
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
      return readCustomer(request.params.id, request.query);
    },
  );
};
