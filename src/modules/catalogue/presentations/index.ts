export {
  emptyPresentation,
  type Presentation,
  type PresentationChanges,
  withChanges as withPresentationChanges,
} from "./presentation.ts";
export { findPresentations, savePresentations } from "./presentation-store.ts";
