import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, path, type Routes } from "../../../http/routes.ts";
import { unknownCollection } from "./payment-collection.ts";
import {
  adminCollection,
  type CollectionView,
  changedCollection,
  collectionAnswer,
  collectionChangesBody,
} from "./payment-collection-schemas.ts";
import { deleteCollection, type EditsWithCollection } from "./use-cases/delete-collection.ts";
import { markAuthorized } from "./use-cases/mark-authorized.ts";
import { updateCollection } from "./use-cases/update-collection.ts";

const tags = ["Payment Collections"];
const one = { tags, params: path("id"), querystring: noQuery, response: collectionAnswer };

export const adminPaymentCollectionRoutes =
  (edits: EditsWithCollection): Routes =>
  (app, parts) => {
    const shown = async (view: CollectionView, id: string, wanted: Wanted = {}) => {
      const found = await parts.graph.find(view, id, wanted);
      if (!found) throw unknownCollection(id);
      return { payment_collection: found };
    };

    app.get(
      "/admin/payment-collections/:id",
      { schema: { ...one, summary: "Get a payment collection", querystring: selectionQuery } },
      (request) => shown(adminCollection, request.params.id, request.query),
    );

    app.post(
      "/admin/payment-collections/:id",
      { schema: { ...one, summary: "Update a payment collection", body: collectionChangesBody } },
      async (request) => {
        await updateCollection(parts, request.params.id, request.body);
        return shown(changedCollection, request.params.id);
      },
    );

    app.delete(
      "/admin/payment-collections/:id",
      { schema: { ...one, summary: "Delete a payment collection", response: deletedBody } },
      async (request) => {
        const { id } = request.params;
        await deleteCollection({ ...parts, edits }, id);
        return { id, object: "payment_collection", deleted: true };
      },
    );

    app.post(
      "/admin/payment-collections/:id/authorize",
      { schema: { ...one, summary: "Mark a payment collection as authorized" } },
      async (request) => {
        await markAuthorized(parts, request.params.id);
        return shown(changedCollection, request.params.id);
      },
    );
  };
