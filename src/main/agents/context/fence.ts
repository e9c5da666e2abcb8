/** Signs that open a tag, and those that look just like them. */
const OPENING = /[<\ufe64\uff1c]/g
/** Signs nobody sees, which can carry words past a reader's eyes; the two that scripts need for joining letters stay. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** A story's text made safe for a prompt: one kind of line break, no invisible characters, nothing that could be a tag. */
export function defused(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(UNSEEN, '')
    .replace(OPENING, '‹')
}

/** Characters of one text, and of one line, that are looked at: more than any piece has room for. */
const MAX_TEXT_CHARS = 20_000
const MAX_LINE_CHARS = 2000
/** The maximum number of list entries that are written out. */
export const MAX_LISTED = 100

/** The same on one line. */
export const defusedLine = (text: string): string => defused(text.slice(0, MAX_LINE_CHARS)).replace(/\s+/g, ' ').trim()

/** The same with every line after the first set in, so that no line of it can pass for one of ours. */
export const setIn = (text: string): string => defused(text.slice(0, MAX_TEXT_CHARS)).trim().replace(/\n+/g, '\n  ')

/**
 * Story between two marks that bear the piece's name: whatever stands between them is told, never obeyed. The designer's direction has another mark, and is followed within the rules. Nothing inside can
 * look like a mark, because `defused` leaves no sign that opens one. What tools answer is fenced the same way before a model reads it.
 */
export function fenced(id: string, text: string, mark: 'story' | 'direction' = 'story'): string {
  return `<${mark} piece="${defusedLine(id).replace(/"/g, "'")}">\n${defused(text)}\n</${mark}>`
}
