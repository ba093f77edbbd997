import { Checkbox, Drawer, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FieldInputs } from "../../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useHasLocations } from "../../../../data/stock/stock-locations.ts";
import { inCard } from "../../../../kit/form/described-fields.ts";
import { MetadataInput } from "../../../../kit/inputs/metadata-input.tsx";
import { NumberInput } from "../../../../kit/inputs/number-input.tsx";
import { type ProductDraft, VARIANT_FIELDS, type VariantDraft } from "../product-draft.ts";
import { useShopFields } from "../use-shop-fields.ts";
import { PriceFields } from "./price-fields.tsx";
import { ProductInputs } from "./product-inputs.tsx";
import { ShippingFields } from "./shipping-fields.tsx";
import { VariantPicture } from "./variant-picture.tsx";

interface Props {
  /** Undefined: the drawer is closed. */
  variant: VariantDraft | undefined;
  options: ProductDraft["options"];
  /** The pictures of the product. */
  images: readonly string[];
  /** Why a field of the shop was refused. */
  errorOf(name: string): string | null;
  onChange(changed: Partial<VariantDraft>): void;
  onClose(): void;
}

/** Everything about one variant. It is saved with the product. */
export function VariantDrawer({ variant, onClose, ...fields }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={variant !== undefined}
      onClose={onClose}
      title={variant?.title || t("product.untitled")}
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      {variant && <VariantFields variant={variant} {...fields} />}
    </Drawer>
  );
}

type FieldsProps = Omit<Props, "onClose"> & { variant: VariantDraft };

function VariantFields({ variant, options, images, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("product.savedWithProduct")}
      </Text>
      <TextInput
        label={t("product.fields.title")}
        value={variant.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        required
        data-autofocus
      />
      <SimpleGrid cols={2}>
        {Object.entries(options).map(([key, { title }]) => (
          <TextInput
            key={key}
            label={title || t("product.option")}
            value={variant.options[key] ?? ""}
            onChange={({ currentTarget }) =>
              onChange({ options: { ...variant.options, [key]: currentTarget.value } })
            }
            required
          />
        ))}
        <ProductInputs fields={inCard(VARIANT_FIELDS, "codes")} values={variant} onChange={onChange} />
      </SimpleGrid>
      <VariantPicture images={images} value={variant.image} onChange={(image) => onChange({ image })} />
      <ShopFieldInputs variant={variant} errorOf={errorOf} onChange={onChange} />
      <Section title={t("product.prices")} />
      <PriceFields prices={variant.prices} onChange={(prices) => onChange({ prices })} />
      <Section title={t("products.stock")} />
      <StockFields variant={variant} onChange={onChange} />
      <Section title={t("product.shipping")} />
      <ShippingFields of="variant" values={variant} onChange={onChange} />
      <Section title={t("metadata.title")} />
      <MetadataInput value={variant.metadata} onChange={(metadata) => onChange({ metadata })} />
    </Stack>
  );
}

/** The fields that the shop has declared for variants. */
function ShopFieldInputs({
  variant,
  errorOf,
  onChange,
}: Pick<FieldsProps, "variant" | "errorOf" | "onChange">) {
  const { t } = useTranslation();
  const { variant: fields } = useShopFields();
  if (fields.length === 0) return null;
  return (
    <>
      <Section title={t("customFields.title")} />
      <FieldInputs
        fields={fields}
        values={variant.custom_fields}
        errorOf={errorOf}
        onChange={(name, value) => onChange({ custom_fields: { ...variant.custom_fields, [name]: value } })}
      />
    </>
  );
}

const Section = ({ title }: { title: string }) => (
  <Title order={3} size="h5" mt="sm">
    {title}
  </Title>
);

function StockFields({ variant, onChange }: Pick<Props, "onChange"> & { variant: VariantDraft }) {
  const { t } = useTranslation();
  const hasLocations = useHasLocations();
  return (
    <>
      <Checkbox
        label={t("product.fields.manage_inventory")}
        checked={variant.manage_inventory}
        onChange={({ currentTarget }) => onChange({ manage_inventory: currentTarget.checked })}
      />
      <Checkbox
        label={t("product.fields.allow_backorder")}
        checked={variant.allow_backorder}
        onChange={({ currentTarget }) => onChange({ allow_backorder: currentTarget.checked })}
      />
      {hasLocations ? (
        <Text size="sm" c="dimmed">
          {t("product.stockByLocation", { count: variant.inventory_quantity })}
        </Text>
      ) : (
        <NumberInput
          label={t("product.fields.inventory_quantity")}
          value={variant.inventory_quantity}
          onChange={(quantity) => onChange({ inventory_quantity: Number(quantity) || 0 })}
          disabled={!variant.manage_inventory}
        />
      )}
    </>
  );
}
