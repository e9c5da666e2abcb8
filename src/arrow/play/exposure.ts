import type { Playable } from './playable'
import { MAX_TEXT, type PlayState } from './state'

type Values = Pick<PlayState, 'variables' | 'tags'>

/** A text with its placeholders replaced. `cut`: it would have exceeded `MAX_TEXT`, so the rest of its placeholders were kept. */
export interface ExposedText {
  text: string
  cut: boolean
}

/** Replaces `{variable}` and `{Character.tag}` by their values, in one pass: a value is never read as a placeholder. Unknown placeholders stay. */
export function expose(text: string, doc: Playable, values: Values): ExposedText {
  if (!text.includes('{')) return { text, cut: false }
  let cut = false
  let grown = text.length
  const exposed = text.replace(/\{([^{}]*)\}/g, (whole, inside: string) => {
    const value = cut ? undefined : placeholderValue(inside, doc, values)
    if (value === undefined) return whole
    grown += value.length - whole.length
    cut = grown > MAX_TEXT
    return cut ? whole : value
  })
  return { text: exposed, cut }
}

function placeholderValue(inside: string, doc: Playable, { variables, tags }: Values): string | undefined {
  const variable = doc.variableNamed.get(inside)
  if (variable !== undefined && Object.hasOwn(variables, variable)) return String(variables[variable])
  // Names may contain dots ("Mr. X"), and so may keys.
  for (let dot = inside.indexOf('.'); dot >= 0; dot = inside.indexOf('.', dot + 1)) {
    const character = doc.characterNamed.get(inside.slice(0, dot))
    const own = character === undefined ? undefined : tags[character]
    const key = inside.slice(dot + 1)
    if (own && Object.hasOwn(own, key)) return own[key]
  }
  return undefined
}

/**
 * The same in the runtime's way: variables one after another, then tags, so that a value that contains a later placeholder is expanded again, and
 * `$&` in a value stands for the placeholder.
 */
export function exposeLikeRuntime(text: string, doc: Playable, { variables, tags }: Values): ExposedText {
  if (!text.includes('{')) return { text, cut: false }
  let exposed = text
  let cut = false
  const replace = (placeholder: string, value: string): void => {
    if (cut || !exposed.includes(placeholder)) return
    cut = exposed.length + growth(exposed, placeholder, value) > MAX_TEXT
    if (!cut) exposed = exposed.replaceAll(placeholder, value)
  }
  for (const [id, { name }] of doc.variables) if (Object.hasOwn(variables, id)) replace(`{${name}}`, String(variables[id]))
  for (const [id, { name }] of doc.characters) for (const [key, value] of Object.entries(tags[id] ?? {})) replace(`{${name}.${key}}`, value)
  return { text: exposed, cut }
}

/** The most characters that a replacement adds. Each `$` of the value may expand to the whole text. */
function growth(text: string, placeholder: string, value: string): number {
  const times = text.split(placeholder).length - 1
  const dollars = value.split('$').length - 1
  return times * (value.length - placeholder.length + dollars * text.length)
}
