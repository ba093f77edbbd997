import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

export const firstRunQuery = (api: Api) =>
  queryOptions({
    queryKey: ["first-run"],
    queryFn: async () => (await api.GET("/admin/first-run")).data!.first_run,
  });

export const hideFirstRun = (api: Api, is_hidden: boolean) =>
  api.POST("/admin/first-run", { body: { is_hidden } });

export const demoShopQuery = (api: Api) =>
  queryOptions({
    queryKey: ["first-run", "demo-shop"],
    queryFn: async () => (await api.GET("/admin/demo-shop")).data!.demo_shop,
  });

export type DemoShop = Awaited<ReturnType<NonNullable<ReturnType<typeof demoShopQuery>["queryFn"]>>>;

export const discardDemo = (api: Api, body: { name: string; force: boolean }) =>
  api.POST("/admin/demo-shop/discard", { body });
