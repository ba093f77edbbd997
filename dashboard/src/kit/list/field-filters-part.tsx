import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconForms } from "@tabler/icons-react";
import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { type FieldFilter, fieldFilterOf, textOfFilter } from "./field-filters.ts";
import type { RowFields } from "./row-fields.ts";
import { withoutEmpty } from "./search-params.ts";

interface Props extends Pick<RowFields, "Filters"> {
  search: object;
  show(search: object): void;
}

/** A button, and in a line of their own the filters by fields of the shop: there may be many of them. */
export function FieldFiltersPart({ Filters, search, show }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { fields = [], page: _, ...others } = search as { fields?: string[]; page?: number };
  const filters = fields.flatMap((text) => fieldFilterOf(text) ?? []);
  const count = new Set(filters.map(({ name }) => name)).size;
  const [isOpen, { toggle }] = useDisclosure(count > 0);
  const change = (changed: readonly FieldFilter[]) =>
    show(withoutEmpty({ ...others, fields: changed.length > 0 ? changed.map(textOfFilter) : undefined }));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconForms size={16} aria-hidden />}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        {t("table.fields", { count })}
      </Button>
      {isOpen && (
        <Group
          id={id}
          role="group"
          aria-label={t("table.fields", { count: 0 })}
          w="100%"
          gap="sm"
          align="flex-end"
        >
          <Suspense>
            <Filters filters={filters} onChange={change} />
          </Suspense>
        </Group>
      )}
    </>
  );
}
