import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { userQuery } from "../../data/session/session-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import type { Found, Kind } from "./found-kinds.ts";

export interface Recent extends Found {
  kind: Kind;
}

const MOST = 8;

const isSame = (one: Recent, other: Recent) => one.id === other.id && one.kind === other.kind;

/** What this user opened last from here, in this browser. */
export function useRecent() {
  const { data: user } = useQuery(userQuery(useApi()));
  const [recent, setRecent] = useLocalStorage<Recent[]>({
    key: `tradewind.recent.${user?.id ?? ""}`,
    defaultValue: [],
  });
  return {
    recent,
    remember: (opened: Recent) =>
      setRecent((known) => [opened, ...known.filter((each) => !isSame(each, opened))].slice(0, MOST)),
  };
}
