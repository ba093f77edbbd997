import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

export const shippingProfilesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["shipping-profiles"],
    queryFn: async () => (await api.GET("/admin/shipping-profiles")).data!.shipping_profiles,
  });

/** The services of carriers that a shipping option of the region can use. */
export const carrierServicesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["regions", id, "carrier-services"],
    async queryFn() {
      const { data } = await api.GET("/admin/regions/{id}/fulfillment-options", { params: { path: { id } } });
      return data!.fulfillment_options;
    },
  });
