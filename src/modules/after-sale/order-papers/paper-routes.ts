import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type Language, languages, type PaperKind, paperKinds } from "./paper-content.ts";
import { issuePaper, listPapers } from "./use-cases/issue-paper.ts";
import { parcelKinds } from "./use-cases/parcel-pages.ts";
import { printPaper, printParcelPaper } from "./use-cases/print-papers.ts";

const tags = ["Orders"];

const paper = Type.Object({
  id: Type.String(),
  order_id: Type.String(),
  kind: Type.Unsafe<PaperKind>({ type: "string", enum: [...paperKinds] }),
  refund_id: Type.Union([Type.String(), Type.Null()]),
  shown_number: Type.String({ description: "The number with the prefix of the shop." }),
  issued_at: Type.String({ format: "date-time" }),
});

const newPaperBody = body({
  kind: Type.Unsafe<PaperKind>({ type: "string", enum: [...paperKinds] }),
  refund_id: optional(
    Type.String({ minLength: 1, maxLength: 255, description: "The refund that a credit note is for." }),
  ),
});

const printQuery = body({
  language: optional(Type.Unsafe<Language>({ type: "string", enum: [...languages], default: "en" })),
});

const pdf = { 200: Type.String({ description: "The document.", contentMediaType: "application/pdf" }) };

/** Shown in the browser, with a name for who saves it. */
const sendPdf = (reply: FastifyReply, name: string, content: Buffer) =>
  reply
    .type("application/pdf")
    .header("content-disposition", `inline; filename="${name}.pdf"`)
    .header("cache-control", "private, no-store")
    .send(content as never);

export const paperRoutes: Routes = (app, { db, graph, providers }) => {
  const deps = () => ({ db, graph, files: providers.activeFiles, providers });
  const ofOrder = { tags, params: path("id") };

  app.get(
    "/admin/orders/:id/papers",
    {
      config: { permission: "orders:read" },
      schema: {
        ...ofOrder,
        summary: "List the invoices and credit notes of an order",
        querystring: noQuery,
        response: ok({ papers: Type.Array(paper) }),
      },
    },
    async ({ params }) => ({ papers: await listPapers(deps(), params.id) }),
  );

  app.post(
    "/admin/orders/:id/papers",
    {
      config: { permission: "orders:write", idempotent: "by-nature" },
      schema: {
        ...ofOrder,
        summary: "Issue an invoice or a credit note",
        querystring: noQuery,
        body: newPaperBody,
        response: ok({ paper }),
      },
    },
    async ({ params, body: { kind, refund_id: refundId = null } }) => {
      if ((kind === "credit_note") !== (refundId !== null))
        throw invalid("refund_id: a credit note needs it, an invoice has none");
      return { paper: await issuePaper(deps(), { orderId: params.id, kind, refundId }) };
    },
  );

  app.get(
    "/admin/orders/:id/papers/:paper_id/pdf",
    {
      config: { permission: "orders:read" },
      schema: {
        tags,
        params: path("id", "paper_id"),
        summary: "Get an invoice or a credit note as a PDF document",
        querystring: printQuery,
        response: pdf,
      },
    },
    async ({ params, query: { language = "en" } }, reply) => {
      const print = { orderId: params.id, paperId: params.paper_id, language };
      return sendPdf(reply, params.paper_id, await printPaper(deps(), print));
    },
  );

  for (const kind of parcelKinds) {
    app.get(
      `/admin/orders/:id/${kind}/pdf`,
      {
        config: { permission: "orders:read" },
        schema: {
          ...ofOrder,
          summary: `Get the ${kind.replace("-", " ")} of an order as a PDF document`,
          querystring: printQuery,
          response: pdf,
        },
      },
      async ({ params, query: { language = "en" } }, reply) =>
        sendPdf(reply, kind, await printParcelPaper(deps(), { orderId: params.id, kind, language })),
    );
  }
};
