import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, path, type Routes, view } from "../../../http/routes.ts";
import { withProductProfiles } from "../../catalogue/products/index.ts";
import {
  bareProfile,
  newProfileBody,
  profileChangesBody,
  profileWithContent,
} from "./shipping-profile-schemas.ts";
import { createShippingProfile } from "./use-cases/create-shipping-profile.ts";
import { deleteShippingProfile } from "./use-cases/delete-shipping-profile.ts";
import { updateShippingProfile } from "./use-cases/update-shipping-profile.ts";

const tags = ["Shipping Profiles"];
const answer = ok({ shipping_profile: view("shipping_profile") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const shippingProfileRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (
    id: string,
    as: typeof profileWithContent | typeof bareProfile = profileWithContent,
  ) => ({
    shipping_profile: withProductProfiles(found(await graph.find(as, id), "Profile", id)),
  });

  app.get(
    "/admin/shipping-profiles",
    {
      schema: {
        tags,
        summary: "List shipping profiles",
        querystring: noQuery,
        response: ok({ shipping_profiles: Type.Array(view("shipping_profile")) }),
      },
    },
    async () => {
      const all = { order: "created_at", limit: config.maxLimit, offset: 0 };
      return { shipping_profiles: await graph.rows(bareProfile, all) };
    },
  );

  app.post(
    "/admin/shipping-profiles",
    {
      schema: {
        tags,
        summary: "Create a shipping profile",
        querystring: noQuery,
        body: newProfileBody,
        response: answer,
      },
    },
    async (request) => shown(await createShippingProfile({ db }, request.body), bareProfile),
  );

  app.get(
    "/admin/shipping-profiles/:id",
    { schema: { ...one, summary: "Get a shipping profile" } },
    (request) => shown(request.params.id),
  );

  app.post(
    "/admin/shipping-profiles/:id",
    { schema: { ...one, summary: "Update a shipping profile", body: profileChangesBody } },
    async (request) => {
      await updateShippingProfile({ db }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/shipping-profiles/:id",
    { schema: { ...one, summary: "Delete a shipping profile", response: deletedBody } },
    async (request) => {
      await deleteShippingProfile({ db }, request.params.id);
      return { id: request.params.id, object: "shipping_profile", deleted: true };
    },
  );
};
