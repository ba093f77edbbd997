import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { CUSTOM_FIELD } from "../../../kit/form/refused-field.ts";
import type { CustomField } from "./custom-field.ts";

/** The server's sentence with the label in place of the path: "Fabric must be one of …". */
export function errorText(message: ReactNode, { label }: CustomField, t: TFunction): ReactNode {
  if (typeof message !== "string") return message;
  return message.endsWith(" is required") ? t("form.required") : message.replace(CUSTOM_FIELD, label);
}
