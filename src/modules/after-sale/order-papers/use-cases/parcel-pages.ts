import type { Content, PdfPage } from "../../../../providers/pdf/render-pdf.ts";
import type { Language, Seller } from "../paper-content.ts";
import type { PaperOrder } from "../paper-order-store.ts";
import {
  addressBlock,
  addressOf,
  articleOf,
  facts,
  footerOf,
  goodsTable,
  nameOf,
  right,
  sellerHead,
  type Writing,
  writingOf,
} from "./paper-parts.ts";

export interface ParcelPaper {
  order: PaperOrder;
  seller: Seller;
  language: Language;
  logo: string | null;
}

export const parcelKinds = ["packing-slip", "return-form"] as const;
export type ParcelKind = (typeof parcelKinds)[number];

const articles = ({ items }: PaperOrder) =>
  items.map((item) => ({ ...item, sku: item.variant?.sku ?? null, returned: item.returned_quantity ?? 0 }));

const orderFacts = (order: PaperOrder, { texts, date }: Writing): Content =>
  facts([
    [texts.order, `#${order.number}`],
    [texts.ordered, date(String(order.created_at))],
    [
      texts.shipping,
      order.shipping_methods.map(({ shipping_option }) => shipping_option?.name ?? "").join(", "),
    ],
  ]);

/** Without prices: it may be a present. */
function packingSlip({ order }: ParcelPaper, writing: Writing): Content[] {
  const { texts } = writing;
  return [
    {
      columns: [
        addressBlock(texts.sent_to, addressOf(order.shipping_address, writing)),
        orderFacts(order, writing),
      ],
    },
    goodsTable(
      [texts.pieces, texts.article, ""],
      articles(order).map((item) => [
        right(String(item.quantity - item.returned)),
        articleOf(item),
        item.returned > 0 ? `${item.returned} ${texts.returned}` : "",
      ]),
    ),
  ];
}

/** The customer fills it in, and puts it into the parcel. */
function returnForm({ order, seller }: ParcelPaper, writing: Writing): Content[] {
  const { texts } = writing;
  return [
    texts.return_text,
    {
      columns: [
        addressBlock(texts.return_to, [nameOf(seller), ...addressOf(seller, writing)]),
        orderFacts(order, writing),
      ],
      margin: [0, 12, 0, 0],
    },
    goodsTable(
      [texts.pieces, texts.article, texts.send_back, texts.reason],
      articles(order)
        .filter((item) => item.quantity > item.returned)
        .map((item) => [
          right(String(item.quantity - item.returned)),
          articleOf(item),
          "____________",
          "______________________",
        ]),
    ),
    { text: `${texts.signature}: ________________________________`, margin: [0, 30, 0, 0] },
  ];
}

/** A packing slip or a return form. They have no number, and show the order as it is now. */
export function parcelPage(kind: ParcelKind, paper: ParcelPaper): PdfPage {
  const { order, seller, language, logo } = paper;
  const writing = writingOf(language, order.currency_code);
  const title = writing.texts[kind === "packing-slip" ? "packing_slip" : "return_form"];
  return {
    title: `${title} #${order.number}`,
    language,
    footer: footerOf(seller, writing),
    content: [
      sellerHead(seller, writing, logo),
      { text: title, style: "title" },
      ...(kind === "packing-slip" ? packingSlip(paper, writing) : returnForm(paper, writing)),
    ],
  };
}
