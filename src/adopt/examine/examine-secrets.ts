import { SECRET_LENGTH } from "../../kernel/shop-secrets.ts";
import type { Finding } from "../finding.ts";
import { type Examination, note, stop, warning } from "./examination.ts";

/** The secret of v1 as Tradewind knows it, and the settings that many medusa-config.js read. */
const V1_SECRETS = ["TRADEWIND_V1_JWT_SECRET", "JWT_SECRET", "COOKIE_SECRET"];

/** Secrets are never in a message. */
export function examineSecrets({
  config,
  environment,
}: Pick<Examination, "config" | "environment">): Finding[] {
  const { jwtSecret, acceptedJwtSecrets } = config;
  const own = [
    ...(jwtSecret === undefined ? [] : [["TRADEWIND_JWT_SECRET", jwtSecret] as const]),
    ...acceptedJwtSecrets.map((secret) => ["TRADEWIND_ACCEPTED_JWT_SECRETS", secret] as const),
  ];
  return [
    ...own
      .filter(([, secret]) => secret.length < SECRET_LENGTH)
      .map(([name, { length }]) => tooShort(name, length)),
    ...V1_SECRETS.flatMap((name) => shortOfV1(name, environment[name])),
    ...(jwtSecret === undefined
      ? [
          note(
            "secret_not_set",
            "TRADEWIND_JWT_SECRET is not set: a new secret is made at the first start, and stored in the data folder of this machine.",
          ),
        ]
      : []),
  ];
}

const tooShort = (name: string, length: number) =>
  stop(
    "secret_too_short",
    `${name} has ${length} characters; Tradewind starts only with ${SECRET_LENGTH} or more. Make a new one: openssl rand -base64 48`,
    { setting: name, length },
  );

const shortOfV1 = (name: string, secret: string | undefined): Finding[] =>
  secret === undefined || secret.length >= SECRET_LENGTH
    ? []
    : [
        warning(
          "v1_secret_too_short",
          `${name}, a secret of v1, has ${secret.length} characters: a person who guesses it can sign in to v1 as any user. Tradewind accepts only invites that are signed with it; customers and admins log in again.`,
          { setting: name, length: secret.length },
        ),
      ];
