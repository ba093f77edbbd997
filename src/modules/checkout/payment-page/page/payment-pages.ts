import { escapedHtml as e } from "../../../../kernel/html.ts";
import type { PayPage } from "../../../../providers/ports/payment.ts";
import type { Texts } from "../texts.ts";
import type { PageContent } from "./page-frame.ts";
import {
  addressForm,
  addressHtml,
  goodsHtml,
  money,
  payForm,
  type Shown,
  shippingForm,
} from "./payment-html.ts";

const page = (texts: Texts, shop: string, body: string): PageContent => ({
  lang: texts.locale,
  title: shop === "" ? texts.pay : `${texts.pay} · ${shop}`,
  body,
});

const heading = (shop: string, title: string) =>
  `<header><p class="soft">${e(shop)}</p><h1>${e(title)}</h1></header>`;

/** One question at a time: where to, how, and the payment. */
export function openPage(shown: Shown): PageContent {
  const { payment, texts } = shown;
  const next = payment.needsAddress
    ? addressForm(shown)
    : payment.needsShipping
      ? shippingForm(shown)
      : payForm(shown);
  const body = [heading(payment.shop, texts.pay), goodsHtml(shown), addressHtml(shown), next];
  return page(texts, payment.shop, body.join("\n"));
}

export interface ChosenScript {
  providerId: string;
  payPage: PayPage;
  data: Record<string, unknown>;
}

/** Text of a script inside of the page. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const code = ({ payPage, data }: ChosenScript, failed: string) => `(() => {
  const form = document.getElementById("pay");
  const problem = document.getElementById("problem");
  const button = form.querySelector("button");
  const page = { element: "#payment", returnUrl: location.href };
  const { confirm } = (${payPage.start})(${literal(data)}, page);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    const refusal = await confirm().catch(() => ${literal(failed)});
    if (!refusal) return form.submit();
    problem.textContent = refusal;
    button.disabled = false;
  });
})();`;

/** The fields of the payment service that the customer has chosen. */
export function scriptPage(shown: Shown, chosen: ChosenScript): PageContent {
  const { payment, texts, problem = "" } = shown;
  const total = Math.max(payment.sums.total, 0);
  const form = `<section><form method="post" id="pay">
<input type="hidden" name="step" value="finish"><input type="hidden" name="total" value="${total}">
<input type="hidden" name="provider_id" value="${e(chosen.providerId)}">
<p role="alert" id="problem">${e(problem)}</p><div id="payment"></div>
<button>${e(texts.payNow(money(total, payment.currency, texts)))}</button></form></section>`;
  const body = [heading(payment.shop, texts.pay), goodsHtml(shown), form].join("\n");
  const { script, origins } = chosen.payPage;
  return {
    ...page(texts, payment.shop, body),
    script: { url: script, origins, code: code(chosen, texts.failed) },
  };
}

interface DoneLink {
  shop: string;
  kind: "order" | "swap";
  orderNumber: string | null;
}

export const donePage = (texts: Texts, { shop, kind, orderNumber }: DoneLink): PageContent => {
  const text = kind === "swap" ? texts.swapDone : texts.doneText;
  const number = orderNumber === null ? "" : `<p>${e(texts.number(orderNumber))}</p>`;
  return page(texts, shop, `${heading(shop, texts.done)}<section><p>${e(text)}</p>${number}</section>`);
};

export const waitingPage = ({ payment, texts }: Shown, providerId: string): PageContent =>
  page(
    texts,
    payment.shop,
    `${heading(payment.shop, texts.waiting)}<section><p>${e(texts.waitingText)}</p>
<form method="post"><input type="hidden" name="step" value="finish">
<input type="hidden" name="total" value="${Math.max(payment.sums.total, 0)}">
<input type="hidden" name="provider_id" value="${e(providerId)}"><button>${e(texts.check)}</button></form></section>`,
  );

export const messagePage = (
  texts: Texts,
  { shop, title, text }: { shop: string; title: string; text: string },
) => page(texts, shop, `${heading(shop, title)}<section><p>${e(text)}</p></section>`);
