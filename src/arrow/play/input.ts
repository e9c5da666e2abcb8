import type { ArrowId, ArrowValue, ArrowVariable } from '../document'
import { inWords, leadingInteger } from './coercion'
import type { PlayDraft } from './draft'
import type { InputView } from './events'
import { searchPattern } from './pattern'
import type { Playable, PlayableNode } from './playable'
import { MAX_TEXT, type PlayValue } from './state'

/** A user input's variable and the limits of its value. */
export interface Asked {
  id: ArrowId
  variable: ArrowVariable
  custom: readonly ArrowValue[]
}

/** The variable of a user input; undefined if it has none. */
export function askedBy(doc: Playable, { node }: PlayableNode): Asked | undefined {
  const id = leadingInteger(node.data['variable'], -1)
  const variable = doc.document.resources.variables.get(id)
  const custom = node.data['custom']
  return variable && { id, variable, custom: Array.isArray(custom) ? custom : [] }
}

/** Throws where the runtime can't show an input; reports a problem for an invalid pattern. */
export function checkInputNode(draft: PlayDraft, playable: PlayableNode): void {
  const asked = askedBy(draft.doc, playable)
  const { id } = playable
  if (asked?.variable.type !== 'str') return
  const pattern = asked.custom[0]
  if ((pattern === undefined || pattern === null) && draft.compat)
    draft.broken(id, '', `Cannot read properties of ${pattern === null ? 'null' : 'undefined'} (reading 'length')`)
  else if (typeof pattern === 'string' && searchPattern(pattern, '') === 'invalid')
    draft.broken(
      id,
      `The pattern of input ${draft.name(id)} is invalid, so any text is accepted: ${inWords(pattern)}. Correct the pattern.`,
      `Invalid regular expression: /${pattern}/g`
    )
}

/** The checked value of the player's input. `refused` says why it isn't accepted. */
export type InputAnswer = { value: PlayValue } | { refused: string }

/** Parses the player's text, number or boolean, possibly as text. Unusable limits are ignored; the runtime (`compat`) then refuses all numbers. */
export function answerTo(draft: Pick<PlayDraft, 'compat'>, { variable, custom }: Asked, input: PlayValue): InputAnswer {
  switch (variable.type) {
    case 'bool':
      return {
        value: typeof input === 'boolean' ? input : /^(?:true|yes|y|1)$/i.test(String(input).trim()) || String(input) === customText(custom[1])
      }
    case 'num':
      return numberAnswer(draft.compat, custom, input)
    default:
      return textAnswer(draft.compat, custom, String(input))
  }
}

const customText = (value: ArrowValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

function textAnswer(compat: boolean, [pattern]: readonly ArrowValue[], text: string): InputAnswer {
  if (text.length > MAX_TEXT) return { refused: `Give a text of at most ${MAX_TEXT} characters.` }
  if (typeof pattern !== 'string') return compat && pattern !== undefined ? { refused: 'The runtime refuses every text here.' } : { value: text }
  if (pattern === '') return { value: text }
  const match = searchPattern(pattern, text)
  if (match === 'invalid') return { value: text }
  if (match === 'given-up') return { refused: 'This text takes too long to check against the pattern. Give a shorter one.' }
  return match !== 'none' && match.start === 0 && match.end === text.length ? { value: text } : { refused: `Give a text that matches ${pattern}.` }
}

function numberAnswer(compat: boolean, custom: readonly ArrowValue[], input: PlayValue): InputAnswer {
  const text = String(input).trim()
  // A browser's number field contains only numbers; the runtime keeps the integer part.
  const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? (compat ? Number.parseInt(text, 10) : Number(text)) : Number.NaN
  if (!Number.isInteger(number) || (!compat && !Number.isSafeInteger(number))) return { refused: 'Give a whole number.' }
  const [min, max, step] = custom
  const usable = Number.isInteger(min) && Number.isInteger(max) && Number.isInteger(step) && Number(min) <= Number(max)
  if (!usable)
    return compat ? { refused: 'The runtime refuses every number here: the limits are not whole numbers. Skip the input.' } : { value: number + 0 }
  const inRange = number >= Number(min) && number <= Number(max)
  const onStep = min === max || step === 0 || (number - Number(min)) % Number(step) === 0
  return inRange && onStep ? { value: number + 0 } : { refused: rangeWords(Number(min), Number(max), Number(step)) }
}

function rangeWords(min: number, max: number, step: number): string {
  if (min === max) return `Give ${min}.`
  return Math.abs(step) > 1 ? `Give a number from ${min} to ${max} in steps of ${Math.abs(step)}.` : `Give a number from ${min} to ${max}.`
}

/** The initial value of an input. */
export function offeredBy({ variable, custom }: Asked): PlayValue {
  switch (variable.type) {
    case 'bool':
      return custom.length >= 3 ? Boolean(custom[2]) : true
    case 'num':
      return Number.isInteger(custom[3]) ? Number(custom[3]) : 0
    default:
      return typeof custom[1] === 'string' ? custom[1].replaceAll(/[\r\n]/g, '') : ''
  }
}

/** An input as a form field, with its initial value. Missing limits read "undefined", as in the runtime. */
export function inputView(draft: Pick<PlayDraft, 'compat'>, asked: Asked): InputView {
  const { variable, custom } = asked
  const offered = offeredBy(asked)
  const valid = 'value' in answerTo(draft, asked, offered) ? 'true' : 'false'
  if (variable.type === 'bool') return { type: 'checkbox', value: Boolean(offered), valid }
  if (variable.type === 'num') {
    const limit = (index: number, otherwise: string): string => (Number.isInteger(custom[index]) ? String(Number(custom[index])) : otherwise)
    return { type: 'number', value: String(offered), min: limit(0, 'undefined'), max: limit(1, 'undefined'), step: limit(2, '1'), valid }
  }
  const pattern = custom[0] === '' ? {} : { pattern: typeof custom[0] === 'string' ? custom[0] : 'undefined' }
  return { type: 'text', value: String(offered), ...pattern, placeholder: typeof custom[2] === 'string' ? custom[2] : '', valid }
}
