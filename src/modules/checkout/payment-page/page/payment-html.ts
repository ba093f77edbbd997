import { placeLines } from "../../../../kernel/address.ts";
import { exponentOf } from "../../../../kernel/currencies.ts";
import { escapedHtml as e } from "../../../../kernel/html.ts";
import { isNeeded, type Payment, type PaymentLine } from "../payment.ts";
import { type AddressField, addressFields, type Texts } from "../texts.ts";

/** Everything from the shop or the customer is escaped: titles and names are texts of others. */
export interface Shown {
  payment: Payment;
  texts: Texts;
  /** What was wrong with the form that was sent. */
  problem?: string | undefined;
  /** What the customer has typed already. */
  sent?: Readonly<Record<string, string>>;
}

export const money = (amount: number, currency: string, { locale }: Texts): string => {
  const digits = exponentOf(currency);
  const value = amount / 10 ** digits;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
};

const row = (name: string, amount: string, isTotal = false) =>
  `<tr${isTotal ? ' class="total"' : ""}><th scope="row">${e(name)}</th><td>${e(amount)}</td></tr>`;

function nameOf({ title, quantity, returned }: PaymentLine, texts: Texts): string {
  if (returned === "shipping") return texts.returnShipping;
  const name = `${quantity} × ${title}`;
  return returned === "goods" ? texts.returned(name) : name;
}

/** The goods and what they cost. */
export function goodsHtml({ payment, texts }: Shown): string {
  const { sums, currency, lines } = payment;
  const shown = (amount: number) => money(amount, currency, texts);
  const goods = lines.map((line) => {
    const { description, total } = line;
    const name = nameOf(line, texts);
    const more = description ? `<br><small>${e(description)}</small>` : "";
    return `<tr><th scope="row">${e(name)}${more}</th><td>${e(shown(total))}</td></tr>`;
  });
  const parts: [string, number][] = [
    [texts.discount, -sums.discount],
    [texts.shipping, sums.shipping],
    ...(sums.areTaxesIncluded ? [] : [[texts.taxes, sums.taxes] as [string, number]]),
    [texts.giftCard, -sums.giftCard],
  ];
  const isCredit = sums.total < 0;
  return `<section><h2>${e(payment.kind === "swap" ? texts.forSwap : texts.forOrder)}</h2><table>
<tbody>${goods.join("")}</tbody>
<tfoot>${parts
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => row(name, shown(amount)))
    .join("")}
${row(isCredit ? texts.credit : texts.total, shown(Math.abs(sums.total)), true)}
${sums.areTaxesIncluded && sums.taxes !== 0 ? row(texts.taxesIncluded, shown(sums.taxes)) : ""}</tfoot>
</table></section>`;
}

const AUTOCOMPLETE: Record<AddressField, string> = {
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  address_1: "address-line1",
  address_2: "address-line2",
  postal_code: "postal-code",
  city: "address-level2",
  province: "address-level1",
  country_code: "country",
  phone: "tel",
};

const form = (step: string, content: string, { problem }: Pick<Shown, "problem">) =>
  `<section><form method="post"><input type="hidden" name="step" value="${step}">
${problem ? `<p role="alert">${e(problem)}</p>` : ""}
${content}</form></section>`;

export function addressForm(shown: Shown): string {
  const { payment, texts, sent = {} } = shown;
  const known = { ...payment.address, ...sent } as Record<string, string | null | undefined>;
  const names = new Intl.DisplayNames([texts.locale], { type: "region" });
  const input = (field: AddressField) => {
    const label = texts.fields[field];
    const common = `name="${field}" autocomplete="${AUTOCOMPLETE[field]}"${isNeeded(field) ? " required" : ""}`;
    if (field !== "country_code")
      return `<label>${e(label)}<input ${common} maxlength="255" value="${e(known[field] ?? "")}"></label>`;
    const options = payment.countries.map(
      (code) =>
        `<option value="${e(code)}"${code === known[field] ? " selected" : ""}>${e(names.of(code.toUpperCase()) ?? code)}</option>`,
    );
    return `<label>${e(label)}<select ${common}>${options.join("")}</select></label>`;
  };
  const fields = addressFields.map(input).join("");
  return form(
    "address",
    `<fieldset><legend>${e(texts.addressNeeded)}</legend>${fields}</fieldset><button>${e(texts.save)}</button>`,
    shown,
  );
}

const choice = (
  name: string,
  { value, label, amount }: { value: string; label: string; amount?: string },
  isFirst: boolean,
) =>
  `<label class="choice"><input type="radio" name="${name}" value="${e(value)}" required${isFirst ? " checked" : ""}>
<span>${e(label)}</span>${amount === undefined ? "" : `<span>${e(amount)}</span>`}</label>`;

export function shippingForm(shown: Shown): string {
  const { payment, texts } = shown;
  if (payment.options.length === 0) return `<section><p role="alert">${e(texts.noShipping)}</p></section>`;
  const options = payment.options.map(({ id, name, price }, index) => {
    const amount = price ? money(price, payment.currency, texts) : texts.free;
    return choice("option_id", { value: id, label: name, amount }, index === 0);
  });
  return form(
    "shipping",
    `<fieldset><legend>${e(texts.shippingNeeded)}</legend>${options.join("")}</fieldset><button>${e(texts.save)}</button>`,
    shown,
  );
}

export function addressHtml({ payment, texts }: Shown): string {
  const { address } = payment;
  if (!address?.address_1) return "";
  const name = [address.first_name, address.last_name].filter(Boolean).join(" ");
  const names = new Intl.DisplayNames([texts.locale], { type: "region" });
  const country = address.country_code && names.of(address.country_code.toUpperCase());
  const lines = [
    address.company,
    name,
    address.address_1,
    address.address_2,
    ...placeLines(address),
    country,
  ];
  const text = lines.filter(Boolean).join("\n");
  return `<section><h2>${e(texts.address)}</h2><address>${e(text)}</address></section>`;
}

export function payForm(shown: Shown): string {
  const { payment, texts } = shown;
  const total = Math.max(payment.sums.total, 0);
  const hidden = `<input type="hidden" name="total" value="${total}">`;
  if (total === 0) return form("pay", `${hidden}<button>${e(texts.confirm)}</button>`, shown);
  if (payment.providers.length === 0) return `<section><p role="alert">${e(texts.noProvider)}</p></section>`;
  const providers = payment.providers.map(({ id, isLocal }, index) => {
    const label = isLocal && id === "manual" ? texts.manual : id === "stripe" ? texts.otherProvider : id;
    return choice("provider_id", { value: id, label }, index === 0);
  });
  const amount = texts.payNow(money(total, payment.currency, texts));
  return form(
    "pay",
    `${hidden}<fieldset><legend>${e(texts.payment)}</legend>${providers.join("")}</fieldset><button>${e(amount)}</button>`,
    shown,
  );
}
