import { ActionIcon, Badge, Button, Group, Select, Switch, Table } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery, storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { currenciesQuery } from "../shop-queries.ts";

export const currenciesRoute = createLazyRoute("/shell/settings/currencies")({ component: CurrenciesPage });

type Store = Schemas["AdminStoreSettings"];
type Currency = Schemas["Currency"];

function CurrenciesPage() {
  const { t } = useTranslation();
  const may = useMay();
  const store = useQuery(storeQuery(useApi()));
  return (
    <SectionPage title={t("nav.sections.currencies")} text={t("settings.texts.currencies")}>
      <Loaded of={store}>
        {(data) => (
          <Card>
            {may("settings:write") && <AddCurrency store={data} />}
            <CurrencyTable store={data} />
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function AddCurrency({ store }: { store: Store }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: currencies = [] } = useQuery(currenciesQuery(api));
  const action = useAction(["store"]);
  const add = (code: string) =>
    action.start({
      run: () => api.POST("/admin/store/currencies/{code}", { params: { path: { code } } }),
      done: t("settings.currencies.added", { code: code.toUpperCase() }),
    });
  return (
    <Select
      label={t("settings.currencies.add")}
      placeholder={t("settings.currencies.choose")}
      searchable
      value={null}
      maw={360}
      disabled={action.isPending}
      nothingFoundMessage={t("find.nothing")}
      data={currencies
        .filter(({ code }) => !store.currencies.some((known) => known.code === code))
        .map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} · ${name}` }))}
      onChange={(code) => code && void add(code)}
    />
  );
}

function CurrencyTable({ store }: { store: Store }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={300} type="native">
      <Table aria-label={t("nav.sections.currencies")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("settings.currencies.currency")}</Table.Th>
            <Table.Th>{t("settings.currencies.includesTax")}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {store.currencies.map((currency) => (
            <CurrencyRow key={currency.code} currency={currency} store={store} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function CurrencyRow({ currency, store }: { currency: Currency; store: Store }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("settings:write");
  const { data: regions = [] } = useQuery(regionsQuery(api));
  const action = useAction(["store", "currencies", "regions", "first-run"]);
  const code = currency.code.toUpperCase();
  const path = { code: currency.code };
  const isDefault = currency.code === store.default_currency_code;
  const users = regions.filter(({ currency_code }) => currency_code === currency.code);
  const setTax = (includes_tax: boolean) =>
    action.start({
      run: () => api.POST("/admin/currencies/{code}", { params: { path }, body: { includes_tax } }),
      done: t("form.saved"),
    });
  const makeDefault = () =>
    action.start({
      run: () => api.POST("/admin/store", { body: { default_currency_code: currency.code } }),
      done: t("form.saved"),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("settings.currencies.removeTitle", { code }),
        text:
          users.length > 0
            ? t("settings.currencies.removeUsed", { regions: users.map(({ name }) => name).join(", ") })
            : t("settings.currencies.removeText"),
        confirm: t("action.remove"),
      },
      run: () => api.DELETE("/admin/store/currencies/{code}", { params: { path } }),
      done: t("settings.currencies.removed", { code }),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <strong>{code}</strong> {currency.name}
          {isDefault && <Badge variant="light">{t("settings.currencies.default")}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t("settings.currencies.includesTaxOf", { code })}
          checked={currency.includes_tax}
          disabled={!may || action.isPending}
          onChange={({ currentTarget }) => void setTax(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td ta="end">
        {may && !isDefault && (
          <Group gap="xs" justify="end">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t("settings.currencies.makeDefaultOf", { code })}
              disabled={action.isPending}
              onClick={() => void makeDefault()}
            >
              {t("settings.currencies.makeDefault")}
            </Button>
            <ActionIcon
              variant="subtle"
              color="red.8"
              aria-label={t("settings.currencies.removeOf", { code })}
              onClick={() => void remove()}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
