import { customerOf } from "../../../http/caller.ts";
import { selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { ok, page, path, type Routes } from "../../../http/routes.ts";
import { relationsAddedToOrders } from "./order-schemas.ts";
import {
  lookupQuery,
  ownOrder,
  ownOrders,
  storeOrder,
  storeOrderLookup,
  storeOrderOfCart,
} from "./store-order-schemas.ts";
import { listOwnOrders } from "./use-cases/read-orders.ts";
import { lookUpOrder, showOrderOfCart, showStoreOrder } from "./use-cases/show-store-order.ts";

const tags = ["Orders"];

/** Anyone who knows the id of an order or its cart, or its number and email, can read the order. */
export const storeOrderRoutes: Routes = (app, context) => {
  app.get(
    "/store/orders/:id",
    {
      schema: {
        tags,
        summary: "Get an order",
        params: path("id"),
        querystring: selectionQuery,
        response: ok({ order: shown("StoreOrder", storeOrder.forPublic, relationsAddedToOrders) }),
      },
    },
    async (request) => {
      const viewer = await request.caller();
      return { order: await showStoreOrder(context, request.params.id, { ...request.query, viewer }) };
    },
  );

  app.get(
    "/store/orders/cart/:cart_id",
    {
      schema: {
        tags,
        summary: "Get the order of a cart",
        params: path("cart_id"),
        querystring: selectionQuery,
        response: ok({
          order: shown("StoreOrderOfCart", storeOrderOfCart.forPublic, relationsAddedToOrders),
        }),
      },
    },
    async (request) => {
      const viewer = await request.caller();
      return { order: await showOrderOfCart(context, request.params.cart_id, { ...request.query, viewer }) };
    },
  );

  app.get(
    "/store/orders",
    {
      schema: {
        tags,
        summary: "Find an order by its number and email",
        querystring: lookupQuery,
        response: ok({
          order: shown("StoreOrderLookup", storeOrderLookup.forPublic, relationsAddedToOrders),
        }),
      },
    },
    async (request) => {
      const viewer = await request.caller();
      return { order: await lookUpOrder(context, request.query, { viewer, ip: request.ip }) };
    },
  );
};

export const ownOrdersRoutes: Routes = (app, context) => {
  app.get(
    "/store/customers/me/orders",
    {
      config: { customerOnly: true },
      schema: {
        tags: ["Customers"],
        summary: "List the orders of the logged-in customer",
        querystring: ownOrders.querystring,
        response: page("orders", shown("StoreOwnOrder", ownOrder, relationsAddedToOrders)),
      },
    },
    async (request) => listOwnOrders(context, await customerOf(request), request.query),
  );
};
