/** The maximum length of an output, in characters. */
export const MAX_OUTPUT_CHARACTERS = 4 << 20
/** The maximum nesting of lists and maps in an output: about sixty answers within answers. */
export const MAX_DEPTH = 200

/** Why a text can't be read as JSON, in a sentence; its value if it can. */
export type JsonText = { value: unknown; problem?: undefined } | { value?: undefined; problem: string }

/** Reads a text as JSON, with a byte order mark or without. Never throws. */
export function readJsonText(file: string): JsonText {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file
  if (text.length > MAX_OUTPUT_CHARACTERS)
    return { problem: `The output is longer than ${MAX_OUTPUT_CHARACTERS >> 20} million characters. Ask for a shorter one.` }
  if (text.trim() === '') return { problem: 'The output is empty. Send the JSON of a narrator output.' }
  if (text.trimStart().startsWith('```')) return { problem: 'The output stands in a code fence. Send the JSON alone.' }
  const { depth, isOpen } = measure(text)
  if (depth > MAX_DEPTH) return { problem: `The output nests deeper than ${MAX_DEPTH} levels. Use fewer answers within answers.` }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    if (isOpen) return { problem: 'The output ends before it is complete. Ask for a shorter one.' }
    return { problem: "The output isn't JSON. Send the JSON of a narrator output alone." }
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
