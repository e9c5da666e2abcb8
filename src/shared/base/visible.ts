/** Characters that steer a terminal, except tab and line end, and characters that change the reading direction: embeddings, overrides and isolates. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Text safe to print: control characters and bidirectional overrides become `\u001b`, which in JSON's strings spells the same. */
export const visible = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
