/** Up to this width, as with text at 200 %, the views are folded behind the brand in the top bar; the style sheets use the same value. */
export const narrowWindow = '(max-width: 760px)';
