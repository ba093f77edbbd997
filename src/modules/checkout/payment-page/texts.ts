/** The texts of the page in one language. */
export interface Texts {
  /** For dates and amounts. */
  locale: string;
  pay: string;
  forOrder: string;
  forSwap: string;
  returned: (name: string) => string;
  returnShipping: string;
  quantity: string;
  subtotal: string;
  discount: string;
  shipping: string;
  giftCard: string;
  taxes: string;
  taxesIncluded: string;
  total: string;
  credit: string;
  address: string;
  addressNeeded: string;
  fields: Record<AddressField, string>;
  save: string;
  shippingNeeded: string;
  free: string;
  noShipping: string;
  payment: string;
  manual: string;
  otherProvider: string;
  payNow: (amount: string) => string;
  confirm: string;
  done: string;
  doneText: string;
  swapDone: string;
  number: (number: string) => string;
  waiting: string;
  waitingText: string;
  check: string;
  noProvider: string;
  gone: string;
  goneText: string;
  changed: string;
  required: (field: string) => string;
  declined: string;
  shortage: string;
  failed: string;
  tooMany: string;
}

export const addressFields = [
  "first_name",
  "last_name",
  "company",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "province",
  "country_code",
  "phone",
] as const;

export type AddressField = (typeof addressFields)[number];

export const en: Texts = {
  locale: "en",
  pay: "Pay",
  forOrder: "Your order",
  forSwap: "Your exchange",
  returned: (name) => `Returned: ${name}`,
  returnShipping: "Return shipping",
  quantity: "Pieces",
  subtotal: "Subtotal",
  discount: "Discount",
  shipping: "Shipping",
  giftCard: "Gift card",
  taxes: "Taxes",
  taxesIncluded: "Taxes included",
  total: "Total",
  credit: "You get back",
  address: "Delivery address",
  addressNeeded: "Where shall we send it?",
  fields: {
    first_name: "First name",
    last_name: "Last name",
    company: "Company (optional)",
    address_1: "Street and number",
    address_2: "Apartment, floor (optional)",
    postal_code: "Postal code",
    city: "City",
    province: "State or province (optional)",
    country_code: "Country",
    phone: "Phone (optional)",
  },
  save: "Continue",
  shippingNeeded: "How shall we send it?",
  free: "free",
  noShipping: "There is no way to send it to this address. Please contact the shop.",
  payment: "How do you want to pay?",
  manual: "As agreed with the shop, such as by bank transfer",
  otherProvider: "Card and other methods",
  payNow: (amount) => `Pay ${amount}`,
  confirm: "Confirm",
  done: "Thank you",
  doneText: "We have received your order.",
  swapDone: "Your exchange is confirmed.",
  number: (number) => `Your order number is ${number}.`,
  waiting: "Your payment is being processed",
  waitingText:
    "This can take a moment. You can close this page: your order is placed as soon as the payment is confirmed.",
  check: "Check again",
  noProvider: "There is no way to pay here. Please contact the shop.",
  gone: "This link is no longer valid",
  goneText: "It was used, replaced or has expired. Please contact the shop for a new one.",
  changed: "The amount has changed since you opened the page. Please check it and confirm again.",
  required: (field) => `${field} is needed.`,
  declined: "The payment was declined. Please try again, or choose another way to pay.",
  shortage: "Something in this order is no longer in stock. Please contact the shop.",
  failed: "That did not work. Please try again in a moment.",
  tooMany: "Too many attempts. Please try again in 15 minutes.",
};

export const de: Texts = {
  locale: "de",
  pay: "Bezahlen",
  forOrder: "Ihre Bestellung",
  forSwap: "Ihr Umtausch",
  returned: (name) => `Zurück: ${name}`,
  returnShipping: "Rücksendung",
  quantity: "Stück",
  subtotal: "Zwischensumme",
  discount: "Rabatt",
  shipping: "Versand",
  giftCard: "Gutschein",
  taxes: "Steuern",
  taxesIncluded: "Enthaltene Steuern",
  total: "Gesamt",
  credit: "Sie erhalten zurück",
  address: "Lieferadresse",
  addressNeeded: "Wohin dürfen wir liefern?",
  fields: {
    first_name: "Vorname",
    last_name: "Nachname",
    company: "Firma (optional)",
    address_1: "Straße und Hausnummer",
    address_2: "Adresszusatz (optional)",
    postal_code: "Postleitzahl",
    city: "Ort",
    province: "Bundesland oder Kanton (optional)",
    country_code: "Land",
    phone: "Telefon (optional)",
  },
  save: "Weiter",
  shippingNeeded: "Wie dürfen wir liefern?",
  free: "kostenlos",
  noShipping: "An diese Adresse können wir nicht liefern. Bitte wenden Sie sich an den Shop.",
  payment: "Wie möchten Sie bezahlen?",
  manual: "Wie mit dem Shop vereinbart, etwa per Überweisung",
  otherProvider: "Karte und weitere Zahlungsarten",
  payNow: (amount) => `${amount} bezahlen`,
  confirm: "Bestätigen",
  done: "Vielen Dank",
  doneText: "Wir haben Ihre Bestellung erhalten.",
  swapDone: "Ihr Umtausch ist bestätigt.",
  number: (number) => `Ihre Bestellnummer ist ${number}.`,
  waiting: "Ihre Zahlung wird bearbeitet",
  waitingText:
    "Das kann einen Moment dauern. Sie können diese Seite schließen: Ihre Bestellung wird ausgelöst, sobald die Zahlung bestätigt ist.",
  check: "Erneut prüfen",
  noProvider: "Hier kann nicht bezahlt werden. Bitte wenden Sie sich an den Shop.",
  gone: "Dieser Link ist nicht mehr gültig",
  goneText: "Er wurde verwendet, ersetzt oder ist abgelaufen. Bitte wenden Sie sich an den Shop.",
  changed:
    "Der Betrag hat sich geändert, seit Sie die Seite geöffnet haben. Bitte prüfen und bestätigen Sie erneut.",
  required: (field) => `${field} fehlt.`,
  declined:
    "Die Zahlung wurde abgelehnt. Bitte versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.",
  shortage: "Etwas in dieser Bestellung ist nicht mehr auf Lager. Bitte wenden Sie sich an den Shop.",
  failed: "Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.",
  tooMany: "Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten erneut.",
};

/** By the first language of the browser that the page has. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const first = (acceptLanguage ?? "")
    .split(",")
    .map((each) => each.trim().slice(0, 2).toLowerCase())
    .find((language) => language === "de" || language === "en");
  return first === "de" ? de : en;
}
