import { Fieldset, Grid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { MetadataInput } from "../../../../kit/inputs/metadata-input.tsx";
import { PicturesInput } from "../../../../kit/inputs/pictures-input.tsx";
import { Card } from "../../../../kit/page/section-card.tsx";
import { MediaPicker } from "../../media/media-picker.tsx";
import type { ProductDraft } from "../product-draft.ts";
import { BasicsCard } from "./basics-card.tsx";
import { OrganizeCard } from "./organize-card.tsx";
import { ProductFields } from "./product-fields.tsx";
import { SearchCard } from "./search-card.tsx";
import { ShippingFields } from "./shipping-fields.tsx";
import { VariantsCard } from "./variants-card.tsx";

interface Props {
  /** Another number: what is stored was read again, and inputs with a state of their own begin with it. A new product has none. */
  version?: number;
  draft: ProductDraft;
  update(change: (draft: ProductDraft) => ProductDraft): void;
  titleError: string | null;
  /** Why it was not saved. */
  error: unknown;
}

/** All fields of a product, stored or new. Users without `products:write` can read them. */
export function ProductForm({ version, draft, update, titleError, error }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const mayEdit = may("products:write");
  const onChange = (changed: Partial<ProductDraft>) => update((known) => ({ ...known, ...changed }));
  const addPictures = (urls: string[]) =>
    update(({ images, thumbnail, ...known }) => ({
      ...known,
      images: [...images, ...urls.filter((url) => !images.includes(url))],
      thumbnail: thumbnail ?? urls[0] ?? null,
    }));
  return (
    <Fieldset variant="unstyled" disabled={!mayEdit} {...(!mayEdit && { className: "read-only" })}>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            <BasicsCard version={version} draft={draft} onChange={onChange} titleError={titleError} />
            <Card title={t("pictures.title")}>
              <PicturesInput
                images={draft.images}
                thumbnail={draft.thumbnail}
                mayUpload={may("uploads:write") && mayEdit}
                library={may("uploads:read") && mayEdit && <MediaPicker onChoose={addPictures} />}
                texts={draft.image_texts}
                onChange={onChange}
                onTexts={(image_texts) => onChange({ image_texts })}
              />
            </Card>
            <ProductFields draft={draft} update={update} error={error} />
            <VariantsCard draft={draft} update={update} error={error} />
            <SearchCard draft={draft} onChange={onChange} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <OrganizeCard draft={draft} onChange={onChange} />
            <Card title={t("product.shipping")}>
              <ShippingFields of="product" values={draft} onChange={onChange} />
            </Card>
            <Card title={t("metadata.title")}>
              <MetadataInput
                key={version}
                value={draft.metadata}
                onChange={(metadata) => onChange({ metadata })}
              />
            </Card>
          </Stack>
        </Grid.Col>
      </Grid>
    </Fieldset>
  );
}
