import { attempt } from '../base/attempt'
import { isObject, own } from '../base/json'

/** One text of a narrator's output: a speech if it has a speaker. */
export interface ToldText {
  speaker?: string
  text: string
}

/** An output's texts, even of an unfinished or invalid one: dialogue, then the scene's narration, without answers to clicks. Never throws. */
export function toldIn(json: string): ToldText[] {
  const value = closedJson(json)
  if (!isObject(value)) return []
  const scene = own(value, 'scene')
  return [...textsIn(own(value, 'dialogue')), ...(isObject(scene) ? textsIn(own(scene, 'narration')) : [])]
}

function textsIn(list: unknown): ToldText[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown): ToldText[] => {
    if (!isObject(one)) return []
    const [text, speaker] = [own(one, 'text'), own(one, 'speaker')]
    if (typeof text !== 'string' || text.trim() === '') return []
    return [{ text, ...(typeof speaker === 'string' && speaker !== '' ? { speaker } : {}) }]
  })
}

/** The maximum number of open brackets that are closed; a text with more isn't an output. */
const MAX_OPEN = 200

/** The value of a JSON text that may end anywhere; undefined if it can't be read. */
function closedJson(json: string): unknown {
  const text = json.trimStart().replace(/^```\w*\s*/, '')
  const open: string[] = []
  let isInText = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (isInText) {
      if (sign === '\\') i++
      else if (sign === '"') isInText = false
    } else if (sign === '"') isInText = true
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']')
    else if ((sign === '}' || sign === ']') && (open.pop() !== sign || open.length === 0)) return parsed(text.slice(0, i + 1))
  }
  if (open.length > MAX_OPEN) return undefined
  const ends = open.toReversed().join('')
  // A truncated string is closed without an incomplete escape; any other incomplete value is left out.
  const closed = isInText ? `${text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')}"` : text
  const value = parsed(closed + ends)
  if (value !== undefined) return value
  const cut = closed.replace(/,?\s*(?:"(?:[^"\\]|\\.)*"\s*:?\s*[^"{}[\],]*|[^"{}[\],]*)$/s, '')
  return parsed(cut + ends)
}

const parsed = (text: string): unknown => attempt(() => JSON.parse(text) as unknown, undefined)

/** The narration for an output without texts. */
const NOTHING_TOLD = 'The narrator falls silent for a moment, and the story goes on.'

/** The texts of an invalid output as plain narration; if it isn't JSON, the whole text. At most `max` characters. */
export function plainNarration(output: string, nameOf: (id: string) => string, max: number): string {
  const lines = toldIn(output).map(({ speaker, text }) => (speaker === undefined ? text.trim() : `${nameOf(speaker)}: “${text.trim()}”`))
  const bare = output.trim()
  const words = lines.length > 0 ? lines.join('\n\n') : /^[[{`]/.test(bare) ? '' : bare
  return (words.slice(0, max).trim() || NOTHING_TOLD).replace(/[\uD800-\uDBFF]$/, '')
}
