import { path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { withProductProfiles } from "../../catalogue/products/index.ts";
import {
  adminCondition,
  conditionAnswer,
  conditionResourcesBody,
  deletedCondition,
  newConditionBody,
  resourcesBody,
} from "./condition-schemas.ts";
import { otherCondition, unknownCondition } from "./discount-condition.ts";
import { adminDiscount, discountAnswer } from "./discount-schemas.ts";
import { belongsToDiscount } from "./discounts-graph.ts";
import { addConditionResources, removeConditionResources } from "./use-cases/change-condition-resources.ts";
import { createCondition } from "./use-cases/create-condition.ts";
import { deleteCondition } from "./use-cases/delete-condition.ts";
import { changeAndShow, showDiscount } from "./use-cases/show-discount.ts";
import { updateCondition } from "./use-cases/update-condition.ts";

const shared = { tags: ["Discounts"], querystring: selectionFrom(adminDiscount), response: discountAnswer };
const one = { ...shared, params: path("discount_id", "condition_id") };
const url = "/admin/discounts/:discount_id/conditions";

const placeOf = ({ discount_id, condition_id }: { discount_id: string; condition_id: string }) => ({
  discountId: discount_id,
  conditionId: condition_id,
});

const idsOf = (things: { id: string }[]) => things.map(({ id }) => id);

export const conditionRoutes: Routes = (app, { db, graph }) => {
  app.post(
    url,
    {
      schema: {
        ...shared,
        summary: "Create a condition of a discount",
        params: path("discount_id"),
        body: newConditionBody,
      },
    },
    (request) =>
      changeAndShow(graph, request.query, async () => {
        const { discount_id } = request.params;
        await createCondition({ db }, discount_id, request.body);
        return discount_id;
      }),
  );

  app.get(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Get a condition of a discount", response: conditionAnswer } },
    async (request) => {
      const { discountId, conditionId } = placeOf(request.params);
      const [condition] = await graph.rows(adminCondition, {
        ...request.query,
        filters: [
          { kind: "equals", column: "id", value: conditionId },
          { kind: "custom", condition: belongsToDiscount, value: discountId },
        ],
        limit: 1,
        offset: 0,
      });
      if (condition) return { discount_condition: withProductProfiles(condition) };
      await showDiscount(graph, discountId, { fields: "id", expand: "" });
      const isThere = await graph.find(adminCondition, conditionId, { fields: "id", expand: "" });
      throw isThere ? otherCondition({ conditionId, discountId }) : unknownCondition(conditionId);
    },
  );

  app.post(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Update a condition of a discount", body: conditionResourcesBody } },
    (request) =>
      changeAndShow(graph, request.query, async () => {
        await updateCondition({ db }, placeOf(request.params), request.body);
        return request.params.discount_id;
      }),
  );

  app.delete(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Delete a condition of a discount", response: deletedCondition } },
    async (request) => {
      const { discountId, conditionId } = placeOf(request.params);
      const shown = await changeAndShow(graph, request.query, async () => {
        await deleteCondition({ db }, { discountId, conditionId });
        return discountId;
      });
      return { id: conditionId, object: "discount-condition", deleted: true, ...shown };
    },
  );

  app.post(
    `${url}/:condition_id/batch`,
    { schema: { ...one, summary: "Add what a condition is about", body: resourcesBody } },
    (request) =>
      changeAndShow(graph, request.query, async () => {
        const place = placeOf(request.params);
        await addConditionResources({ db }, { ...place, ids: idsOf(request.body.resources) });
        return place.discountId;
      }),
  );

  app.delete(
    `${url}/:condition_id/batch`,
    { schema: { ...one, summary: "Remove what a condition is about", body: resourcesBody } },
    (request) =>
      changeAndShow(graph, request.query, async () => {
        const place = placeOf(request.params);
        await removeConditionResources({ db }, { ...place, ids: idsOf(request.body.resources) });
        return place.discountId;
      }),
  );
};
