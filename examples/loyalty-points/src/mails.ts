import type { PluginMail, Shop } from "tradewind/plugin";
import { programOf } from "./ledger.ts";
import type { Tables } from "./tables.ts";

interface Expiring {
  name: string;
  points: number;
  day: Date;
}

const texts = {
  en: ({ name, points, day }: Expiring) => ({
    subject: "Your points expire soon",
    text: `Dear ${name},\n\nyour ${points} points expire on ${day.toLocaleDateString("en-GB", { timeZone: "UTC" })}, unless you buy something before.`,
  }),
  de: ({ name, points, day }: Expiring) => ({
    subject: "Ihre Punkte verfallen bald",
    text: `Guten Tag ${name},\n\nIhre ${points} Punkte verfallen am ${day.toLocaleDateString("de-DE", { timeZone: "UTC" })}, wenn Sie bis dahin nichts kaufen.`,
  }),
};

/** In the language of the settings: the shop does not know that of its customers. */
export async function expiringMail(
  data: Readonly<Record<string, unknown>>,
  { shop }: { shop: Shop<Tables> },
): Promise<PluginMail | null> {
  const customer = await shop.db
    .selectFrom("tradewind_v1.customer")
    .select(["email", "first_name"])
    .where("id", "=", String(data["id"]))
    .where("has_account", "=", true)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!customer) return null;
  const { mail_language: language } = await programOf(shop);
  const day = new Date(String(data["expires_at"]));
  const name = customer.first_name ?? customer.email;
  return { to: customer.email, ...texts[language]({ name, points: Number(data["points"]), day }) };
}
