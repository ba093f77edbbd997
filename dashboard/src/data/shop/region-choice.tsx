import { Anchor, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { Loaded } from "../../kit/page/section-page.tsx";
import { regionsQuery } from "./settings-queries.ts";

interface Props {
  chosen: string | undefined;
  onChoose(id: string): void;
  children(region: Schemas["RegionWithCountries"]): ReactNode;
}

/** A page about one region, and the choice of another. The first one is shown if none is chosen. */
export function RegionChoice({ chosen, onChoose, children }: Props) {
  const { t } = useTranslation();
  const regions = useQuery(regionsQuery(useApi()));
  return (
    <Loaded of={regions}>
      {(data) => {
        const region = data.find(({ id }) => id === chosen) ?? data[0];
        if (!region)
          return (
            <Text>
              {t("settings.regions.none")}{" "}
              <Anchor inherit renderRoot={(props) => <Link {...props} to="/settings/regions" />}>
                {t("drafts.addRegion")}
              </Anchor>
            </Text>
          );
        return (
          <>
            <Select
              label={t("settings.regions.region")}
              data={data.map(({ id, name, currency_code }) => ({
                value: id,
                label: `${name} · ${currency_code.toUpperCase()}`,
              }))}
              value={region.id}
              onChange={(id) => id && onChoose(id)}
              allowDeselect={false}
              maw={360}
            />
            {children(region)}
          </>
        );
      }}
    </Loaded>
  );
}
