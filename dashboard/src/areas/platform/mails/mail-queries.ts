import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import type { MailSearch } from "./mail-search.ts";

export type Mail = Schemas["AdminMail"];

export const PAGE_SIZE = 50;

export const mailsQuery = (api: Api, { page = 1, ...filters }: MailSearch) =>
  queryOptions({
    queryKey: ["mails", page, filters],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...filters, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      return (await api.GET("/admin/mails", { params: { query } })).data!;
    },
  });

export const mailStateQuery = (api: Api) =>
  queryOptions({
    queryKey: ["mails", "state"],
    queryFn: async () => (await api.GET("/admin/mails/state")).data!.state,
  });

export type MailState = Awaited<ReturnType<NonNullable<ReturnType<typeof mailStateQuery>["queryFn"]>>>;

/** Without an address, to the user who sends it. */
export const sendTest = async (api: Api, to: string): Promise<Mail> =>
  (await api.POST("/admin/mails/test", { body: to === "" ? {} : { to } })).data!.mail;

export const sendAgain = (api: Api, id: string) =>
  api.POST("/admin/mails/{id}/resend", { params: { path: { id } } });
