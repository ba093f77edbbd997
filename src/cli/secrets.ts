import { type Config, ConfigProblem } from "../config.ts";
import { makeDataFolder } from "../db/embedded/index.ts";
import { fixedSecrets, SECRET_LENGTH, type ShopSecrets } from "../kernel/shop-secrets.ts";
import { StoredSecrets } from "./stored-secrets.ts";

/** The configured secrets, or one that is generated once and stored in the data folder. */
export function secretsOf(config: Config): ShopSecrets {
  const { jwtSecret, acceptedJwtSecrets } = config;
  if (jwtSecret !== undefined) {
    requireLong("TRADEWIND_JWT_SECRET", [jwtSecret]);
    requireLong("TRADEWIND_ACCEPTED_JWT_SECRETS", acceptedJwtSecrets);
    return fixedSecrets(jwtSecret, acceptedJwtSecrets);
  }
  if (acceptedJwtSecrets.length > 0)
    throw new ConfigProblem("TRADEWIND_ACCEPTED_JWT_SECRETS: it needs TRADEWIND_JWT_SECRET, which signs");
  return new StoredSecrets(makeDataFolder(config.dataDir));
}

function requireLong(variable: string, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length < SECRET_LENGTH))
    throw new ConfigProblem(`${variable}: at least ${SECRET_LENGTH} characters are required`);
}
