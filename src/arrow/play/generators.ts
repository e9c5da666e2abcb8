import type { ArrowValue } from '../document'
import { dataOf } from '../node-types'
import { GENERATORS } from '../words'
import { inWords, leadingInteger } from './coercion'
import type { PlayDraft } from './draft'
import type { PlayableNode } from './playable'
import { MAX_TEXT, type PlayValue } from './state'

/** The characters of random texts whose pool is empty. */
const DEFAULT_POOL = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz123456789'

/** The runtime reads the pool's length to show the node. */
const NO_POOL = "Cannot read properties of null (reading 'length')"

/** The most draws for a number that must be odd or even. */
const MAX_DRAWS = 10_000

/** Sets a variable to a random value. Returns whether it was set. */
export function generated(draft: PlayDraft, playable: PlayableNode): boolean {
  const { id, node } = playable
  const variableId = leadingInteger(node.data['variable'], -1)
  const variable = draft.doc.document.resources.variables.get(variableId)
  const method = draft.compat ? node.data['method'] : dataOf(node, 'method')
  if (!variable || typeof method !== 'string' || !Object.hasOwn(GENERATORS[variable.type] ?? {}, method)) {
    const why = variable
      ? `sets “${variable.name}” by a method that doesn’t fit its type. Choose another method.`
      : 'has no variable to set. Choose one.'
    draft.broken(id, `Generator ${draft.name(id)} ${why}`, undefined)
    return false
  }
  const value = methodValue(draft, playable, method, node.data['arguments'])
  return value !== undefined && draft.setVariable(variableId, value, id)
}

function methodValue(draft: PlayDraft, playable: PlayableNode, method: string, argumentList: ArrowValue | undefined): PlayValue | undefined {
  switch (method) {
    case 'randi':
      return randomNumber(draft, playable, argumentList)
    case 'ascii':
      return randomText(draft, playable, argumentList)
    case 'strst':
      return randomPart(draft, argumentList)
    default:
      return Math.floor(draft.draw() * 10) % 2 === 0
  }
}

/** An integer from `from` to `to`. The runtime excludes `to`, and replaces unusable limits by 0 and 100. */
function randomNumber(draft: PlayDraft, { id }: PlayableNode, argumentList: ArrowValue | undefined): number | undefined {
  const [from, to, negative, even, odd]: readonly ArrowValue[] = Array.isArray(argumentList) && argumentList.length === 5 ? argumentList : []
  const usable = isCount(from) && isCount(to)
  if (draft.compat && (!usable || to < 2)) return draft.whole(0, 100)
  if (!usable) {
    draft.broken(
      id,
      `Generator ${draft.name(id)} changes nothing: its limits are ${inWords(argumentList)}. Enter two whole numbers from 0.`,
      undefined
    )
    return undefined
  }
  const last = draft.compat ? to - 1 : Math.max(from, to)
  const parity = Boolean(even) === Boolean(odd) ? undefined : even ? 0 : 1
  if (parity !== undefined && from === last && from % 2 !== parity) {
    draft.problem(
      id,
      `Generator ${draft.name(id)} changes nothing: ${from} is the only number it may draw, and it isn’t ${parity === 0 ? 'even' : 'odd'}.`
    )
    return undefined
  }
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const number = draft.whole(from, last)
    if (parity === undefined || number % 2 === parity) return negative === true ? 0 - number : number
  }
  draft.problem(id, `Generator ${draft.name(id)} found no number of its kind in ${MAX_DRAWS} draws and changes nothing.`)
  return undefined
}

const isCount = (value: ArrowValue | undefined): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** A text of characters of a pool, one draw for each. */
function randomText(draft: PlayDraft, { id }: PlayableNode, argumentList: ArrowValue | undefined): string | undefined {
  const usable = (Array.isArray(argumentList) || (draft.compat && typeof argumentList === 'string')) && argumentList.length === 2
  if (!usable) {
    const runtime = argumentList === undefined || argumentList === null ? NO_POOL : undefined
    draft.broken(id, `Generator ${draft.name(id)} changes nothing: it has no pool and length. Enter them.`, runtime)
    return draft.compat ? '' : undefined
  }
  const [chars, count] = argumentList as readonly ArrowValue[]
  if (chars === null) draft.broken(id, `Generator ${draft.name(id)} has no pool, so it uses letters and digits. Enter characters.`, NO_POOL)
  const pool = typeof chars === 'string' && chars !== '' ? chars : DEFAULT_POOL
  const length = typeof count === 'number' && count >= 1 ? Math.floor(count) : pool.length
  if (length > MAX_TEXT) {
    draft.problem(
      id,
      `Generator ${draft.name(id)} changes nothing: a text may have at most ${MAX_TEXT} characters, not ${length}. Enter a smaller length.`
    )
    return undefined
  }
  let text = ''
  while (text.length < length) text += pool[draft.whole(0, pool.length - 1)] ?? ''
  return text
}

/** One of the parts between `|`, never an empty one; "" without any. */
function randomPart(draft: PlayDraft, argumentList: ArrowValue | undefined): string {
  const parts = typeof argumentList === 'string' ? argumentList.split('|').filter((part) => part !== '') : []
  return parts.length === 0 ? '' : (parts[draft.whole(0, parts.length - 1)] ?? '')
}
