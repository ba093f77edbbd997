import { type FormRulesRecord, type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { DialogContext } from "../dialogs/dialog-context.ts";
import { refusedCustomField, refusedField } from "./refused-field.ts";
import { useUnsaved } from "./use-unsaved.ts";

type Fields = Record<string, unknown>;

interface Options<Values extends Fields, Saved> {
  /** What is stored. */
  values: Values;
  validate?: FormRulesRecord<Values>;
  save(values: Values): Promise<Saved>;
  /** The first keys of the queries that show what is saved. */
  refresh: readonly string[];
  /** The `updated_at` of the row that was read, and how to read it again: another user may have changed it meanwhile. */
  version?: { read: string; now(): Promise<string> };
  /** The field of a refusal whose message does not begin with it. */
  fieldOf?(message: string): (keyof Values & string) | undefined;
  onSaved?(saved: Saved): unknown;
  /** The notification after it is saved. */
  saved?: string;
}

export class ChangedMeanwhile extends Error {}

export interface EditedForm<Values extends Fields> {
  form: UseFormReturnType<Values>;
  submit(event?: React.FormEvent<HTMLFormElement>): void;
  isSaving: boolean;
  /** Why it was not saved, if no field is the reason. */
  error: unknown;
  /** Saves although another user changed the row. */
  overwrite(): void;
  /** Takes what is stored. */
  discard(): void;
}

/** A form for something that is stored: it warns before changes are lost, and shows refusals at their field. */
export function useEditForm<Values extends Fields, Saved>(
  options: Options<Values, Saved>,
): EditedForm<Values> {
  const { values, validate, save, refresh, version, fieldOf, onSaved } = options;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const dialog = use(DialogContext);
  const form = useForm<Values>({ initialValues: values, ...(validate && { validate }) });
  const read = useRef(version?.read);
  const isDirty = () => form.isDirty();
  useUnsaved(isDirty);
  useEffect(() => {
    if (dialog) dialog.isDirty.current = isDirty;
  });
  const take = (stored: Values) => {
    read.current = version?.read;
    form.setInitialValues(stored);
    form.setValues(stored);
    form.clearErrors();
  };
  const stored = JSON.stringify(values);
  // What others save is shown, unless something was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are compared by what they say
  useEffect(() => {
    if (!form.isDirty()) take(values);
  }, [stored, version?.read]);
  const work = useMutation({
    async mutationFn({ given, force }: { given: Values; force: boolean }) {
      if (version && !force && (await version.now()) !== read.current) throw new ChangedMeanwhile();
      return save(given);
    },
    async onSuccess(result, { given }) {
      form.setInitialValues(given);
      form.resetDirty();
      dialog?.close();
      notifications.show({ message: options.saved ?? t("form.saved") });
      await onSaved?.(result);
      await Promise.all(refresh.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
    onError(error) {
      const message = messageOf(error, t);
      const ofShop = "custom_fields" in values ? refusedCustomField(error) : undefined;
      const field = ofShop
        ? `custom_fields.${ofShop}`
        : (fieldOf?.(message) ?? refusedField(error, Object.keys(values)));
      if (field !== undefined) form.setFieldError(field, message);
    },
  });
  const isAtField = work.error !== null && Object.keys(form.errors).length > 0;
  return {
    form,
    submit: form.onSubmit((given) => work.mutate({ given, force: false })),
    isSaving: work.isPending,
    error: isAtField ? null : work.error,
    overwrite: () => work.mutate({ given: form.getValues(), force: true }),
    discard() {
      work.reset();
      take(values);
      void Promise.all(refresh.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
  };
}
