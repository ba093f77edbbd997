import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Graph } from "../../../graph/graph.ts";
import { customerOf, userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { body, found, ok, optional, path, type Routes, view } from "../../../http/routes.ts";
import { isGranted } from "../../../kernel/permissions.ts";
import { customer } from "../customers/index.ts";
import { type ConsentChannel, consentChannels } from "./consent.ts";
import { decide } from "./consent-changes.ts";
import { consent, consentEntry } from "./consent-graph.ts";

const tags = ["Customers"];
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const decisionBody = body({
  channel: Type.Unsafe<ConsentChannel>({ type: "string", enum: [...consentChannels] }),
  is_given: Type.Boolean(),
  source: optional({
    ...text(100),
    description: "Where it was decided, such as `checkout` or `newsletter form`.",
  }),
  wording: optional({
    ...text(5_000),
    description: "The text that the customer agreed to, as it was shown. Required to give consent.",
  }),
  wording_version: optional(text(100)),
});

const names = ["id", "email", "first_name", "last_name"];
const entryView = {
  entity: consentEntry,
  fields: [...Object.keys(consentEntry.columns), ...names.map((name) => `user.${name}`)],
};
const MOST_ENTRIES = 200;

const ownAnswer = ok({ consents: Type.Array(view("consent")) });
const adminAnswer = ok({
  consents: Type.Array(view("consent")),
  history: Type.Array(shown("AdminConsentEntry", entryView), {
    description: `Every decision, the newest first; at most ${MOST_ENTRIES}.`,
  }),
});

const ofCustomer = (customerId: string) => ({
  offset: 0,
  filters: [{ kind: "custom" as const, condition: ofCustomerId, value: customerId }],
});
const ofCustomerId = {
  name: "consent-of-customer",
  sql: (row: string, id: string) => `${row}.customer_id = ${id}`,
};

const readConsents = (graph: Graph, customerId: string) =>
  graph.rows(
    { entity: consent },
    { ...ofCustomer(customerId), limit: consentChannels.length, order: "channel" },
  );

async function readHistory(graph: Graph, request: FastifyRequest, customerId: string) {
  const entries = await graph.rows(entryView, {
    ...ofCustomer(customerId),
    limit: MOST_ENTRIES,
    order: "-recorded_at",
  });
  const { granted } = await request.caller();
  const maySeeIp = isGranted(granted, "personal-data:read");
  return entries.map((entry) => (maySeeIp ? entry : { ...entry, ip: null }));
}

const adminConsentRoutes: Routes = (app, { db, graph }) => {
  const read = async (request: FastifyRequest, id: string) => {
    found(await graph.find({ entity: customer, fields: ["id"] }, id), "Customer", id);
    return { consents: await readConsents(graph, id), history: await readHistory(graph, request, id) };
  };
  const one = { tags, querystring: noQuery, params: path("id"), response: adminAnswer };

  app.get(
    "/admin/customers/:id/marketing-consent",
    { schema: { ...one, summary: "Get the marketing consent of a customer" } },
    (request) => read(request, request.params.id),
  );

  app.post(
    "/admin/customers/:id/marketing-consent",
    { schema: { ...one, summary: "Record a marketing consent of a customer", body: decisionBody } },
    async (request) => {
      const { id } = request.params;
      await decide({ db }, request.body, { customerId: id, userId: await userOf(request), ip: null });
      return read(request, id);
    },
  );
};

const ownConsentRoutes: Routes = (app, { config: settings, db, graph }) => {
  const config = { customerOnly: true };
  const one = { tags, querystring: noQuery, response: ownAnswer };

  app.get(
    "/store/customers/me/marketing-consent",
    { config, schema: { ...one, summary: "Get the own marketing consent" } },
    async (request) => ({ consents: await readConsents(graph, await customerOf(request)) }),
  );

  app.post(
    "/store/customers/me/marketing-consent",
    { config, schema: { ...one, summary: "Give or withdraw marketing consent", body: decisionBody } },
    async (request) => {
      const customerId = await customerOf(request);
      const ip = settings.consentIp === "on" ? request.ip : null;
      await decide({ db }, request.body, { customerId, userId: null, ip });
      return { consents: await readConsents(graph, customerId) };
    },
  );
};

export const consentRoutes = [adminConsentRoutes, ownConsentRoutes];
