import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";

/** A text of src/i18n, by its name. */
export type TextKey = ParseKeys;

/** `t` for names that come from a declaration. */
export const useSay = () => useTranslation().t as unknown as (key: TextKey, values?: object) => string;
