import { attempt } from '../base/attempt'
import { isObject, own, type Json, type JsonObject } from '../base/json'
import { MAX_PLAN_CHARACTERS } from './plan'

/** The maximum nesting of lists and maps in a plan. */
const MAX_DEPTH = 100

/** The value in a plan's text and a sentence about its repair, or a sentence about why it can't be parsed. */
export type PlanText = { value: Json; repaired?: string; problem?: undefined } | { problem: string; value?: undefined }

/**
 * Reads a plan's text as JSON. Text around the plan and superfluous commas are ignored. A plan that is truncated within its actions loses the incomplete
 * one; each of the others then waits for the one before it. Never throws.
 */
export function readPlanText(text: string): PlanText {
  if (text.length > MAX_PLAN_CHARACTERS) return { problem: `The plan is longer than ${MAX_PLAN_CHARACTERS} characters. Send a shorter one.` }
  if (text.trim() === '') return { problem: 'The plan is empty. Send it as JSON, with `actions`.' }
  const from = text.indexOf('{')
  if (from < 0) return { problem: "The plan isn't JSON. Send it as one JSON object, with `actions`." }
  const found = scan(text, from)
  if (found.depth > MAX_DEPTH) return { problem: `The plan nests deeper than ${MAX_DEPTH} levels. Send a simpler one.` }
  const whole = parse(text)
  if (whole !== undefined) return { value: whole }
  if (found.end === undefined) return cutOff(text, from, found.lastAction)
  const value = parse(found.json)
  if (value === undefined) return { problem: "The plan isn't JSON. Send it as one JSON object, with `actions`." }
  const repairs = [
    ...(text.slice(0, from).trim() === '' && text.slice(found.end).trim() === '' ? [] : ['the text around it was left out']),
    ...(found.commas > 0 ? ['commas before a closing bracket were left out'] : [])
  ]
  return { value, repaired: `The plan wasn't JSON alone: ${repairs.join(', and ') || 'it was repaired'}.` }
}

const parse = (text: string): Json | undefined => attempt(() => JSON.parse(text) as Json, undefined)

interface Scanned {
  depth: number
  /** The object up to where it closes, without commas before a closing bracket. */
  json: string
  /** The position after the object; undefined if the text ends before it. */
  end: number | undefined
  commas: number
  /** The text up to the end of the last complete action, if it ends within the list of actions. */
  lastAction: string | undefined
}

/** Scans an object from its first brace, without parsing its values. */
function scan(text: string, from: number): Scanned {
  const stack: string[] = []
  const pieces: string[] = []
  let [depth, commas, kept] = [0, 0, from]
  let key = ''
  let lastAction: number | undefined
  const done = (end: number | undefined, at: number): Scanned => {
    pieces.push(text.slice(kept, at))
    const isInActions = key === 'actions' && stack.length >= 2 && stack[1] === '['
    return {
      depth,
      json: pieces.join(''),
      end,
      commas,
      lastAction: end === undefined && isInActions ? actionsUpTo(text, from, lastAction) : undefined
    }
  }
  for (let i = from; i < text.length; i++) {
    const sign = text[i] as string
    if (sign === '"') {
      const end = endOfText(text, i)
      if (end === undefined) return done(undefined, text.length)
      if (stack.length === 1 && /^\s*:/.test(text.slice(end, end + 20))) key = text.slice(i + 1, end - 1)
      i = end - 1
    } else if (sign === '{' || sign === '[') depth = Math.max(depth, stack.push(sign))
    else if (sign === '}' || sign === ']') {
      stack.pop()
      if (stack.length === 2 && sign === '}') lastAction = i + 1
      if (stack.length === 0) return done(i + 1, i + 1)
    } else if (sign === ',' && /^,\s*[}\]]/.test(text.slice(i, i + 200))) {
      pieces.push(text.slice(kept, i))
      kept = i + 1
      commas++
    }
  }
  return done(undefined, text.length)
}

const actionsUpTo = (text: string, from: number, end: number | undefined): string | undefined =>
  end === undefined ? undefined : text.slice(from, end)

/** The position after the text that begins at a quotation mark; undefined if it doesn't end. */
function endOfText(text: string, from: number): number | undefined {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return undefined
}

const CUT_OFF = 'The plan ends before it is complete. Send a shorter one.'

/** The complete actions of a truncated plan. The dependencies after them are unknown, so each action waits for the one before. */
function cutOff(text: string, from: number, upTo: string | undefined): PlanText {
  if (upTo === undefined) return { problem: CUT_OFF }
  const { json } = scan(`${upTo}]}`, 0)
  const value = parse(json)
  if (!isObject(value)) return { problem: CUT_OFF }
  const actions = own(value, 'actions')
  const ids = Array.isArray(actions) ? actions.flatMap((one) => (isObject(one) && typeof one['actionId'] === 'string' ? [one['actionId']] : [])) : []
  const dependencies: JsonObject = Object.fromEntries(ids.slice(1).map((id, i) => [id, [ids[i] as string]]))
  return {
    value: own(value, 'dependencies') === undefined ? { ...value, dependencies } : value,
    repaired: 'The plan was cut off: its last action was left out, and those before are done one after the other.'
  }
}
