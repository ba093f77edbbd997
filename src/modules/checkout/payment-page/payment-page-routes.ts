import type { FastifyReply, FastifyRequest } from "fastify";
import { answerFor } from "../../../http/errors.ts";
import type { AppContext, Routes } from "../../../http/routes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { sendPaymentPage } from "./page/page-frame.ts";
import type { Shown } from "./page/payment-html.ts";
import { donePage, messagePage, openPage, scriptPage, waitingPage } from "./page/payment-pages.ts";
import { isDeclined } from "./payment.ts";
import { type Texts, textsFor } from "./texts.ts";
import {
  chosenScript,
  MissingField,
  type Outcome,
  pay,
  type Sent,
  saveAddress,
  saveShipping,
} from "./use-cases/pay.ts";
import { type OpenedLink, openLink } from "./use-cases/read-payment.ts";

type OpenLink = Extract<OpenedLink, { state: "open" }>;

const MOST_BYTES = 16_384;

const hidden = { schema: { hide: true } };

/** The page on which a customer pays. It works without scripts: plain forms, one question at a time. */
export const paymentPageRoutes: Routes = (app, context) => {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    const type = "application/x-www-form-urlencoded";
    pages.addContentTypeParser(type, { parseAs: "string", bodyLimit: MOST_BYTES }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    pages.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));

    pages.get("/pay/:token", hidden, async (request, reply) => {
      const link = await openLink(context, tokenOf(request), request.ip);
      // A bank that the customer was sent to sends them back with this.
      const status = (request.query as Record<string, unknown>)["redirect_status"];
      if (link.state === "open" && status !== undefined) {
        const providerId = chosenScript(context, link.cart)?.providerId ?? "";
        const shown = { payment: link.payment, texts: textsOf(request) };
        return sendPaymentPage(reply, 200, waitingPage(shown, providerId));
      }
      return link.state === "open"
        ? sendOpen(reply, context, { link, texts: textsOf(request), isScript: isScriptPage(request) })
        : sendClosed(reply, link, textsOf(request));
    });

    pages.post("/pay/:token", hidden, async (request, reply) => {
      refuseOtherSites(request);
      const link = await openLink(context, tokenOf(request), request.ip);
      const texts = textsOf(request);
      if (link.state !== "open") return sendClosed(reply, link, texts);
      const sent = (request.body ?? {}) as Sent;
      try {
        const outcome = await answerStep(context, { link, sent, ip: request.ip });
        if (outcome === "waiting") {
          const shown = { payment: link.payment, texts };
          return sendPaymentPage(reply, 202, waitingPage(shown, sent["provider_id"] ?? ""));
        }
        // The next page is read anew, so that a reload sends nothing again.
        return reply.redirect(outcome === "script" ? "?with=script" : "?", 303);
      } catch (error) {
        return sendProblem(reply, context, { request, error, sent });
      }
    });
  });
};

const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;
const textsOf = ({ headers }: FastifyRequest): Texts => textsFor(headers["accept-language"]);
const isScriptPage = ({ query }: FastifyRequest) => (query as Record<string, unknown>)["with"] === "script";

/** The address is the only key, and no other page knows it. Forms of other sites are refused nevertheless. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new Refusal("not_allowed", "The form is of another site");
}

interface StepRequest {
  link: OpenLink;
  sent: Sent;
  ip: string;
}

async function answerStep(
  context: AppContext,
  { link: { payment }, sent, ip }: StepRequest,
): Promise<Outcome | "saved"> {
  if (sent["step"] === "address") await saveAddress(context, payment, sent);
  else if (sent["step"] === "shipping") await saveShipping(context, payment, sent);
  else return pay(context, { payment, sent, ip });
  return "saved";
}

function sendOpen(
  reply: FastifyReply,
  context: AppContext,
  { link, isScript, ...shown }: { link: OpenLink; isScript: boolean } & Omit<Shown, "payment">,
  status = 200,
) {
  const { payment, cart } = link;
  const isReady = !payment.needsAddress && !payment.needsShipping && payment.sums.total > 0;
  const chosen = isScript && isReady ? chosenScript(context, cart) : null;
  const content = chosen ? scriptPage({ payment, ...shown }, chosen) : openPage({ payment, ...shown });
  return sendPaymentPage(reply, status, content);
}

/** A link that was paid shows so, to the tab that paid and to every other. */
function sendClosed(reply: FastifyReply, link: Exclude<OpenedLink, OpenLink>, texts: Texts) {
  if (link.state === "done") return sendPaymentPage(reply, 200, donePage(texts, link));
  const { shop } = link;
  return sendPaymentPage(reply, 410, messagePage(texts, { shop, title: texts.gone, text: texts.goneText }));
}

interface Problem {
  request: FastifyRequest;
  error: unknown;
  sent: Sent;
}

/** What was wrong, above the form, with the cart as it is now: it may have been paid or changed meanwhile. */
async function sendProblem(reply: FastifyReply, context: AppContext, { request, error, sent }: Problem) {
  if (!(error instanceof Refusal) && !(error instanceof MissingField)) throw error;
  const texts = textsOf(request);
  const link = await openLink(context, tokenOf(request), request.ip);
  if (link.state !== "open") return sendClosed(reply, link, texts);
  const status = error instanceof MissingField ? 400 : answerFor(error).status;
  const isScript = sent["step"] === "finish";
  return sendOpen(reply, context, { link, texts, isScript, problem: problemOf(error, texts), sent }, status);
}

function problemOf(error: Refusal | MissingField, texts: Texts): string {
  if (error instanceof MissingField) return texts.required(texts.fields[error.field]);
  if (error.code === "amount_changed") return texts.changed;
  if (error.code === "insufficient_inventory") return texts.shortage;
  if (error.type === "too_many_requests") return texts.tooMany;
  if (isDeclined(error)) return texts.declined;
  return texts.failed;
}

/** What no form can help with: a forged link, a body that is no form, a fault of ours. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const { status } = answerFor(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  const texts = textsOf(request);
  const isGone = status === 401 || status === 404;
  const text = isGone ? texts.goneText : status === 429 ? texts.tooMany : texts.failed;
  const title = isGone ? texts.gone : texts.pay;
  return sendPaymentPage(reply, isGone ? 404 : status, messagePage(texts, { shop: "", title, text }));
}
