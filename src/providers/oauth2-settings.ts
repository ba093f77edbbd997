/** One application of TRADEWIND_OAUTH_APPS. */
export interface Oauth2Settings {
  application_name: string;
  display_name: string;
  authorize_url: string;
  token_url: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scope?: string;
  /** Where the client credentials are sent: in the Authorization header (the default), or in the body. */
  client_auth?: "basic" | "body";
}

type Check = (text: string) => string | undefined;

const anything: Check = () => undefined;
const name: Check = (text) =>
  /^[\w.-]{1,100}$/.test(text) ? undefined : "may have letters, digits and . _ - only";
const url: Check = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? undefined : "must be an http or https URL";
const clientAuth: Check = (text) => (["basic", "body"].includes(text) ? undefined : "must be basic or body");

const required: Record<string, Check> = {
  application_name: name,
  display_name: anything,
  authorize_url: url,
  token_url: url,
  client_id: anything,
  client_secret: anything,
  redirect_uri: url,
};
const optional: Record<string, Check> = { scope: anything, client_auth: clientAuth };

/** Reads TRADEWIND_OAUTH_APPS. Messages name the field, never its value: some are secrets. */
export function readOauthApps(text: string | undefined): Oauth2Settings[] {
  if (text === undefined) return [];
  const apps = parsed(text);
  if (!Array.isArray(apps)) throw new Error("it must be a JSON array of applications");
  apps.forEach((app, index) => {
    check(app, `application ${index + 1}`);
  });
  const names = (apps as Oauth2Settings[]).map((app) => app.application_name);
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice) throw new Error(`two applications have the application_name ${twice}`);
  return apps as Oauth2Settings[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a secret.
    throw new Error("it is not valid JSON");
  }
}

function check(app: unknown, which: string): void {
  if (typeof app !== "object" || app === null || Array.isArray(app)) {
    throw new Error(`${which} must be an object`);
  }
  const fields = app as Record<string, unknown>;
  for (const [field, checkValue] of Object.entries({ ...required, ...optional })) {
    const value = fields[field];
    if (value === undefined && field in optional) continue;
    if (typeof value !== "string" || value.trim() === "") {
      throw new Error(`${which}: ${field} must be a text that is not empty`);
    }
    const problem = checkValue(value);
    if (problem) throw new Error(`${which}: ${field} ${problem}`);
  }
  const unknown = Object.keys(fields).find((field) => !(field in required) && !(field in optional));
  if (unknown) throw new Error(`${which}: there is no field ${unknown}`);
}
