import type { TFunction } from "i18next";
import type texts from "../../../i18n/en/pages/system.json";

type Subject = keyof typeof texts.system.subjects;
type Step = keyof typeof texts.system.steps;

/** What changes are about, by the first part of the path of a request. */
export const subjectsBy = (t: TFunction): [subject: string, name: string][] =>
  Object.entries(t("system.subjects", { returnObjects: true }));

const partsOf = (path: string) => path.replace(/^\/admin\//, "").split("/");

const isId = (part: string) => /[0-9A-Z]{26}$/.test(part) || /^\d+$/.test(part);

/** Paths of plugins have only their own words. */
const named = (part: string, name: string) => name || part.replaceAll("-", " ");

/** What a request was about, in words. */
export function subjectOf(path: string, t: TFunction): string {
  const [subject = ""] = partsOf(path);
  return named(subject, t(`system.subjects.${subject as Subject}`, { defaultValue: "" }));
}

/** What was done with it, as in "Payment captured"; empty if it was just changed. */
export const actionOf = (path: string, t: TFunction): string =>
  partsOf(path)
    .slice(1)
    .filter((part) => !isId(part))
    .map((part) => named(part, t(`system.steps.${part as Step}`, { defaultValue: "" })))
    .join(", ");
