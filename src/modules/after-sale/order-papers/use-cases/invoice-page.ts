import type { Content, PdfPage } from "../../../../providers/pdf/render-pdf.ts";
import { defaultTax } from "../../../shop/taxes/index.ts";
import type { Language, Paper, PaperContent } from "../paper-content.ts";
import type { PaperOrder } from "../paper-order-store.ts";
import {
  addressBlock,
  articleOf,
  buyerOf,
  facts,
  footerOf,
  goodsTable,
  right,
  sellerHead,
  type Writing,
  writingOf,
} from "./paper-parts.ts";

export interface IssuedPaper {
  paper: Paper & { content: PaperContent };
  order: PaperOrder;
  language: Language;
  logo: string | null;
}

const UNNAMED = defaultTax(0).name;

/** An invoice, or a credit note. */
export function invoicePage({ paper, order, language, logo }: IssuedPaper): PdfPage {
  const { content } = paper;
  const writing = writingOf(language, content.currency_code);
  const { texts } = writing;
  const title = `${texts[paper.kind]} ${paper.shown_number}`;
  return {
    title,
    language,
    footer: footerOf(content.seller, writing),
    content: [
      sellerHead(content.seller, writing, logo),
      { text: title, style: "title" },
      {
        columns: [addressBlock(texts.billed_to, buyerOf(order, writing)), facts(factsOf(paper, writing))],
      },
      ...(content.lines.length > 0 ? [linesOf(content, writing)] : []),
      sumsOf(content, writing),
      ...(content.credit?.note ? [content.credit.note] : []),
    ],
  };
}

function factsOf(
  { shown_number, issued_at, content }: IssuedPaper["paper"],
  { texts, date }: Writing,
): [string, string][] {
  const { credit } = content;
  return [
    [texts.number, shown_number],
    [texts.date, date(String(issued_at))],
    [texts.order, `#${content.order_number}`],
    [texts.ordered, date(content.ordered_at)],
    ...(credit?.invoice_number ? ([[texts.for_invoice, credit.invoice_number]] as [string, string][]) : []),
  ];
}

const linesOf = ({ lines }: PaperContent, { texts, money, percent }: Writing): Content =>
  goodsTable(
    [texts.pieces, texts.article, right(texts.unit_price), right(texts.tax), right(texts.amount)],
    lines.map((line) => [
      right(String(line.quantity)),
      articleOf(line),
      right(money(Math.round(line.net / line.quantity))),
      right(line.rates.map(percent).join(" + ")),
      right(money(line.net)),
    ]),
  );

/** The rate of a region has no name of its own: v1 calls it "default". */
const taxName = (name: string, texts: Writing["texts"]): string =>
  name === "" || name === UNNAMED ? texts.tax : name;

type Sum = [name: string, amount: number, isTotal?: boolean];

/** How the total comes about, and how it was paid. */
function sumsOf(content: PaperContent, { texts, money, percent }: Writing): Content {
  const { lines, discount, shipping, taxes } = content;
  const goods = lines.reduce((sum, { net }) => sum + net, 0);
  const named = (text: string, names: readonly string[]) =>
    names.length > 0 ? `${text} (${names.join(", ")})` : text;
  const rows: Sum[] = [
    ...(lines.length > 0 ? [[texts.goods, goods] as Sum] : []),
    ...(discount.net !== 0 ? [[named(texts.discount, discount.codes), -discount.net] as Sum] : []),
    ...(shipping.net !== 0 || shipping.names.length > 0
      ? [[named(texts.shipping, shipping.names), shipping.net] as Sum]
      : []),
    ...taxes.map(
      ({ rate, name, net, tax }): Sum => [
        `${taxName(name, texts)} ${percent(rate)} ${texts.net_of} ${money(net)}`,
        tax,
      ],
    ),
    ...(content.credit ? creditedOf(content, texts) : paidOf(content, texts)),
  ];
  return {
    table: {
      widths: ["*", "auto"],
      body: rows.map(([text, amount, isTotal]) => [
        { text, alignment: "right" as const, ...(isTotal && { style: "total" as const }) },
        { text: money(amount), alignment: "right" as const, ...(isTotal && { style: "total" as const }) },
      ]),
    },
    layout: "noBorders",
  };
}

/** What of the total went back in money. */
function creditedOf({ total, gift_cards, credit }: PaperContent, texts: Writing["texts"]): Sum[] {
  const before = credit?.refunded_before ?? 0;
  const refunded: Sum = [texts.refunded, total - gift_cards - before, true];
  if (gift_cards === 0 && before === 0) return [refunded];
  return [
    [texts.total, total],
    ...(gift_cards > 0 ? [[texts.gift_cards, -gift_cards] as Sum] : []),
    ...(before > 0 ? [[texts.refunded_before, -before] as Sum] : []),
    refunded,
  ];
}

/** Gift cards and captured payments; what is left is to be paid. */
function paidOf({ gift_cards, payments, total }: PaperContent, texts: Writing["texts"]): Sum[] {
  const captured = payments.filter(({ captured_at }) => captured_at !== null);
  const paid = captured.reduce((sum, { amount }) => sum + amount, 0);
  return [
    [texts.total, total, true],
    ...(gift_cards > 0 ? [[texts.gift_cards, -gift_cards] as Sum] : []),
    ...(paid > 0 ? [[texts.paid, -paid] as Sum] : []),
    [texts.open, Math.max(total - gift_cards - paid, 0)],
  ];
}
