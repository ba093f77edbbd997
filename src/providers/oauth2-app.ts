import { isRecord } from "../kernel/json.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Oauth2Settings } from "./oauth2-settings.ts";
import type { OauthApp, OauthToken } from "./ports/oauth.ts";

type Fields = Record<string, string>;

/** An application with standard OAuth 2: the authorization code grant of RFC 6749, section 4.1. */
export function oauth2App(settings: Oauth2Settings): OauthApp {
  return {
    applicationName: settings.application_name,
    displayName: settings.display_name,
    installUrl: (state) => authorizeUrl(settings, state),
    exchange: (code, { signal }) =>
      requestToken(
        settings,
        { grant_type: "authorization_code", code, redirect_uri: settings.redirect_uri },
        signal,
      ),
    refresh: async (token, { signal }) => {
      if (!token.refresh_token)
        throw refused("it returned no refresh token, so the shop must be connected again");
      const grant = { grant_type: "refresh_token", refresh_token: token.refresh_token };
      // A provider that does not rotate the refresh token does not send it again.
      return { refresh_token: token.refresh_token, ...(await requestToken(settings, grant, signal)) };
    },
  };
}

function authorizeUrl(settings: Oauth2Settings, state: string): string {
  const url = new URL(settings.authorize_url);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", settings.client_id);
  url.searchParams.set("redirect_uri", settings.redirect_uri);
  if (settings.scope) url.searchParams.set("scope", settings.scope);
  url.searchParams.set("state", state);
  return url.href;
}

async function requestToken(
  settings: Oauth2Settings,
  grant: Fields,
  signal: AbortSignal,
): Promise<OauthToken> {
  const { headers, fields } = clientAuthentication(settings);
  const response = await fetch(settings.token_url, {
    method: "POST",
    headers: { accept: "application/json", ...headers },
    body: new URLSearchParams({ ...grant, ...fields }),
    // The client secret must be sent to the configured address only.
    redirect: "error",
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? refused("it did not answer in time") : refused(unreachable(error));
  });
  const answer = await body(response);
  // Some providers answer errors with 200.
  if (!response.ok || answer.error !== undefined) throw refused(errorMessageOf(answer, response.status));
  if (typeof answer.access_token !== "string" || answer.access_token === "") {
    throw refused("its answer has no access_token");
  }
  return answer as OauthToken;
}

function clientAuthentication(settings: Oauth2Settings): { headers: Fields; fields: Fields } {
  const { client_id, client_secret, client_auth } = settings;
  if (client_auth === "body") return { headers: {}, fields: { client_id, client_secret } };
  // RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
  const encoded = [client_id, client_secret].map((part) =>
    new URLSearchParams({ "": part }).toString().slice(1),
  );
  return {
    headers: { authorization: `Basic ${Buffer.from(encoded.join(":")).toString("base64")}` },
    fields: {},
  };
}

// Larger than any token. A longer response is not read further.
const MAX_BYTES = 256 * 1024;

/** RFC 6749: what may be in an answer. It comes from outside, so nothing in it is certain. */
interface TokenAnswer {
  access_token?: unknown;
  error?: unknown;
  error_description?: unknown;
}

async function body(response: Response): Promise<TokenAnswer> {
  const answer: unknown = await textOf(response)
    .then((text) => JSON.parse(text))
    .catch(() => null);
  return isRecord(answer) ? answer : {};
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** RFC 6749, section 5.2: an error code, and an optional description. */
function errorMessageOf(answer: TokenAnswer, status: number): string {
  const words = [answer.error, answer.error_description].filter((each) => typeof each === "string");
  return words.length > 0
    ? `it refused: ${words.join(", ").slice(0, 300)}`
    : `it answered with status ${status}`;
}

const unreachable = (error: unknown) => {
  const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return `it cannot be reached${code ? ` (${code})` : ""}`;
};

const refused = (reason: string) => new Refusal("invalid_data", reason);
