/** Everything but tab and line end that steers a terminal, and what turns the direction of reading: embeddings, overrides and isolates. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are looked for
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text that neither steers a terminal nor reads otherwise than it is written: control characters and bidirectional overrides stand as `\u001b`.
 * They are strings' contents alone in JSON, and there this is another spelling of the same value.
 */
export const visible = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
