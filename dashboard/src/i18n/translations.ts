import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { texts as english } from "./en/start.ts";

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

/** English is the start of the page; everything else is loaded when it is needed. */
const FILES = {
  en: { start: async () => ({ texts: english }), pages: () => import("./en/pages.ts") },
  de: { start: () => import("./de/start.ts"), pages: () => import("./de/pages.ts") },
};

const NAMESPACE = "translation";

let pageTexts: Promise<void> | undefined;

export async function startTranslations(): Promise<void> {
  await i18next
    .use(initReactI18next)
    .init({ lng: "en", fallbackLng: "en", interpolation: { escapeValue: false } });
  await show(chosenLanguage());
}

async function show(code: Language, withPages = pageTexts !== undefined): Promise<void> {
  const { start, pages } = FILES[code];
  const found = await Promise.all(withPages ? [start(), pages()] : [start()]);
  for (const { texts } of found) i18next.addResourceBundle(code, NAMESPACE, texts, true);
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}

/** Begins to load them before the rest of the page has started. */
export function fetchPageTexts(): void {
  // A failed load is repeated, and reported, when the page needs the texts.
  FILES[chosenLanguage()].pages().catch(() => {});
}

/** The texts of all pages but the login and home, which are most people's first page. */
export function loadPageTexts(): Promise<void> {
  pageTexts ??= show(i18next.language as Language, true).catch((error: unknown) => {
    pageTexts = undefined;
    throw error;
  });
  return pageTexts;
}

export async function setLanguage(code: Language): Promise<void> {
  localStorage.setItem(STORED, code);
  await show(code);
}
