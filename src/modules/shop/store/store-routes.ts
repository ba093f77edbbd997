import { Type } from "typebox";
import type { Graph } from "../../../graph/graph.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, ok, path, type Routes, view } from "../../../http/routes.ts";
import { publicUrlOf } from "../../../public-url.ts";
import { allProviders } from "../v1-shapes.ts";
import { addStoreCurrency, removeStoreCurrency, updateStoreSettings } from "./store-changes.ts";
import {
  findSettings,
  settingsResponseSchema,
  storeChangesBody,
  storeResponseSchema,
  storeView,
  storeViewAfter,
} from "./store-schemas.ts";

const tags = ["Store"];
const storeCurrencyRoute = {
  tags,
  querystring: noQuery,
  params: path("code"),
  response: storeResponseSchema,
};

export const storeRoutes: Routes = (app, { config, db, graph }) => {
  const ownSites = [config.adminUrl ?? null, publicUrlOf(config)];
  const storeResponse = async (id: string, as = storeView) => ({
    store: found(await graph.find(as, id), "Store", id),
  });

  app.get(
    "/admin/store",
    { schema: { tags, summary: "Get the store", querystring: noQuery, response: settingsResponseSchema } },
    async () => {
      return { store: await findSettings(graph) };
    },
  );

  app.post(
    "/admin/store",
    {
      schema: {
        tags,
        summary: "Update the store",
        querystring: noQuery,
        body: storeChangesBody,
        response: storeResponseSchema,
      },
    },
    async (request) => {
      const { granted } = await request.caller();
      const id = await updateStoreSettings({ db, granted, ownSites }, request.body);
      return storeResponse(id, storeViewAfter(request.body));
    },
  );

  app.post(
    "/admin/store/currencies/:code",
    { schema: { ...storeCurrencyRoute, summary: "Add a currency to the store" } },
    async (request) => storeResponse(await addStoreCurrency({ db }, request.params.code)),
  );

  app.delete(
    "/admin/store/currencies/:code",
    { schema: { ...storeCurrencyRoute, summary: "Remove a currency from the store" } },
    async (request) => storeResponse(await removeStoreCurrency({ db }, request.params.code)),
  );

  providerRoutes(app, graph);
};

const providerRoutes = (app: Parameters<Routes>[0], graph: Graph) => {
  const list = (key: "payment_providers" | "tax_providers", entityName: string, what: string) => {
    const providers = { entity: graph.registry.get(entityName) };
    app.get(
      `/admin/store/${key.replace("_", "-")}`,
      {
        schema: {
          tags,
          summary: `List the ${what} providers of the store`,
          querystring: noQuery,
          response: ok({ [key]: Type.Array(view(entityName)) }),
        },
      },
      async () => ({ [key]: await graph.rows(providers, allProviders) }),
    );
  };
  list("payment_providers", "payment_provider", "payment");
  list("tax_providers", "tax_provider", "tax");
};
