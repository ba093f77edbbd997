import { placeLines } from "../../../../kernel/address.ts";
import { exponentOf } from "../../../../kernel/currencies.ts";
import type { Content } from "../../../../providers/pdf/render-pdf.ts";
import type { Language, Seller } from "../paper-content.ts";
import type { PaperOrder } from "../paper-order-store.ts";
import { type PaperTexts, textsOf } from "../paper-texts.ts";

/** How a language writes what is on paper. */
export interface Writing {
  texts: PaperTexts;
  money(amount: number): string;
  date(time: string): string;
  percent(rate: number): string;
  country(code: string): string;
}

/** A space at which no line ends. */
const NO_BREAK = "\u00a0";

export function writingOf(language: Language, currency: string): Writing {
  const digits = exponentOf(currency);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const amounts = new Intl.NumberFormat(language, options);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const rates = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const countries = new Intl.DisplayNames(language, { type: "region", fallback: "code" });
  return {
    texts: textsOf(language),
    money: (amount) => `${amounts.format(amount / 10 ** digits)}${NO_BREAK}${currency.toUpperCase()}`,
    date: (time) => dates.format(new Date(time)),
    percent: (rate) => `${rates.format(rate)}${NO_BREAK}%`,
    country: (code) => (/^[a-z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  };
}

type Written = Pick<
  Seller,
  "address_1" | "address_2" | "postal_code" | "city" | "province" | "country_code"
> & {
  first_name?: string | null;
  last_name?: string | null;
  company?: string | null;
};

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" ");

export const addressOf = (address: Written | null, { country }: Writing): string[] =>
  address === null
    ? []
    : [
        joined(address.first_name, address.last_name),
        address.company,
        address.address_1,
        address.address_2,
        ...placeLines(address),
        address.country_code && country(address.country_code),
      ].filter((line): line is string => !!line);

/** The company, or the shop if it has no other name. */
export const nameOf = ({ legal_name, name }: Seller): string => legal_name ?? name;

/** The shop with its logo, at the top. */
export const sellerHead = (seller: Seller, writing: Writing, logo: string | null): Content => ({
  columns: [
    {
      stack: [
        { text: seller.name, style: "total" },
        ...(seller.legal_name ? [seller.legal_name] : []),
        ...addressOf(seller, writing),
        ...[seller.email, seller.phone].filter((line): line is string => !!line),
      ],
    },
    ...(logo ? [{ image: logo, fit: [150, 60] as const, alignment: "right" as const, width: 160 }] : []),
  ],
  margin: [0, 0, 0, 24],
});

/** What is at the end of every page. */
export const footerOf = (seller: Seller, { texts }: Writing): string =>
  [
    nameOf(seller),
    seller.tax_number && `${texts.tax_number}: ${seller.tax_number}`,
    seller.registration,
    seller.footer,
  ]
    .filter(Boolean)
    .join(" · ");

/** Names with their values, one below the other. */
export const facts = (rows: readonly (readonly [name: string, value: string])[]): Content => ({
  table: {
    widths: ["auto", "auto"],
    body: rows.map(([name, value]) => [{ text: name, style: "head" }, value]),
  },
  layout: "noBorders",
});

export const addressBlock = (title: string, lines: readonly string[]): Content => ({
  stack: [{ text: title, style: "heading" }, ...lines],
});

export const right = (text: string) => ({ text, alignment: "right" as const });

/** A table of goods. The first column is a number. */
export const goodsTable = (
  heads: readonly (string | ReturnType<typeof right>)[],
  rows: readonly (readonly Content[])[],
): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: heads.map((_, index) => (index === 1 ? "*" : "auto")),
    body: [
      heads.map((head) => ({
        ...(typeof head === "string" ? { text: head } : head),
        style: "head" as const,
      })),
      ...rows,
    ],
  },
  layout: "lightHorizontalLines",
  margin: [0, 16, 0, 12],
});

/** The article with its variant and number. */
export const articleOf = (line: {
  title: string;
  description: string | null;
  sku: string | null;
}): Content => ({
  stack: [
    line.title,
    ...[joined(line.description), joined(line.sku)]
      .filter(Boolean)
      .map((text) => ({ text, style: "small" as const })),
  ],
});

export const buyerOf = (order: PaperOrder, writing: Writing): string[] => {
  const lines = addressOf(order.billing_address ?? order.shipping_address, writing);
  return lines.length > 0 ? lines : [order.email];
};
