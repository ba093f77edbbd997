import { Alert, Button, Fieldset, Group, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { customerQuery } from "../../../data/people/customer.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { countriesOf, regionCountriesQuery } from "../../../data/shop/shop-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import { useFormat } from "../../../kit/format/format.ts";
import {
  AddressFields,
  addressBody,
  addressValues,
  isEmptyAddress,
} from "../../../kit/inputs/address-fields.tsx";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { draftOptionsQuery } from "./draft-queries.ts";
import { type ChosenLine, NewLines } from "./new-lines.tsx";

export const newDraftRoute = createLazyRoute("/shell/draft-orders/new")({ component: NewDraftPage });

interface Values {
  email: string;
  region_id: string | null;
  lines: ChosenLine[];
  option_id: string | null;
  price: number | null;
  codes: string[];
  shipping_address: ReturnType<typeof addressValues>;
}

async function createDraft(api: Api, values: Values, customerId: string | undefined): Promise<string> {
  const { email, region_id, lines, option_id, price, codes, shipping_address } = values;
  const address = isEmptyAddress(shipping_address) ? undefined : addressBody(shipping_address);
  const { data } = await api.POST("/admin/draft-orders", {
    body: {
      email: email.trim(),
      region_id: region_id!,
      ...(customerId && { customer_id: customerId }),
      items: lines.map(({ key: _, label: _label, ...line }) => line),
      shipping_methods: [{ option_id: option_id!, ...(price !== null && { price }) }],
      discounts: codes.map((code) => ({ code })),
      ...(address && { shipping_address: address, billing_address: address }),
    },
  });
  return data!.draft_order.id;
}

/** A draft has no effect until it is paid: its page shows the totals. */
function NewDraftPage() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { customer: customerId } = useSearch({ from: "/shell/draft-orders/new" });
  const { data: customer } = useQuery({
    ...customerQuery(api, customerId ?? ""),
    enabled: customerId !== undefined,
  });
  const isSaved = useRef(false);
  const form = useForm<Values>({
    initialValues: {
      email: "",
      region_id: null,
      lines: [],
      option_id: null,
      price: null,
      codes: [],
      shipping_address: addressValues(),
    },
    validate: {
      email: (value) => (value.includes("@") ? null : t("form.emailNeeded")),
      region_id: (value) => (value ? null : t("form.required")),
      lines: (value) => (value.length > 0 ? null : t("drafts.noLines")),
      option_id: (value) => (value ? null : t("form.required")),
    },
  });
  useUnsaved(() => form.isDirty() && !isSaved.current);
  // What is known about the customer is filled in once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is not what changes
  useEffect(() => {
    if (!customer) return;
    const address = addressValues(customer.shipping_addresses[0] ?? customer.billing_address);
    form.setValues({ email: customer.email, shipping_address: address });
  }, [customer]);
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const { country_code: country } = form.values.shipping_address;
  // The customer's country, or a shop with one region, says the region.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is not what changes
  useEffect(() => {
    if (!regions || form.values.region_id) return;
    const found =
      regions.length === 1
        ? regions[0]
        : regions.find(({ id }) => countriesOf(regions, id).includes(country));
    if (found) form.setFieldValue("region_id", found.id);
  }, [regions, country]);
  const work = useMutation({
    mutationFn: (values: Values) =>
      createDraft(api, values, customer?.email === values.email ? customerId : undefined),
    async onSuccess(id) {
      isSaved.current = true;
      await queryClient.invalidateQueries({ queryKey: ["drafts"] });
      await navigate({ to: "/draft-orders/$id", params: { id } });
    },
  });
  return (
    <Stack maw={820}>
      <BackLink to="/draft-orders">{t("drafts.back")}</BackLink>
      <PageTitle>{t("drafts.new")}</PageTitle>
      <form onSubmit={form.onSubmit((values) => work.mutate(values))} noValidate>
        <Stack>
          <DraftFields form={form} />
          {work.error && (
            <Alert color="red" role="alert">
              {messageOf(work.error, t)}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={work.isPending}>
              {t("drafts.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

type FormPart = Pick<
  UseFormReturnType<Values>,
  "values" | "errors" | "getInputProps" | "setValues" | "setFieldValue"
>;

function DraftFields({ form }: { form: FormPart }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const { region_id: regionId, lines } = form.values;
  const currency = regions?.find(({ id }) => id === regionId)?.currency_code;
  const { data: options = [] } = useQuery({
    ...draftOptionsQuery(api, regionId ?? ""),
    enabled: regionId !== null,
  });
  return (
    <>
      <Group align="flex-start" grow>
        <TextInput label={t("customers.email")} type="email" {...form.getInputProps("email")} />
        <Select
          label={t("orders.region_id")}
          data={(regions ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("region_id")}
          onChange={(id) => form.setValues({ region_id: id, option_id: null, lines: [] })}
          allowDeselect={false}
        />
      </Group>
      {regionId && currency && (
        <>
          <NewLines
            context={{ region_id: regionId, currency_code: currency }}
            lines={lines}
            error={form.errors["lines"]}
            onChange={(changed) => form.setFieldValue("lines", changed)}
          />
          <Group align="flex-start" grow>
            <Select
              label={t("drafts.shipping")}
              data={options.map(({ id, name, amount }) => ({
                value: id,
                label: [name, amount === null ? null : format.money(amount, currency)]
                  .filter(Boolean)
                  .join(" · "),
              }))}
              allowDeselect={false}
              {...form.getInputProps("option_id")}
            />
            {may("payments:write") && (
              <MoneyInput
                label={t("drafts.shippingPrice")}
                placeholder={t("flow.shippingPriceHelp")}
                currency={currency}
                value={form.values.price}
                onChange={(price) => form.setFieldValue("price", price)}
              />
            )}
          </Group>
          <TagsInput
            label={t("drafts.codes")}
            description={t("drafts.codesHelp")}
            acceptValueOnBlur
            {...form.getInputProps("codes")}
          />
          <Fieldset legend={t("order.shippingAddress")}>
            <AddressFields
              countries={countriesOf(regions, regionId)}
              propsOf={(field) => form.getInputProps(`shipping_address.${field}`)}
            />
          </Fieldset>
        </>
      )}
    </>
  );
}
