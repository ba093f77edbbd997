import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import {
  body,
  deletedBody,
  found,
  metadata,
  ok,
  optional,
  path,
  type Routes,
  text,
  view,
} from "../../../http/routes.ts";
import { withProductProfiles } from "../../catalogue/products/index.ts";
import { deletedObject, relationsOfProfile } from "../v1-shapes.ts";
import { shippingProfile } from "./shipping-graph.ts";
import type { ProfileType } from "./shipping-profile.ts";
import {
  createShippingProfile,
  deleteShippingProfile,
  updateShippingProfile,
} from "./shipping-profile-changes.ts";

const name = Type.String({ minLength: 1, maxLength: 1000 });
const type = Type.Unsafe<ProfileType>({ type: "string", enum: ["default", "gift_card", "custom"] });
const ids = Type.Array(text, { maxItems: 10_000 });

const newProfileBody = body({ name, type, metadata: optional(metadata) });

const profileChangesBody = body({
  name: optional(name),
  type: optional(type),
  metadata: optional(metadata),
  products: optional(ids),
  shipping_options: optional(ids),
});

const listedProfile = { entity: shippingProfile, relations: relationsOfProfile.listed };
const createdProfile = { entity: shippingProfile, relations: relationsOfProfile.created };
const shownProfile = { entity: shippingProfile, relations: relationsOfProfile.shown };

const tags = ["Shipping Profiles"];
const answer = ok({ shipping_profile: view("shipping_profile") });
const shownAnswer = ok({ shipping_profile: shown("AdminShippingProfile", shownProfile) });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const shippingProfileRoutes: Routes = (app, { config, db, graph }) => {
  const readProfile = async (id: string, profile = shownProfile) => ({
    shipping_profile: withProductProfiles(found(await graph.find(profile, id), "Profile", id)),
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
      return { shipping_profiles: await graph.rows(listedProfile, all) };
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
    async (request) => readProfile(await createShippingProfile({ db }, request.body), createdProfile),
  );

  app.get(
    "/admin/shipping-profiles/:id",
    {
      schema: {
        ...one,
        summary: "Get a shipping profile",
        response: shownAnswer,
      },
    },
    (request) => readProfile(request.params.id),
  );

  app.post(
    "/admin/shipping-profiles/:id",
    {
      schema: {
        ...one,
        summary: "Update a shipping profile",
        body: profileChangesBody,
        response: shownAnswer,
      },
    },
    async (request) => {
      await updateShippingProfile({ db }, request.params.id, request.body);
      return readProfile(request.params.id);
    },
  );

  app.delete(
    "/admin/shipping-profiles/:id",
    { schema: { ...one, summary: "Delete a shipping profile", response: deletedBody } },
    async (request) => {
      await deleteShippingProfile({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.shippingProfile, deleted: true };
    },
  );
};
