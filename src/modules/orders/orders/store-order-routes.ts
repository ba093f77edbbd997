import type { Wanted } from "../../../graph/selection.ts";
import { selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { noOrderOfCart, noSuchOrder, unknownOrder } from "./order.ts";
import {
  lookupFilters,
  lookupQuery,
  orderAnswer,
  type StoreViews,
  storeOrder,
  storeOrderLookup,
  storeOrderOfCart,
} from "./store-order-schemas.ts";
import { type Onlooker, showStoreOrder } from "./use-cases/show-store-order.ts";

const tags = ["Orders"];

/** Whoever knows the id of an order or of its cart sees the order, as whoever has its confirmation does. */
export const storeOrderRoutes: Routes = (app, parts) => {
  const shownBy = (
    column: "id" | "cart_id",
    value: string,
    asked: Wanted & { views: StoreViews; onlooker: Onlooker },
  ) => showStoreOrder(parts, { ...asked, filters: [{ kind: "equals", column, value }] });

  app.get(
    "/store/orders/:id",
    {
      schema: {
        tags,
        summary: "Get an order",
        params: path("id"),
        querystring: selectionQuery,
        response: orderAnswer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const onlooker = await request.caller();
      const order = await shownBy("id", id, { ...request.query, views: storeOrder, onlooker });
      if (!order) throw unknownOrder(id);
      return { order };
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
        response: orderAnswer,
      },
    },
    async (request) => {
      const { cart_id } = request.params;
      const onlooker = await request.caller();
      const order = await shownBy("cart_id", cart_id, {
        ...request.query,
        views: storeOrderOfCart,
        onlooker,
      });
      if (!order) throw noOrderOfCart(cart_id);
      return { order };
    },
  );

  app.get(
    "/store/orders",
    {
      schema: {
        tags,
        summary: "Look up an order by its number and email",
        querystring: lookupQuery,
        response: orderAnswer,
      },
    },
    async (request) => {
      const { fields, expand, ...known } = request.query;
      const onlooker = await request.caller();
      const order = await parts.limits.guarded(
        { what: "order-lookup", account: known.email, address: request.ip },
        () =>
          showStoreOrder(parts, {
            fields,
            expand,
            views: storeOrderLookup,
            onlooker,
            filters: lookupFilters(known),
          }),
        (found) => found !== null,
      );
      if (!order) throw noSuchOrder();
      return { order };
    },
  );
};
