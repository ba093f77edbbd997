import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { useApi } from "../../../kit/api/api.ts";

interface Props {
  label: string;
  value?: string | null;
  onChange?(value: string | null): void;
}

/** A stock location. A shop without locations does not see it. */
export function LocationSelect(props: Props) {
  const { t } = useTranslation();
  const mayRead = useMay()("stock:read");
  const { data: locations = [] } = useQuery({ ...locationsQuery(useApi()), enabled: mayRead });
  if (locations.length === 0) return null;
  return (
    <Select
      {...props}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={t("order.pack.reserved")}
      clearable
      clearButtonProps={{ "aria-label": t("order.pack.reserved") }}
    />
  );
}
