import { path, type Routes } from "../../http/routes.ts";
import {
  cartAnswer,
  cartWithCustomer,
  ignoredQuery,
  lineChangesBody,
  newLineBody,
  storeCart,
} from "./cart-schemas.ts";
import { addLine } from "./use-cases/add-line.ts";
import { removeLine } from "./use-cases/remove-line.ts";
import { showCart } from "./use-cases/show-cart.ts";
import { updateLine } from "./use-cases/update-line.ts";

const tags = ["Carts"];
const one = { params: path("id", "line_id"), querystring: ignoredQuery, response: cartAnswer };

export const cartLineRoutes: Routes = (app, parts) => {
  app.post(
    "/store/carts/:id/line-items",
    { schema: { ...one, params: path("id"), tags, summary: "Add a line to a cart", body: newLineBody } },
    async (request) => {
      const { id } = request.params;
      await addLine(parts, id, request.body);
      const onlooker = await request.caller();
      return {
        cart: (await showCart(parts, id, { view: cartWithCustomer, onlooker, isChanged: true })).cart,
      };
    },
  );

  app.post(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Change a line of a cart", body: lineChangesBody } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      await updateLine(parts, id, { lineId, ...request.body });
      const onlooker = await request.caller();
      return { cart: (await showCart(parts, id, { view: storeCart, onlooker, isChanged: true })).cart };
    },
  );

  app.delete(
    "/store/carts/:id/line-items/:line_id",
    { schema: { ...one, tags, summary: "Remove a line from a cart" } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      await removeLine(parts, id, lineId);
      const onlooker = await request.caller();
      return { cart: (await showCart(parts, id, { view: storeCart, onlooker, isChanged: true })).cart };
    },
  );
};
