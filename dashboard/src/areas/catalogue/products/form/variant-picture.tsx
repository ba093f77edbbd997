import { Group, Image, Radio, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  images: readonly string[];
  value: string | null;
  onChange(url: string | null): void;
}

const NONE = "";

/** One of the pictures of the product. */
export function VariantPicture({ images, value, onChange }: Props) {
  const { t } = useTranslation();
  // One that the product no longer has stays until another is chosen.
  const offered = value && !images.includes(value) ? [...images, value] : images;
  if (offered.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("product.variantPicture")}: {t("product.noPictures")}
      </Text>
    );
  return (
    <Radio.Group
      label={t("product.variantPicture")}
      description={t("product.variantPictureHint")}
      value={value ?? NONE}
      onChange={(url) => onChange(url === NONE ? null : url)}
    >
      <Group mt={6} gap="sm">
        <Radio value={NONE} label={t("product.noVariantPicture")} />
        {offered.map((url, index) => (
          <Radio
            key={url}
            value={url}
            aria-label={t("pictures.picture", { number: index + 1 })}
            label={<Image src={url} alt="" w={56} h={56} fit="contain" />}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
