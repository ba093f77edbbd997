import { Button, Group, MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PeriodInput } from "../../../../kit/inputs/period-input.tsx";
import { withoutEmpty } from "../../../../kit/list/search-params.ts";
import { EventFilter } from "../../events/event-filter.tsx";
import { EVENT_NAMES } from "../../events/event-names.ts";
import { DELIVERY_STATUSES, type DeliverySearch, type DeliveryStatus } from "../webhook-search.ts";

interface Props {
  search: DeliverySearch;
  onShow(search: DeliverySearch): void;
}

export function DeliveryFilters({ search, onShow }: Props) {
  const { t } = useTranslation();
  const { page: _, ...filters } = search;
  const change = (changed: DeliverySearch) => onShow(withoutEmpty({ ...filters, ...changed }));
  return (
    <Group align="flex-end" gap="sm">
      <MultiSelect
        label={t("webhook.state")}
        data={DELIVERY_STATUSES.map((value) => ({ value, label: t(`webhook.deliveryStates.${value}`) }))}
        value={search.status ?? []}
        onChange={(status) =>
          change({ status: status.length > 0 ? (status as DeliveryStatus[]) : undefined })
        }
        clearable
        w={{ base: "100%", sm: 220 }}
      />
      <EventFilter
        label={t("webhook.event")}
        data={EVENT_NAMES}
        value={search.event}
        onChange={(event) => change({ event })}
      />
      <PeriodInput
        label={t("webhook.created")}
        from={search.from}
        to={search.to}
        onChange={({ from, to }) => change({ from, to })}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("webhook.showAll")}
        </Button>
      )}
    </Group>
  );
}
