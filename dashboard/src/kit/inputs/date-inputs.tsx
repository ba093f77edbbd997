// Here, not at the start: the first page has no field for a date.
import "@mantine/dates/styles.css";
import {
  DatePickerInput,
  type DatePickerInputProps,
  DateTimePicker,
  type DateTimePickerProps,
} from "@mantine/dates";
import "dayjs/locale/de";
import { useTranslation } from "react-i18next";

const FORMS = {
  en: { day: "MMM D, YYYY", moment: "MMM D, YYYY, h:mm A" },
  de: { day: "DD.MM.YYYY", moment: "DD.MM.YYYY, HH:mm" },
};

/** Dates as the rest of the page writes them. */
function useForms() {
  const { language } = useTranslation().i18n;
  const locale = language in FORMS ? (language as keyof typeof FORMS) : "en";
  return { locale, ...FORMS[locale] };
}

/** From one day to another. */
export function DaysInput(props: DatePickerInputProps<"range">) {
  const { locale, day } = useForms();
  return <DatePickerInput type="range" locale={locale} valueFormat={day} {...props} />;
}

/** A day and a time. */
export function MomentInput(props: DateTimePickerProps) {
  const { locale, moment } = useForms();
  return <DateTimePicker locale={locale} valueFormat={moment} {...props} />;
}
