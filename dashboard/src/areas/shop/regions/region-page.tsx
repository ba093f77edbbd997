import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { shippingOptionsQuery, storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { regionQuery, taxRatesQuery } from "../shop-queries.ts";
import { RegionForm } from "./region-form.tsx";

export const newRegionRoute = createLazyRoute("/shell/settings/regions/new")({ component: NewRegionPage });
export const regionRoute = createLazyRoute("/shell/settings/regions/$id")({ component: RegionPage });

function NewRegionPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const store = useQuery(storeQuery(useApi()));
  return (
    <SectionPage
      title={t("settings.regions.create")}
      text={t("settings.texts.regions")}
      back={<BackLink to="/settings/regions">{t("settings.regions.back")}</BackLink>}
    >
      <Loaded of={store}>
        {(data) => (
          <Card>
            <RegionForm
              region={null}
              store={data}
              onSaved={({ id }) => navigate({ to: "/settings/regions/$id", params: { id } })}
            />
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function RegionPage() {
  const { t } = useTranslation();
  const api = useApi();
  const { id } = useParams({ from: "/shell/settings/regions/$id" });
  const region = useQuery(regionQuery(api, id));
  const store = useQuery(storeQuery(api));
  return (
    <SectionPage
      back={<BackLink to="/settings/regions">{t("settings.regions.back")}</BackLink>}
      title={region.data?.name ?? t("settings.regions.region")}
      actions={region.data && <RegionButtons region={region.data} />}
    >
      <Loaded of={region}>
        {(data) => (
          <Loaded of={store}>
            {(shop) => (
              <Card>
                <RegionForm region={data} store={shop} />
              </Card>
            )}
          </Loaded>
        )}
      </Loaded>
    </SectionPage>
  );
}

function RegionButtons({ region: { id, name } }: { region: Region }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const action = useAction(["regions", "tax-rates", "shipping-options"]);
  const { data: options = [] } = useQuery(shippingOptionsQuery(api, id));
  const { data: rates = [] } = useQuery(taxRatesQuery(api, id));
  const remove = () =>
    action.start({
      question: {
        title: t("settings.removeTitle", { name }),
        text: t("settings.regions.removeText", { options: options.length, rates: rates.length }),
        confirm: t("action.remove"),
      },
      run: () => api.DELETE("/admin/regions/{id}", { params: { path: { id } } }),
      done: t("settings.removed", { name }),
      onDone: () => navigate({ to: "/settings/regions" }),
    });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/settings/taxes" search={{ region: id }} />}
      >
        {t("nav.sections.taxes")}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/settings/shipping" search={{ region: id }} />}
      >
        {t("nav.sections.shipping")}
      </Button>
      {may("settings:write") && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={action.isPending}
          onClick={() => void remove()}
        >
          {t("action.remove")}
        </Button>
      )}
    </Group>
  );
}
