import { Alert, Button, Fieldset, Group, Select, SimpleGrid, Stack, TagsInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { customerQuery } from "../../../data/people/customer.ts";
import { knownCustomerQuery } from "../../../data/people/known-customer.ts";
import { type FieldValues, sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { DeliveryOptionsSelect } from "../../../data/shop/delivery-options-select.tsx";
import { useRegionPrices } from "../../../data/shop/region-prices.ts";
import { countriesOf, regionCountriesQuery } from "../../../data/shop/shop-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { refusedCustomField } from "../../../kit/form/refused-field.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import {
  AddressFields,
  addressBody,
  addressValues,
  isEmptyAddress,
  isSameAddress,
} from "../../../kit/inputs/address-fields.tsx";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { CustomerEmail } from "./customer-email.tsx";
import { type ChosenLine, NewLines, valueOfNew } from "./new-lines.tsx";
import { WithoutRegion } from "./without-region.tsx";

export const newDraftRoute = createLazyRoute("/shell/draft-orders/new")({ component: NewDraftPage });

interface Values {
  email: string;
  region_id: string | null;
  lines: ChosenLine[];
  option_id: string | null;
  price: number | null;
  codes: string[];
  shipping_address: ReturnType<typeof addressValues>;
  custom_fields: FieldValues;
}

async function createDraft(api: Api, values: Values, customerId: string | undefined): Promise<string> {
  const { email, region_id, lines, option_id, price, codes, shipping_address, custom_fields } = values;
  const address = isEmptyAddress(shipping_address) ? undefined : addressBody(shipping_address);
  const { data } = await api.POST("/admin/draft-orders", {
    body: {
      email: email.trim(),
      region_id: region_id!,
      ...(customerId && { customer_id: customerId }),
      ...sentFields([], null, custom_fields),
      items: lines.map(({ key: _, label: _label, gross: _gross, ...line }) => line),
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
  const fields = useCustomFields("cart");
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
      custom_fields: valuesOf(fields, null),
    },
    validate: {
      email: (value) => (value.includes("@") ? null : t("form.emailNeeded")),
      region_id: (value) => (value ? null : t("form.required")),
      lines: (value) => (value.length > 0 ? null : t("drafts.noLines")),
      option_id: (value) => (value ? null : t("form.required")),
    },
  });
  useUnsaved(() => form.isDirty() && !isSaved.current);
  const [typedEmail] = useDebouncedValue(form.values.email, 200);
  const { data: known } = useQuery(knownCustomerQuery(api, typedEmail));
  const { data: customer } = useQuery({
    ...customerQuery(api, known?.id ?? customerId ?? ""),
    enabled: known ? true : customerId !== undefined,
  });
  const filledIn = useRef(form.values.shipping_address);
  // What is known about the customer is filled in, and goes with the customer; an address that was typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is not what changes
  useEffect(() => {
    if (customer && form.values.email === "") form.setFieldValue("email", customer.email);
    if (!isSameAddress(form.values.shipping_address, filledIn.current)) return;
    filledIn.current = addressValues(customer?.shipping_addresses[0] ?? customer?.billing_address);
    form.setFieldValue("shipping_address", filledIn.current);
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
    async mutationFn(values: Values) {
      const found = await queryClient.fetchQuery(knownCustomerQuery(api, values.email));
      return createDraft(api, values, found?.id);
    },
    onError(error) {
      const name = refusedCustomField(error);
      if (name && !/items/.test(messageOf(error, t)))
        form.setFieldError(`custom_fields.${name}`, messageOf(error, t));
    },
    async onSuccess(id) {
      isSaved.current = true;
      await queryClient.invalidateQueries({ queryKey: ["drafts"] });
      await navigate({ to: "/draft-orders/$id", params: { id } });
    },
  });
  if (regions?.length === 0) return <WithoutRegion />;
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
  const may = useMay();
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const { region_id: regionId, lines } = form.values;
  const currency = regions?.find(({ id }) => id === regionId)?.currency_code;
  const goods = valueOfNew(lines, useRegionPrices(regionId));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: "end" }}>
        <CustomerEmail {...form.getInputProps("email")} />
        <Select
          label={t("orders.region_id")}
          data={(regions ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("region_id")}
          onChange={(id) => form.setValues({ region_id: id, option_id: null, lines: [] })}
          allowDeselect={false}
        />
      </SimpleGrid>
      {regionId && currency && (
        <>
          <NewLines
            context={{ region_id: regionId, currency_code: currency }}
            lines={lines}
            error={form.errors["lines"]}
            onChange={(changed) => form.setFieldValue("lines", changed)}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <DeliveryOptionsSelect
              label={t("drafts.shipping")}
              regionId={regionId}
              currency={currency}
              goods={form.values.price === null ? goods : null}
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
          </SimpleGrid>
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
          <FormFields entity="cart" form={form} />
        </>
      )}
    </>
  );
}
