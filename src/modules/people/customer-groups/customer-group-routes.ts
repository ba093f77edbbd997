import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminCustomersByGroup, inGroup } from "../customers/index.ts";
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
  const readGroup = async (id: string, selection: RequestedSelection = {}) => {
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
    async (request) => readGroup(await createCustomerGroup({ db }, request.body)),
  );

  app.get(
    "/admin/customer-groups/:id",
    { schema: { ...one, summary: "Get a customer group", querystring: selectionQuery } },
    (request) => readGroup(request.params.id, request.query),
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
      return readGroup(request.params.id, request.query);
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
        querystring: adminCustomersByGroup.querystring,
        response: page("customers", shown("AdminCustomerOfGroup", adminCustomersByGroup.view)),
      },
    },
    async (request) => {
      const options = { ...config, also: [inGroup(request.params.id)] };
      const { rows, ...paging } = await adminCustomersByGroup.read(graph, request.query, options);
      return { customers: rows, ...paging };
    },
  );

  const members = { ...one, querystring: noQuery, body: customerIdsBody };

  app.post(
    "/admin/customer-groups/:id/customers/batch",
    { schema: { ...members, summary: "Add customers to a group" } },
    async (request) => {
      const { id } = request.params;
      await addCustomersToGroup({ db }, id, request.body.customer_ids);
      return readGroup(id);
    },
  );

  app.delete(
    "/admin/customer-groups/:id/customers/batch",
    { schema: { ...members, summary: "Remove customers from a group" } },
    async (request) => {
      const { id } = request.params;
      await removeCustomersFromGroup({ db }, id, request.body.customer_ids);
      return readGroup(id);
    },
  );
};
