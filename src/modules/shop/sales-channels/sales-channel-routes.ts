import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import {
  adminChannel,
  adminChannels,
  channelChangesBody,
  channelLocationBody,
  channelProductsBody,
  newChannelBody,
} from "./sales-channel-schemas.ts";
import { addLocationToChannel, removeLocationFromChannel } from "./use-cases/change-channel-locations.ts";
import { addProductsToChannel, removeProductsFromChannel } from "./use-cases/change-channel-products.ts";
import { createSalesChannel } from "./use-cases/create-sales-channel.ts";
import { deleteSalesChannel } from "./use-cases/delete-sales-channel.ts";
import { updateSalesChannel } from "./use-cases/update-sales-channel.ts";

const tags = ["Sales Channels"];
const answer = ok({ sales_channel: view("sales_channel") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const salesChannelRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string) => ({
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
        response: answer,
      },
    },
    async (request) => shown(await createSalesChannel({ db }, request.body)),
  );

  app.get("/admin/sales-channels/:id", { schema: { ...one, summary: "Get a sales channel" } }, (request) =>
    shown(request.params.id),
  );

  app.post(
    "/admin/sales-channels/:id",
    { schema: { ...one, summary: "Update a sales channel", body: channelChangesBody } },
    async (request) => {
      await updateSalesChannel({ db }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id",
    { schema: { ...one, summary: "Delete a sales channel", response: deletedBody } },
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
    { schema: { ...one, summary: "Add products to a sales channel", body: channelProductsBody } },
    async (request) => {
      const { id } = request.params;
      await addProductsToChannel({ db }, productChange(id, request.body.product_ids));
      return shown(id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id/products/batch",
    { schema: { ...one, summary: "Remove products from a sales channel", body: channelProductsBody } },
    async (request) => {
      const { id } = request.params;
      await removeProductsFromChannel({ db }, productChange(id, request.body.product_ids));
      return shown(id);
    },
  );

  const location = { ...one, body: channelLocationBody };

  app.post(
    "/admin/sales-channels/:id/stock-locations",
    { schema: { ...location, summary: "Sell from a stock location" } },
    async (request) => {
      const { id } = request.params;
      await addLocationToChannel({ db }, { channelId: id, locationId: request.body.location_id });
      return shown(id);
    },
  );

  app.delete(
    "/admin/sales-channels/:id/stock-locations",
    { schema: { ...location, summary: "Sell no more from a stock location", response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await removeLocationFromChannel({ db }, { channelId: id, locationId: request.body.location_id });
      return { id, object: "stock-location", deleted: true };
    },
  );
};
