import type { PluginMail, Shop } from "tradewind/plugin";
import { settingsOf, type Tables } from "./tables.ts";

interface Facts {
  product: string;
  rating: number;
  text: string;
  answer: string | null;
}

const texts = {
  en: {
    written: ({ product, rating, text }: Facts) => ({
      subject: `A review of ${product} waits for you`,
      text: `${rating} of 5 for ${product}:\n\n${text}\n\nPublish or reject it in the dashboard.`,
    }),
    published: ({ product, answer }: Facts) => ({
      subject: `Your review of ${product} is published`,
      text: `Thank you for your review of ${product}. It is published now.${answer ? `\n\nOur answer:\n\n${answer}` : ""}`,
    }),
  },
  de: {
    written: ({ product, rating, text }: Facts) => ({
      subject: `Eine Bewertung von ${product} wartet`,
      text: `${rating} von 5 für ${product}:\n\n${text}\n\nSie können sie in der Verwaltung veröffentlichen oder ablehnen.`,
    }),
    published: ({ product, answer }: Facts) => ({
      subject: `Ihre Bewertung von ${product} ist veröffentlicht`,
      text: `Vielen Dank für Ihre Bewertung von ${product}. Sie ist jetzt veröffentlicht.${answer ? `\n\nUnsere Antwort:\n\n${answer}` : ""}`,
    }),
  },
};

type Data = Readonly<Record<string, unknown>>;
type Run = { shop: Shop<Tables> };

/** Mails are plain text, so nothing in a review is more than text. */
async function factsOf({ db }: Shop<Tables>, id: unknown) {
  return db
    .selectFrom("review")
    .innerJoin("tradewind_v1.product as product", "product.id", "review.product_id")
    .innerJoin("tradewind_v1.customer as customer", "customer.id", "review.customer_id")
    .select([
      "product.title as product",
      "review.rating",
      "review.body as text",
      "review.answer",
      "review.state",
    ])
    .select("customer.email")
    .where("review.id", "=", Number(id))
    .executeTakeFirst();
}

/** To the merchant, if the settings have a recipient. */
export async function writtenMail({ id }: Data, { shop }: Run): Promise<PluginMail | null> {
  const { notify_email: to, mail_language: language } = await settingsOf(shop);
  const facts = to === null ? undefined : await factsOf(shop, id);
  return facts && to !== null ? { to, ...texts[language].written(facts) } : null;
}

/** To the customer. A review that was rejected causes no mail. */
export async function moderatedMail({ id, state }: Data, { shop }: Run): Promise<PluginMail | null> {
  const facts = state === "published" ? await factsOf(shop, id) : undefined;
  if (facts?.state !== "published") return null;
  const { mail_language: language } = await settingsOf(shop);
  return { to: facts.email, ...texts[language].published(facts) };
}
