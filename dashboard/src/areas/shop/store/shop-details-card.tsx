import { Button, FileButton, Group, Image, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { shopDetailsQuery } from "../../../data/shop/shop-details.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { uploadFile } from "../../../kit/inputs/upload-files.ts";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";

/** What invoices, packing slips and labels say about the shop. */
export function ShopDetailsCard() {
  const { t } = useTranslation();
  const details = useQuery(shopDetailsQuery(useApi()));
  return (
    <Card title={t("settings.paper.title")} text={t("settings.paper.text")}>
      <Loaded of={details}>{(data) => <DetailsForm details={data} />}</Loaded>
    </Card>
  );
}

const TEXTS = [
  "legal_name",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "province",
  "email",
  "phone",
  "tax_number",
  "registration",
] as const;

type Details = Awaited<ReturnType<NonNullable<ReturnType<typeof shopDetailsQuery>["queryFn"]>>>;

function DetailsForm({ details }: { details: Details }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const countries = useCountries();
  const edit = useEditForm({
    values: {
      ...(Object.fromEntries(TEXTS.map((name) => [name, details[name] ?? ""])) as Record<
        (typeof TEXTS)[number],
        string
      >),
      country_code: details.country_code,
      footer: details.footer ?? "",
      logo_key: details.logo_key,
      invoice_prefix: details.invoice_prefix,
      first_invoice_number: details.first_invoice_number as number | string,
    },
    save: ({ first_invoice_number, ...given }) =>
      api.POST("/admin/shop-details", {
        body: { ...given, first_invoice_number: Number(first_invoice_number) || 1 },
      }),
    refresh: ["shop-details"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} name={t("settings.paper.title")} mayEdit={may("settings:write")}>
      {TEXTS.map((name) => (
        <TextInput key={name} label={t(`settings.paper.fields.${name}`)} {...form.getInputProps(name)} />
      ))}
      <Select
        label={t("settings.paper.fields.country_code")}
        data={countries.countries}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("settings.paper.noCountry") }}
        {...form.getInputProps("country_code")}
      />
      <Logo
        shown={form.values.logo_key === details.logo_key ? details.logo_url : null}
        isSet={form.values.logo_key !== null}
        error={form.errors["logo_key"]}
        onChange={(key) => form.setFieldValue("logo_key", key)}
      />
      <TextInput
        label={t("settings.paper.fields.invoice_prefix")}
        maxLength={20}
        {...form.getInputProps("invoice_prefix")}
      />
      <NumberInput
        label={t("settings.paper.fields.first_invoice_number")}
        description={t("settings.paper.firstNumberText")}
        min={1}
        {...form.getInputProps("first_invoice_number")}
      />
      <Textarea label={t("settings.paper.fields.footer")} autosize {...form.getInputProps("footer")} />
    </EditForm>
  );
}

interface LogoProps {
  shown: string | null;
  isSet: boolean;
  error: ReactNode;
  onChange(key: string | null): void;
}

function Logo({ shown, isSet, error, onChange }: LogoProps) {
  const { t } = useTranslation();
  const api = useApi();
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(api, file),
    onSuccess: ({ key }) => onChange(key),
  });
  const problem = error ?? (upload.error && messageOf(upload.error, t));
  return (
    <div>
      <Text fw={500} size="sm" mb={4}>
        {t("settings.paper.logo")}
      </Text>
      {shown && <Image src={shown} alt={t("settings.paper.logo")} h={60} w="auto" fit="contain" mb="xs" />}
      {!shown && isSet && <Text size="sm">{t("settings.paper.logoUploaded")}</Text>}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-md" loading={upload.isPending}>
              {t("settings.paper.chooseLogo")}
            </Button>
          )}
        </FileButton>
        {isSet && (
          <Button variant="default" size="compact-md" onClick={() => onChange(null)}>
            {t("settings.paper.noLogo")}
          </Button>
        )}
      </Group>
      <Text size="sm" c={problem ? "red.8" : "dimmed"} role={problem ? "alert" : undefined}>
        {problem ?? t("settings.paper.logoText")}
      </Text>
    </div>
  );
}
