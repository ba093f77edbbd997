import { Group, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { CurrencyChoice } from "../home/currency-choice.tsx";
import { periodOf } from "../home/home-search.ts";
import { PeriodChoice } from "../home/period-choice.tsx";
import { type KindName, kindOf } from "./report-kinds.ts";
import type { ReportSearch } from "./report-search.ts";

interface Props {
  name: KindName;
  search: ReportSearch;
  /** Shows the first page with these changes. */
  change(changed: Partial<ReportSearch>): void;
  currency: string | undefined;
  currencies: string[];
}

/** What the report is about. All of it is in the address. */
export function ReportFilters({ name, search, change, currency, currencies }: Props) {
  const { t } = useTranslation();
  const kind = kindOf(name);
  return (
    <Group align="flex-end" gap="sm">
      <PeriodChoice
        period={periodOf(search)}
        onChange={(period) => change({ period: undefined, from: undefined, to: undefined, ...period })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t("reports.compareWith")}
        data={[
          { value: "previous", label: t("reports.periodBefore") },
          { value: "year", label: t("reports.yearBefore") },
        ]}
        value={search.compare ?? "previous"}
        onChange={(value) => change({ compare: value === "year" ? "year" : undefined })}
      />
      {currencies.length > 1 && (
        <CurrencyChoice
          currencies={currencies}
          currency={currency ?? null}
          onChoose={(code) => change({ currency: code })}
        />
      )}
      {name === "sales" && (
        <SegmentedControl
          size="xs"
          aria-label={t("reports.interval")}
          data={(["day", "week", "month"] as const).map((value) => ({
            value,
            label: t(`reports.intervals.${value}`),
          }))}
          value={search.interval ?? "day"}
          onChange={(value) =>
            change({ interval: value === "week" || value === "month" ? value : undefined })
          }
        />
      )}
      {kind.by && (
        <SegmentedControl
          size="xs"
          aria-label={t("reports.by")}
          data={kind.by.map((value) => ({ value, label: t(`reports.groups.${value as "product"}`) }))}
          value={kind.by.includes(search.by ?? "") ? search.by! : kind.by[0]!}
          onChange={(value) => change({ by: value === kind.by![0] ? undefined : value, order: undefined })}
        />
      )}
      {kind.hasRegion && <RegionFilter search={search} change={change} />}
      {kind.hasSearch && (
        <SearchInput
          aria-label={t("reports.find")}
          placeholder={t("reports.find")}
          value={search.q}
          onFind={(q) => change({ q: q || undefined })}
        />
      )}
    </Group>
  );
}

function RegionFilter({ search, change }: Pick<Props, "search" | "change">) {
  const { t } = useTranslation();
  const may = useMay()("settings:read");
  const { data = [] } = useQuery({ ...regionsQuery(useApi()), enabled: may });
  if (data.length < 2) return null;
  return (
    <Select
      aria-label={t("reports.region")}
      placeholder={t("reports.allRegions")}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={search.region ?? null}
      onChange={(region) => change({ region: region ?? undefined })}
      clearable
      w={{ base: "100%", sm: 190 }}
    />
  );
}
