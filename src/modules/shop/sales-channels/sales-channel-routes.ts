import { Type } from "typebox";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { dates, equalTo } from "../../../http/query-filters.ts";
import {
  body,
  deletedBody,
  found,
  nonEmptyText,
  ok,
  optional,
  page,
  path,
  type Routes,
  text,
  view,
} from "../../../http/routes.ts";
import { deletedObject } from "../v1-shapes.ts";
import {
  addLocationToChannel,
  addProductsToChannel,
  createSalesChannel,
  deleteSalesChannel,
  removeLocationFromChannel,
  removeProductsFromChannel,
  updateSalesChannel,
} from "./sales-channel-changes.ts";
import { salesChannel } from "./sales-channels-graph.ts";

const name = Type.String({ minLength: 1, maxLength: 255 });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const isDisabled = Type.Boolean({ description: "No new carts are opened in a disabled channel." });

const newChannelBody = body({
  name,
  description: optional(description),
  is_disabled: optional(isDisabled),
});

const channelChangesBody = body({
  name: optional(name),
  description: optional(description),
  is_disabled: optional(isDisabled),
});

const channelProductsBody = body({
  product_ids: Type.Array(body({ id: text }), { maxItems: 10_000 }),
});

const channelLocationBody = body({ location_id: nonEmptyText });

const adminChannel = { entity: salesChannel };

const adminChannels = listQuery({
  view: adminChannel,
  limit: 20,
  search: ["name", "description"],
  filters: {
    id: equalTo(),
    name: equalTo(),
    description: equalTo(),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});

const tags = ["Sales Channels"];
const channelResponseSchema = ok({ sales_channel: view("sales_channel") });
const channelById = { tags, querystring: noQuery, params: path("id"), response: channelResponseSchema };

export const salesChannelRoutes: Routes = (app, { config, db, graph }) => {
  const channelResponse = async (id: string) => ({
    sales_channel: found(await graph.find(adminChannel, id), "Sales channel", id),
  });

  app.get(
    "/admin/sales-channels",
    {
      schema: {
        tags,
        summary: "List sales channels",
        querystring: adminChannels.querystring,
        response: page("sales_channels", "sales_channel"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminChannels.read(graph, request.query, config);
      return { sales_channels: rows, ...paging };
    },
  );

  app.post(
    "/admin/sales-channels",
    {
      schema: {
        tags,
        summary: "Create a sales channel",
        querystring: noQuery,
        body: newChannelBody,
        response: channelResponseSchema,
      },
    },
    async (request) => channelResponse(await createSalesChannel({ db }, request.body)),
  );

  app.get(
    "/admin/sales-channels/:id",
    { schema: { ...channelById, summary: "Get a sales channel" } },
    (request) => channelResponse(request.params.id),
  );

  app.post(
    "/admin/sales-channels/:id",
    { schema: { ...channelById, summary: "Update a sales channel", body: channelChangesBody } },
    async (request) => {
      await updateSalesChannel({ db }, request.params.id, request.body);
      return channelResponse(request.params.id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id",
    { schema: { ...channelById, summary: "Delete a sales channel", response: deletedBody } },
    async (request) => {
      await deleteSalesChannel({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.salesChannel, deleted: true };
    },
  );

  app.post(
    "/admin/sales-channels/:id/products/batch",
    { schema: { ...channelById, summary: "Add products to a sales channel", body: channelProductsBody } },
    async (request) => {
      const { id } = request.params;
      await addProductsToChannel({ db }, id, request.body.product_ids);
      return channelResponse(id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id/products/batch",
    {
      schema: { ...channelById, summary: "Remove products from a sales channel", body: channelProductsBody },
    },
    async (request) => {
      const { id } = request.params;
      await removeProductsFromChannel({ db }, id, request.body.product_ids);
      return channelResponse(id);
    },
  );

  const channelLocationById = { ...channelById, body: channelLocationBody };

  app.post(
    "/admin/sales-channels/:id/stock-locations",
    { schema: { ...channelLocationById, summary: "Add a stock location to a sales channel" } },
    async (request) => {
      const { id } = request.params;
      await addLocationToChannel({ db }, { channelId: id, locationId: request.body.location_id });
      return channelResponse(id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id/stock-locations",
    {
      schema: {
        ...channelLocationById,
        summary: "Remove a stock location from a sales channel",
        response: deletedBody,
      },
    },
    async (request) => {
      const { id } = request.params;
      await removeLocationFromChannel({ db }, { channelId: id, locationId: request.body.location_id });
      return { id, object: deletedObject.locationOfChannel, deleted: true };
    },
  );
};
