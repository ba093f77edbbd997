/**
 * If what had the focus is gone, such as the button of a step that was made, the focus goes to what opened the dialog, or else to the
 * heading of the page. Otherwise keys and screen readers would begin at the top of the document.
 */
export function catchLostFocus(opener?: Element | null): void {
  // The page is drawn before.
  setTimeout(() => {
    if (hasFocus() || document.querySelector("[aria-modal=true]")) return;
    const next = canHaveFocus(opener) ? opener : document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  }, 50);
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

const canHaveFocus = (opener?: Element | null): opener is HTMLElement =>
  opener instanceof HTMLElement &&
  opener !== document.body &&
  opener.isConnected &&
  !opener.matches(":disabled");
