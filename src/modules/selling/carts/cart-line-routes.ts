import type { Caller } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import type { CartResult } from "./cache/index.ts";
import {
  type CartView,
  cartAnswer,
  cartWithCustomer,
  lineChangesBody,
  newLineBody,
  storeCart,
} from "./cart-schemas.ts";
import { addLine } from "./use-cases/add-line.ts";
import { removeLine } from "./use-cases/remove-line.ts";
import { showCart } from "./use-cases/show-cart.ts";
import { updateLine } from "./use-cases/update-line.ts";

const tags = ["Carts"];
const one = { params: path("id", "line_id"), querystring: noQuery, response: cartAnswer };

export const cartLineRoutes: Routes = (app, parts) => {
  const shown = async (result: CartResult, asked: { view: CartView; onlooker: Caller }) => ({
    cart: (await showCart(parts, result.id, { isChanged: true, result, ...asked })).cart,
  });

  app.post(
    "/store/carts/:id/line-items",
    { schema: { ...one, params: path("id"), tags, summary: "Add a line to a cart", body: newLineBody } },
    async (request) => {
      const { id } = request.params;
      const caller = await request.caller();
      const result = await addLine(parts, id, { wanted: request.body, customerId: caller.customerId });
      return shown(result, { view: cartWithCustomer, onlooker: caller });
    },
  );

  app.post(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Change a line of a cart", body: lineChangesBody } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      const result = await updateLine(parts, id, { lineId, ...request.body });
      return shown(result, { view: storeCart, onlooker: await request.caller() });
    },
  );

  app.delete(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Remove a line from a cart" } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      const result = await removeLine(parts, id, lineId);
      return shown(result, { view: storeCart, onlooker: await request.caller() });
    },
  );
};
