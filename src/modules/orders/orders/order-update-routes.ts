import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "./order-answer-routes.ts";
import { refuseDoneElsewhere } from "./order-changes.ts";
import { orderChangesBody, orderShippingBody } from "./order-update-schemas.ts";
import type { ShownOrder } from "./order-view.ts";
import { addOrderShipping } from "./use-cases/add-order-shipping.ts";
import { closeOrder } from "./use-cases/close-order.ts";
import { updateOrder } from "./use-cases/update-order.ts";

const one = { ...orderChange, params: path("id") };

/** What administrators change of an order by hand. */
export const orderUpdateRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/orders/:id",
    { schema: { ...one, summary: "Update an order", body: orderChangesBody } },
    async (request) => {
      const { items, discounts, region, payment_method, ...changes } = request.body;
      refuseDoneElsewhere({ items, discounts, region, payment_method });
      await updateOrder(parts, request.params.id, changes);
      return changedOrder(parts, request);
    },
  );

  for (const [action, summary] of [
    ["complete", "Complete an order"],
    ["archive", "Archive an order"],
  ] as const) {
    app.post(`/admin/orders/:id/${action}`, { schema: { ...one, summary } }, async (request) => {
      await closeOrder(parts, (request.params as { id: string }).id, action);
      return changedOrder(parts, request as never);
    });
  }

  app.post(
    "/admin/orders/:id/shipping-methods",
    { schema: { ...one, summary: "Add a way to ship to an order", body: orderShippingBody } },
    async (request) => {
      const id = await addOrderShipping(parts, request.params.id, request.body);
      const { order } = await changedOrder(parts, request);
      return { order: { ...order, ...withPlainTaxes(order, id) } };
    },
  );
};

/** The answer has the taxes of the new method in the words of v1, which has only just computed them. */
function withPlainTaxes({ shipping_methods: methods }: ShownOrder, id: string) {
  if (!methods) return {};
  const shown = methods.map((method) =>
    method.id === id && method.tax_lines
      ? {
          ...method,
          tax_lines: method.tax_lines.map(({ rate, name, code, shipping_method_id }) => ({
            rate,
            name,
            code,
            shipping_method_id,
          })),
        }
      : method,
  );
  return { shipping_methods: shown };
}
