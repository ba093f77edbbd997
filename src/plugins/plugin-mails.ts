import type { ProviderRegistry } from "../providers/registry.ts";
import type { ComposeMail, Mail } from "../providers/smtp/smtp-notifications.ts";

/** The mails that plugins send for their events, by the mail server of the shop. */
export function pluginMails(providers: ProviderRegistry): { events: string[]; compose: ComposeMail } {
  const owners = new Map(
    providers.plugins.flatMap(({ name, plugin }) =>
      Object.entries(plugin.mails ?? {}).map(([event, compose]) => [event, { name, compose }] as const),
    ),
  );
  return {
    events: [...owners.keys()],
    async compose(event, data) {
      const owner = owners.get(event);
      if (!owner) return null;
      const mail = await owner.compose(data, { shop: providers.shopOf(owner.name) });
      return mail ? checkedMail(owner.name, mail) : null;
    },
  };
}

/** A subject is one line: a second one would be a header. */
function checkedMail(plugin: string, mail: object): Mail {
  const { to, subject, text } = mail as Record<string, unknown>;
  const isText = [to, subject, text].every((each) => typeof each === "string" && each !== "");
  if (!isText) throw new Error(`the plugin ${plugin} composed a mail without to, subject or text`);
  return { to: to as string, subject: (subject as string).replace(/\s+/g, " "), text: text as string };
}
