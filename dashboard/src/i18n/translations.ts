import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { english } from "./en/index.ts";

export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
] as const;

type Language = (typeof LANGUAGES)[number]["code"];

const STORED = "tradewind.language";

const isKnown = (code: string | null): code is Language =>
  LANGUAGES.some((language) => language.code === code);

function chosenLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  const preferred = navigator.language.slice(0, 2);
  if (isKnown(stored)) return stored;
  return isKnown(preferred) ? preferred : "en";
}

export async function startTranslations(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
  });
  await show(chosenLanguage());
}

/** English is always there; others are loaded when they are chosen. */
async function show(code: Language): Promise<void> {
  if (code === "de" && !i18next.hasResourceBundle("de", "translation")) {
    i18next.addResourceBundle("de", "translation", (await import("./de/index.ts")).german);
  }
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}

export async function setLanguage(code: Language): Promise<void> {
  localStorage.setItem(STORED, code);
  await show(code);
}
