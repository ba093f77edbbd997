import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminCustomersOfGroups, inAnyGroup } from "../customers/index.ts";
import { unknownGroup } from "./customer-group.ts";
import {
  addCustomersToGroup,
  createCustomerGroup,
  deleteCustomerGroup,
  removeCustomersFromGroup,
  updateCustomerGroup,
} from "./customer-group-changes.ts";
import {
  adminGroup,
  adminGroups,
  customerIdsBody,
  groupChangesBody,
  newGroupBody,
} from "./customer-group-schemas.ts";

const tags = ["Customer Groups"];
const answer = ok({ customer_group: view("customer_group") });
const one = { tags, params: path("id"), response: answer };

export const customerGroupRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string, selection: Wanted = {}) => {
    const group = await graph.find(adminGroup, id, selection);
    if (!group) throw unknownGroup(id);
    return { customer_group: group };
  };

  app.get(
    "/admin/customer-groups",
    {
      schema: {
        tags,
        summary: "List customer groups",
        querystring: adminGroups.querystring,
        response: page("customer_groups", "customer_group"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminGroups.read(graph, request.query, config);
      return { customer_groups: rows, ...paging };
    },
  );

  app.post(
    "/admin/customer-groups",
    {
      schema: {
        tags,
        summary: "Create a customer group",
        querystring: noQuery,
        body: newGroupBody,
        response: answer,
      },
    },
    async (request) => shown(await createCustomerGroup({ db }, request.body)),
  );

  app.get(
    "/admin/customer-groups/:id",
    { schema: { ...one, summary: "Get a customer group", querystring: selectionQuery } },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/admin/customer-groups/:id",
    {
      schema: {
        ...one,
        summary: "Update a customer group",
        querystring: selectionFrom(adminGroup),
        body: groupChangesBody,
      },
    },
    async (request) => {
      await updateCustomerGroup({ db }, request.params.id, request.body);
      return shown(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/customer-groups/:id",
    { schema: { ...one, summary: "Delete a customer group", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteCustomerGroup({ db }, request.params.id);
      return { id: request.params.id, object: "customer_group", deleted: true };
    },
  );

  app.get(
    "/admin/customer-groups/:id/customers",
    {
      schema: {
        ...one,
        summary: "List the customers of a group",
        querystring: adminCustomersOfGroups.querystring,
        response: page("customers", "customer"),
      },
    },
    async (request) => {
      const inGroup = { kind: "custom" as const, condition: inAnyGroup, value: [request.params.id] };
      const { rows, ...paging } = await adminCustomersOfGroups.read(graph, request.query, {
        ...config,
        also: [inGroup],
      });
      return { customers: rows, ...paging };
    },
  );

  const members = { ...one, querystring: noQuery, body: customerIdsBody };
  const memberChange = (id: string, customers: { id: string }[]) => ({
    groupId: id,
    customerIds: customers.map((customer) => customer.id),
  });

  app.post(
    "/admin/customer-groups/:id/customers/batch",
    { schema: { ...members, summary: "Add customers to a group" } },
    async (request) => {
      const { id } = request.params;
      await addCustomersToGroup({ db }, memberChange(id, request.body.customer_ids));
      return shown(id);
    },
  );

  app.delete(
    "/admin/customer-groups/:id/customers/batch",
    { schema: { ...members, summary: "Remove customers from a group" } },
    async (request) => {
      const { id } = request.params;
      await removeCustomersFromGroup({ db }, memberChange(id, request.body.customer_ids));
      return shown(id);
    },
  );
};
