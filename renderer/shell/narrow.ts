/** Up to this width, as with text at 200 %, the views are folded behind the brand in the top bar; the style sheets say the same. */
export const narrowWindow = '(max-width: 760px)';
