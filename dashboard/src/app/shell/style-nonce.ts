import { setNonce } from "get-nonce";

/** The policy of the page allows styles that carry the nonce of this answer. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

// For the library that stops the page behind a dialog from scrolling.
setNonce(nonce);

export const styleNonce = () => nonce;
