/** A text of at most `most` UTF-16 code units. A longer one is cut, never inside a surrogate pair, and ends with an ellipsis. */
export const clipped = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
