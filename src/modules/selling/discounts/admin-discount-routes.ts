import type { Static } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { normalCode, unknownCode } from "./discount.ts";
import {
  adminDiscount,
  adminDiscounts,
  discountAnswer,
  discountChangesBody,
  newDiscountBody,
} from "./discount-schemas.ts";
import { withProducts } from "./discount-view.ts";
import { createDiscount } from "./use-cases/create-discount.ts";
import { deleteDiscount } from "./use-cases/delete-discount.ts";
import { changeAndShow, showDiscount } from "./use-cases/show-discount.ts";
import { updateDiscount } from "./use-cases/update-discount.ts";

const tags = ["Discounts"];
const some = { tags, querystring: selectionFrom(adminDiscount), response: discountAnswer };
const one = { ...some, params: path("id") };

type Window = Pick<Static<typeof discountChangesBody>, "starts_at" | "ends_at">;

/** Undefined stays undefined: what is not sent is not changed. */
const dated = <Sent extends Window>({ starts_at, ends_at, ...rest }: Sent) => ({
  ...rest,
  ...(starts_at === undefined ? {} : { starts_at: parseTimestamp(starts_at)! }),
  ...(ends_at === undefined ? {} : { ends_at: ends_at === null ? null : parseTimestamp(ends_at) }),
});

export const adminDiscountRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/discounts",
    {
      schema: {
        tags,
        summary: "List discounts",
        querystring: adminDiscounts.querystring,
        response: page("discounts", "discount"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminDiscounts.read(graph, request.query, config);
      return { discounts: rows.map(withProducts), ...paging };
    },
  );

  app.post(
    "/admin/discounts",
    { schema: { ...some, summary: "Create a discount", body: newDiscountBody } },
    (request) => changeAndShow(graph, request.query, () => createDiscount({ db }, dated(request.body))),
  );

  app.get("/admin/discounts/:id", { schema: { ...one, summary: "Get a discount" } }, (request) =>
    showDiscount(graph, request.params.id, request.query),
  );

  app.get(
    "/admin/discounts/code/:code",
    { schema: { ...some, summary: "Get a discount by its code", params: path("code") } },
    async (request) => {
      const code = normalCode(request.params.code);
      const discount = await graph.find(adminDiscount, code, { ...request.query, by: "code" });
      if (!discount) throw unknownCode(code);
      return { discount };
    },
  );

  app.post(
    "/admin/discounts/:id",
    { schema: { ...one, summary: "Update a discount", body: discountChangesBody } },
    (request) =>
      changeAndShow(graph, request.query, async () => {
        await updateDiscount({ db }, request.params.id, dated(request.body));
        return request.params.id;
      }),
  );

  app.delete(
    "/admin/discounts/:id",
    { schema: { ...one, summary: "Delete a discount", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteDiscount({ db }, request.params.id);
      return { id: request.params.id, object: "discount", deleted: true };
    },
  );
};
