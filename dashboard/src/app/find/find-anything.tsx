import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { sessionQuery } from "../../data/session/session-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import { FOUND_KINDS } from "./found-kinds.ts";
import { usePages } from "./use-pages.ts";
import { type Recent, useRecent } from "./use-recent.ts";

/** Ctrl-K: finds pages, and orders, customers, products and more by name, number, code or email. */
export function FindAnything() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), 150);
  const open = useOpening();
  const { recent, remember } = useRecent();
  const { kinds, isSearching } = useFound(text, typed.trim());
  const pages = usePages();
  const actionOf = (found: Recent): SpotlightActionData => ({
    id: `${found.kind} ${found.id} ${found.label}`,
    label: found.label,
    description: found.description,
    // The server has searched: whatever it found is shown.
    keywords: [typed],
    onClick() {
      remember(found);
      open(pageOf(found), found.id);
    },
  });
  const actions: SpotlightActionGroupData[] = [
    ...(typed.trim() === ""
      ? [{ group: t("find.recent"), actions: recent.filter(kinds.isShown).map(actionOf) }]
      : kinds.all.map(({ kind, found }) => ({
          group: t(`find.kinds.${kind}`),
          actions: found.map((each) => actionOf({ ...each, kind })),
        }))),
    {
      group: t("nav.pages"),
      actions: pages.map(({ to, label, description }) => ({
        id: to,
        label,
        ...(description !== undefined && { description }),
        onClick: () => open(to),
      })),
    },
  ];
  return (
    <Spotlight
      actions={actions.filter((group) => group.actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      // It opens empty, also while the last one still fades out.
      onSpotlightOpen={() => setTyped("")}
      shortcut="mod + K"
      // Also from a field.
      tagsToIgnore={[]}
      attributes={{ content: { "aria-label": t("find.open") } }}
      highlightQuery
      scrollable
      maxHeight={480}
      nothingFound={t(isSearching ? "find.searching" : "find.nothing")}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t("find.placeholder"),
        "aria-label": t("find.open"),
        onKeyDown: openFirst,
      }}
    />
  );
}

/** Enter opens the first of the list, unless the arrows have chosen another: then the list opens that one. */
function openFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const list = currentTarget.closest('[role="dialog"]');
  if (key === "Enter" && !list?.querySelector("[data-action][data-selected]"))
    list?.querySelector<HTMLElement>("[data-action]")?.click();
}

const pageOf = ({ kind }: Pick<Recent, "kind">) => FOUND_KINDS.find((each) => each.kind === kind)!.page;

/** The addresses of pages are only known when the shell runs. */
function useOpening() {
  const navigate = useNavigate();
  return (to: string, id?: string) =>
    void navigate({ to, ...(id !== undefined && { params: { id } }) } as Parameters<typeof navigate>[0]);
}

/**
 * What each kind has that matches what is typed now, for kinds that the user may read and that have a page. What an earlier text
 * found is gone at once: Enter would open it.
 */
function useFound(text: string, typed: string) {
  const api = useApi();
  const may = useMay();
  const { routesByPath } = useRouter();
  const { data: session } = useQuery(sessionQuery(api));
  const kinds = FOUND_KINDS.filter(({ needs, page }) => may(needs) && page in routesByPath);
  const answers = useQueries({
    queries: kinds.map(({ kind, find }) => ({
      queryKey: ["found", kind, text],
      queryFn: () => find(api, text, { hasOrderNumbers: session?.hasOrderNumbers === true }),
      enabled: text !== "",
    })),
  });
  const isAnswered = text !== "" && text === typed;
  return {
    isSearching: text !== typed || answers.some(({ isFetching }) => isFetching),
    kinds: {
      all: kinds.map(({ kind }, index) => ({ kind, found: (isAnswered && answers[index]?.data) || [] })),
      isShown: (found: Recent) => kinds.some(({ kind }) => kind === found.kind),
    },
  };
}
