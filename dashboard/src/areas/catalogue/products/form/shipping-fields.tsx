import { NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCountries } from "../../../../kit/inputs/countries.ts";
import { CUSTOMS, MEASURES, type ShippingFacts } from "../product-draft.ts";

interface Props {
  facts: ShippingFacts;
  onChange(changed: Partial<ShippingFacts>): void;
}

/** Measures and what customs want to know, of a product or a variant. */
export function ShippingFields({ facts, onChange }: Props) {
  const { t } = useTranslation();
  const { countries } = useCountries();
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {MEASURES.map((name) => (
          <NumberInput
            key={name}
            label={t(`product.fields.${name}`)}
            value={facts[name] ?? ""}
            onChange={(value) => onChange({ [name]: value === "" ? null : Number(value) })}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            suffix={name === "weight" ? " g" : " mm"}
            hideControls
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CUSTOMS.map((name) =>
          name === "origin_country" ? (
            <Select
              key={name}
              label={t(`product.fields.${name}`)}
              data={countries}
              value={facts[name] || null}
              onChange={(country) => onChange({ [name]: country ?? "" })}
              searchable
              clearable
              nothingFoundMessage={t("find.nothing")}
            />
          ) : (
            <TextInput
              key={name}
              label={t(`product.fields.${name}`)}
              value={facts[name]}
              onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
              maxLength={255}
            />
          ),
        )}
      </SimpleGrid>
    </>
  );
}
