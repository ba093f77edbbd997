import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../kit/api/api.ts";
import { type Conflict, isEqual, merged, withValueAt } from "../../../../kit/form/merge.ts";
import { useUnsaved } from "../../../../kit/form/use-unsaved.ts";
import { draftOf, type Product, type ProductDraft, withKeys } from "../product-draft.ts";
import { productQuery } from "../product-queries.ts";
import { saveProduct } from "../save-product.ts";
import { useShopFields } from "../use-shop-fields.ts";
import type { Choice } from "./conflict-panel.tsx";

interface State {
  /** Changes when the form has to begin anew: inputs with a state of their own begin with what is stored. */
  version: number;
  /** As it was stored when it was read. */
  base: ProductDraft;
  draft: ProductDraft;
}

/** What was changed by both: nothing is saved until a person has decided. */
interface Undecided extends Omit<State, "version"> {
  conflicts: Conflict[];
}

/** A stored product that is being edited. */
export function useProductEditor(product: Product) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const fields = useShopFields();
  const [state, setState] = useState<State>(() => {
    const stored = draftOf(product, fields);
    return { version: 0, base: stored, draft: stored };
  });
  const [undecided, setUndecided] = useState<Undecided | null>(null);
  const isDirty = !isEqual(state.base, state.draft);
  useUnsaved(isDirty);
  const readAgain = () => queryClient.fetchQuery({ ...productQuery(api, product.id), staleTime: 0 });
  const begin = (base: ProductDraft, draft: ProductDraft) =>
    setState(({ version }) => ({ version: version + 1, base, draft }));
  // What others saved is shown, unless something is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was read anew counts
  useEffect(() => {
    const stored = draftOf(product, fields);
    if (!isDirty && !isEqual(stored, state.base)) begin(stored, stored);
  }, [product, fields]);
  const work = useMutation({
    async mutationFn({ base, draft }: Pick<State, "base" | "draft">): Promise<Undecided | null> {
      const stored = await readAgain();
      const theirs = draftOf(stored, fields);
      const { value, conflicts } = merged({ base, mine: draft, theirs });
      if (conflicts.length > 0) return { base: theirs, draft: value, conflicts };
      const ids = new Map<string, string>();
      try {
        await saveProduct({ api, product: stored, from: theirs, to: value, ids });
      } catch (error) {
        // What is saved already is no change any more; what is left stays in the form.
        begin(draftOf(await readAgain(), fields), withKeys(value, ids));
        throw error;
      }
      const saved = draftOf(await readAgain(), fields);
      begin(saved, saved);
      return null;
    },
    async onSuccess(found) {
      setUndecided(found);
      if (found) return;
      notifications.show({ message: t("form.saved") });
      await Promise.all(
        ["products", "product-tags", "product-types"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  const update = useCallback(
    (change: (draft: ProductDraft) => ProductDraft) =>
      setState((state) => ({ ...state, draft: change(state.draft) })),
    [],
  );
  const decide = (choices: Choice[]) => {
    if (!undecided) return;
    const { base, conflicts } = undecided;
    const draft = conflicts.reduce(
      (known, { path, theirs }, index) =>
        choices[index] === "theirs" ? withValueAt(known, path, theirs) : known,
      undecided.draft,
    );
    begin(base, draft);
    work.mutate({ base, draft });
  };
  return {
    ...state,
    isDirty,
    update,
    save: () => work.mutate(state),
    isSaving: work.isPending,
    error: work.error,
    conflicts: undecided?.conflicts ?? null,
    decide,
    forgetConflicts: () => setUndecided(null),
    async discard() {
      const stored = draftOf(await readAgain(), fields);
      setUndecided(null);
      work.reset();
      begin(stored, stored);
    },
  };
}
