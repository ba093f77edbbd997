import type { Caller } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import type { CartResult } from "./cache/index.ts";
import {
  type CartView,
  cartAnswer,
  cartAnswers,
  cartWithCustomer,
  lineChangesBody,
  newLineBody,
  storeCart,
} from "./cart-schemas.ts";
import { addLine } from "./use-cases/add-line.ts";
import { showCart } from "./use-cases/show-cart.ts";
import { removeLine, updateLine } from "./use-cases/update-line.ts";

const tags = ["Carts"];
const one = { params: path("id", "line_id"), querystring: noQuery, response: cartAnswer };

export const cartLineRoutes: Routes = (app, context) => {
  const showResult = async (result: CartResult, options: { view: CartView; viewer: Caller }) => ({
    cart: (await showCart(context, result.id, { isChanged: true, result, ...options })).cart,
  });

  app.post(
    "/store/carts/:id/line-items",
    {
      schema: {
        ...one,
        params: path("id"),
        tags,
        summary: "Add a line to a cart",
        body: newLineBody,
        response: cartAnswers.withCustomer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const caller = await request.caller();
      const result = await addLine(context, id, { requested: request.body, customerId: caller.customerId });
      return showResult(result, { view: cartWithCustomer, viewer: caller });
    },
  );

  app.post(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Change a line of a cart", body: lineChangesBody } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      const result = await updateLine(context, id, { lineId, ...request.body });
      return showResult(result, { view: storeCart, viewer: await request.caller() });
    },
  );

  app.delete(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Remove a line from a cart" } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      const result = await removeLine(context, id, lineId);
      return showResult(result, { view: storeCart, viewer: await request.caller() });
    },
  );
};
