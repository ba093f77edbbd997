import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../../kit/api/api.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import type { CustomField } from "./custom-field.ts";
import { findRows, isNamed, type NamedEntity, namesQuery } from "./references.ts";

interface Props {
  field: CustomField;
  label: string;
  description?: string | undefined;
  required?: boolean;
  error?: ReactNode;
  w?: object;
  value: string | null;
  onChange(id: string | null): void;
}

/** A row that is chosen by its name. */
export function ReferenceInput({ field, value, onChange, ...props }: Props) {
  const { references } = field;
  if (isNamed(references))
    return <NamedRow {...props} entity={references} value={value} onChange={onChange} />;
  return (
    <TextInput
      {...props}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || null)}
    />
  );
}

function NamedRow({ entity, value, onChange, ...props }: Omit<Props, "field"> & { entity: NamedEntity }) {
  const api = useApi();
  const { data: names = [] } = useQuery(namesQuery(api, entity, value === null ? [] : [value]));
  return (
    <FoundMultiSelect
      {...props}
      searchKey={["field-rows", entity]}
      find={(text) => findRows(api, entity, text)}
      known={value === null ? [] : [names.find((each) => each.value === value) ?? { value, label: value }]}
      value={value === null ? [] : [value]}
      onChange={(chosen) => onChange(chosen.at(-1) ?? null)}
    />
  );
}
