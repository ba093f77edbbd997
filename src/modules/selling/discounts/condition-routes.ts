import { path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { deletedObject } from "../v1-shapes.ts";
import {
  addConditionResources,
  createCondition,
  deleteCondition,
  removeConditionResources,
  updateCondition,
} from "./condition-changes.ts";
import {
  adminDiscount,
  conditionAnswer,
  conditionResourcesBody,
  deletedCondition,
  discountAnswer,
  newConditionBody,
  resourcesBody,
} from "./discount-schemas.ts";
import { showCondition, showDiscount } from "./use-cases/show-discount.ts";

const shared = { tags: ["Discounts"], querystring: selectionFrom(adminDiscount), response: discountAnswer };
const one = { ...shared, params: path("discount_id", "condition_id") };
const url = "/admin/discounts/:discount_id/conditions";

const idsOf = ({ discount_id, condition_id }: { discount_id: string; condition_id: string }) => ({
  discountId: discount_id,
  conditionId: condition_id,
});

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
    async (request) => {
      await createCondition({ db }, request.params.discount_id, request.body);
      return showDiscount(graph, request.params.discount_id, request.query);
    },
  );

  app.get(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Get a condition of a discount", response: conditionAnswer } },
    (request) => showCondition(graph, idsOf(request.params), request.query),
  );

  app.post(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Update a condition of a discount", body: conditionResourcesBody } },
    async (request) => {
      await updateCondition({ db }, idsOf(request.params), request.body);
      return showDiscount(graph, request.params.discount_id, request.query);
    },
  );

  app.delete(
    `${url}/:condition_id`,
    { schema: { ...one, summary: "Delete a condition of a discount", response: deletedCondition } },
    async (request) => {
      const { discountId, conditionId } = idsOf(request.params);
      await deleteCondition({ db }, { discountId, conditionId });
      const shown = await showDiscount(graph, discountId, request.query);
      return { id: conditionId, object: deletedObject.condition, deleted: true, ...shown };
    },
  );

  app.post(
    `${url}/:condition_id/batch`,
    { schema: { ...one, summary: "Add resources to a condition", body: resourcesBody } },
    async (request) => {
      await addConditionResources({ db }, { ...idsOf(request.params), ...request.body });
      return showDiscount(graph, request.params.discount_id, request.query);
    },
  );

  app.delete(
    `${url}/:condition_id/batch`,
    { schema: { ...one, summary: "Remove resources from a condition", body: resourcesBody } },
    async (request) => {
      await removeConditionResources({ db }, { ...idsOf(request.params), ...request.body });
      return showDiscount(graph, request.params.discount_id, request.query);
    },
  );
};
