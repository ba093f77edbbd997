/** The content of a signed token. Only the server can check its signature. */
export function claimsOf(token: string | undefined): Record<string, unknown> {
  try {
    const part = token?.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
