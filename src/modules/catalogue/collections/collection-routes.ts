import { requestKey } from "../../../http/document-cache/index.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { removedFromCollection } from "../v1-shapes.ts";
import {
  addProductsToCollection,
  createCollection,
  deleteCollection,
  removeProductsFromCollection,
  updateCollection,
} from "./collection-changes.ts";
import {
  adminCollection,
  adminCollections,
  collectionChangesBody,
  findAdminCollection,
  findStoreCollection,
  listAdminCollections,
  newCollectionBody,
  productIdsBody,
  removedProducts,
  storeCollections,
} from "./collection-schemas.ts";

const tags = ["Collections"];
const collectionById = {
  querystring: noQuery,
  params: path("id"),
  response: ok({ collection: shown("AdminCollection", adminCollection) }),
};

export const collectionRoutes: Routes = (app, { documents, config, db, graph, catalogue }) => {
  const collectionResponse = async (id: string) => ({
    collection: await findAdminCollection(graph, id),
  });

  app.get(
    "/admin/collections",
    {
      schema: {
        tags,
        summary: "List collections",
        querystring: adminCollections.querystring,
        response: page("collections", shown("AdminListedCollection", adminCollections.view)),
      },
    },
    (request) => listAdminCollections(graph, request.query, config),
  );

  app.post(
    "/admin/collections",
    {
      schema: {
        tags,
        summary: "Create a collection",
        querystring: noQuery,
        body: newCollectionBody,
        response: ok({ collection: shown("AdminCollection", adminCollection) }),
      },
    },
    async (request) => collectionResponse(await createCollection({ db }, request.body)),
  );

  app.get(
    "/admin/collections/:id",
    { schema: { tags, summary: "Get a collection", ...collectionById } },
    (request) => collectionResponse(request.params.id),
  );

  app.post(
    "/admin/collections/:id",
    { schema: { tags, summary: "Update a collection", ...collectionById, body: collectionChangesBody } },
    async (request) => {
      await updateCollection({ db }, request.params.id, request.body);
      return collectionResponse(request.params.id);
    },
  );

  app.delete(
    "/admin/collections/:id",
    { schema: { tags, summary: "Delete a collection", ...collectionById, response: deletedBody } },
    async (request) => {
      await deleteCollection({ db }, request.params.id);
      return { id: request.params.id, object: "product-collection", deleted: true };
    },
  );

  app.post(
    "/admin/collections/:id/products/batch",
    { schema: { tags, summary: "Add products to a collection", ...collectionById, body: productIdsBody } },
    async (request) => {
      const { id } = request.params;
      await addProductsToCollection({ db }, { collectionId: id, productIds: request.body.product_ids });
      return collectionResponse(id);
    },
  );

  app.delete(
    "/admin/collections/:id/products/batch",
    {
      schema: {
        tags,
        summary: "Remove products from a collection",
        ...collectionById,
        body: productIdsBody,
        response: removedProducts,
      },
    },
    async (request) => {
      const { id } = request.params;
      await removeProductsFromCollection({ db }, { collectionId: id, productIds: request.body.product_ids });
      return removedFromCollection(id, request.body.product_ids);
    },
  );

  app.get(
    "/store/collections",
    {
      schema: {
        tags,
        summary: "List collections",
        querystring: storeCollections.querystring,
        response: page("collections", "product_collection"),
      },
    },
    (request, reply) =>
      documents.answer(reply, {
        key: requestKey(request, request.query),
        make: async () => {
          const { rows, ...paging } = await storeCollections.read(catalogue.graph, request.query, config);
          return { answer: { collections: rows, ...paging } };
        },
      }),
  );

  app.get(
    "/store/collections/:id",
    {
      schema: {
        tags,
        summary: "Get a collection",
        ...collectionById,
        response: ok({ collection: view("product_collection") }),
      },
    },
    (request, reply) =>
      documents.answer(reply, {
        key: requestKey(request, request.query),
        make: async () => ({
          answer: { collection: await findStoreCollection(catalogue.graph, request.params.id) },
        }),
      }),
  );
};
