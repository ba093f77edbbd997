/** The address may hold a password, so messages do not repeat it. */
export function readSmtpUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!URL.canParse(given)) throw new Error("it is no address of the form smtp://user:password@host:port");
  const { protocol, hostname } = new URL(given);
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw new Error("it must begin with smtp:// or smtps://");
  if (hostname === "") throw new Error("it names no host");
  return given;
}
