import type { Customized, Field } from "../../../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../../../graph/custom-fields/declared-fields.ts";
import { SentFields } from "../../../../graph/custom-fields/sent-fields.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { fieldFromCell, PRODUCT_FIELD, VARIANT_FIELD } from "../../batch-jobs/index.ts";
import type { Header } from "../csv/columns.ts";

/** What an import writes into the fields of the shop. */
export interface ImportedFields {
  id: string;
  productId: string;
  entity: "product" | "variant";
  fields: SentCustomFields;
}

const prefixes = { product: PRODUCT_FIELD, variant: VARIANT_FIELD } as const;

/** The columns of a file that are fields of the shop. */
export class FieldColumns {
  private readonly columns: readonly { name: string; field: Field }[];

  constructor(
    private readonly declared: DeclaredFields,
    header: Header,
  ) {
    const all = (["product", "variant"] as const).flatMap((entity) =>
      (declared.of(entity)?.fields ?? []).map((field) => ({ name: prefixes[entity] + field.name, field })),
    );
    this.columns = all.filter(({ name }) => header.has(name));
  }

  has(name: string): boolean {
    return this.columns.some((column) => column.name === name);
  }

  /** An empty cell clears a field, unless it is required. What plugins compute is in exports, and stays as it is. */
  read(
    entity: Extract<Customized, "product" | "variant">,
    { header, cells, isNew }: { header: Header; cells: readonly string[]; isNew: boolean },
  ): SentCustomFields | undefined {
    const own = this.columns.filter(({ field }) => field.entity_name === entity && !field.computed);
    const values = own.flatMap(({ name, field }) => {
      const value = fieldFromCell(field, header.cell(cells, name), name);
      return value === null && (field.required || isNew) ? [] : [[field.name, value]];
    });
    const to = { entity, isNew, isStorefront: false, path: "custom_fields" };
    const sent = values.length > 0 ? Object.fromEntries(values) : undefined;
    return new SentFields(this.declared).read(sent, to);
  }
}
