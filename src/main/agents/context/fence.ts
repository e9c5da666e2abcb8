/** Characters that open a tag, and characters that look the same. */
const OPENING = /[<\ufe64\uff1c]/g
/** Invisible characters, which can hide text from a human reader. The two that some scripts need for joining letters are kept. */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** Makes a story's text safe for a prompt: one kind of line break, no invisible characters, nothing that could be a tag. */
export function defused(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(UNSEEN, '')
    .replace(OPENING, '‹')
}

/** The maximum number of characters used of one text, and of one line. No piece has room for more. */
const MAX_TEXT_CHARS = 20_000
const MAX_LINE_CHARS = 2000
/** The maximum number of list entries in a piece. */
export const MAX_LISTED = 100

/** Like `defused`, on one line. */
export const defusedLine = (text: string): string => defused(text.slice(0, MAX_LINE_CHARS)).replace(/\s+/g, ' ').trim()

/** A name with the id in brackets, or the id alone if that is the name. */
export const nameWithId = (name: string, id: string): string => (name === id ? defusedLine(id) : `${defusedLine(name)} (${defusedLine(id)})`)

/** Like `defused`, with every line after the first one indented, so that no line of it can be taken for one of ours. */
export const setIn = (text: string): string => defused(text.slice(0, MAX_TEXT_CHARS)).trim().replace(/\n+/g, '\n  ')

/** A Markdown text without the title that it begins with, if that is the name; another title becomes its first sentence. */
export function untitled(text: string, name: string): string {
  const [, title, rest = ''] = /^\s*# +([^\n]+?)\s*(?:\n+([^]*))?$/.exec(text) ?? []
  if (title === undefined) return text
  return title === name ? rest : `${title}. ${rest}`
}

/**
 * Puts a text of the story between two marks that name the piece: the model is told to treat everything between them as content, never as
 * instructions. The designer's direction has another mark, and is followed within the rules. Nothing inside can look like a mark, because `defused`
 * removes every character that opens one. Results of tools are fenced in the same way.
 */
export function fenced(id: string, text: string, mark: 'story' | 'direction' = 'story'): string {
  return `<${mark} piece="${defusedLine(id).replace(/"/g, "'")}">\n${defused(text)}\n</${mark}>`
}
