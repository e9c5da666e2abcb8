/** The maximum length of an output, in characters. */
export const MAX_OUTPUT_CHARACTERS = 4 << 20
/** The maximum nesting of lists and maps in an output: about sixty answers within answers. */
export const MAX_DEPTH = 200

/** The value of a text. If it can't be read: the problem in words for its author, and its fault alone, as the end of a sentence about the text. */
export type JsonText = { value: unknown; problem?: undefined } | { value?: undefined; problem: string; fault: string }

const unreadable = (fault: string, remedy: string): JsonText => ({ fault, problem: `The output ${fault}. ${remedy}` })

/** Reads a text as JSON, with a byte order mark or without. Never throws. */
export function readJsonText(file: string): JsonText {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file
  if (text.length > MAX_OUTPUT_CHARACTERS)
    return unreadable(`is longer than ${MAX_OUTPUT_CHARACTERS >> 20} million characters`, 'Ask for a shorter one.')
  if (text.trim() === '') return unreadable('is empty', 'Send the JSON of a narrator output.')
  if (text.trimStart().startsWith('```')) return unreadable('stands in a code fence', 'Send the JSON alone.')
  const { depth, isOpen } = measure(text)
  if (depth > MAX_DEPTH) return unreadable(`nests deeper than ${MAX_DEPTH} levels`, 'Use fewer answers within answers.')
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    if (isOpen) return unreadable('ends before it is complete', 'Ask for a shorter one.')
    return unreadable("isn't JSON", 'Send the JSON of a narrator output alone.')
  }
}

/** How deep a JSON text is nested, and whether it ends inside a text, a list or a map. */
function measure(text: string): { depth: number; isOpen: boolean } {
  let open = 0
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inText) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === BRACKET || code === BRACE) depth = Math.max(depth, ++open)
    else if (code === BRACKET_END || code === BRACE_END) open--
  }
  return { depth, isOpen: inText || open > 0 }
}

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = ['"', '\\', '[', ']', '{', '}'].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number
]
