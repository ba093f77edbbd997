import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import {
  addLocationToChannel,
  addProductsToChannel,
  createSalesChannel,
  deleteSalesChannel,
  removeLocationFromChannel,
  removeProductsFromChannel,
  updateSalesChannel,
} from "./sales-channel-changes.ts";
import {
  adminChannel,
  adminChannels,
  channelChangesBody,
  channelLocationBody,
  channelProductsBody,
  newChannelBody,
} from "./sales-channel-schemas.ts";

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
      return { id: request.params.id, object: "sales-channel", deleted: true };
    },
  );

  const productChange = (channelId: string, products: { id: string }[]) => ({
    channelId,
    productIds: products.map((product) => product.id),
  });

  app.post(
    "/admin/sales-channels/:id/products/batch",
    { schema: { ...channelById, summary: "Add products to a sales channel", body: channelProductsBody } },
    async (request) => {
      const { id } = request.params;
      await addProductsToChannel({ db }, productChange(id, request.body.product_ids));
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
      await removeProductsFromChannel({ db }, productChange(id, request.body.product_ids));
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
      return { id, object: "stock-location", deleted: true };
    },
  );
};
