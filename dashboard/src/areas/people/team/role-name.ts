import { useTranslation } from "react-i18next";
import type { Role } from "./access-queries.ts";

const NAMED = ["owner", "manager", "fulfilment", "support", "read-only"] as const;
type Named = (typeof NAMED)[number];
const isNamed = (id: string): id is Named => NAMED.includes(id as Named);

/** Built-in roles are named in the language of the user, roles of the shop as the shop named them. */
export function useRoleTexts() {
  const { t } = useTranslation();
  return {
    nameOf: ({ id, name }: Pick<Role, "id" | "name">) => (isNamed(id) ? t(`access.builtIn.${id}`) : name),
    textOf: ({ id, description }: Role) =>
      isNamed(id) ? t(`access.builtInTexts.${id}`) : (description ?? ""),
  };
}
