/**
 * The chart's library makes a number format of the window's language as it is loaded, and fails where that is no language tag, such as
 * `en-US@posix` of a Linux without a locale. Amounts are written by `shared/money/format.ts`, which asks for none.
 */
const tag = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i;

if (!tag.test(navigator.language))
  Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true });
