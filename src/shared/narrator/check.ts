import { z } from 'zod'
import { isObject, own, type Json, type JsonObject } from '../base/json'
import { capitalised } from '../words/labels'
import { everyMisfit } from '../base/schema-errors'
import { Problem } from '../base/problem'
import { checkMutations, type MutationCode } from './check-mutations'
import { readJsonText } from './json-text'
import { keyInText } from './key-in-text'
import { MAX_MUTATIONS } from './mutations'
import { NarratorOutput, NoScene, SceneTree } from './output'
import { forbiddenTexts } from './texts'
import { elapsedMinutes, MIN_SCENE_MINUTES } from './time-elapsed'

/**
 * The rules for a narrator's output. `json`: it is valid JSON. `shape`: every field has its kind of value. `mode`: a conversation has no scene and
 * takes no time; a scene tree takes five minutes or more. `clickable`: clickable words have a line and a result. `key-in-text`: they occur in their
 * text. `mutation`: mutations can be applied. `html`: texts contain no tags.
 */
export type NarratorRule = 'json' | 'shape' | 'mode' | 'clickable' | 'key-in-text' | 'mutation' | 'html'

/** One violation: its position (`narration[2]/eyes/then/lie`; '' for all), the rule, a sentence, and for mutations code and remedy. */
export interface NarratorViolation {
  path: string
  rule: NarratorRule
  message: string
  code?: MutationCode
  fix?: string
}

/** All violations of an output; the output itself if there are none. */
export interface NarratorCheck {
  violations: NarratorViolation[]
  output?: NarratorOutput
  /** The output, if only its mutations have faults: they are applied or refused one by one. */
  told?: Omit<NarratorOutput, 'mutations'>
}

/** Checks a narrator's output. A pure function of the text that never throws. */
export function checkNarratorOutput(text: string): NarratorCheck {
  const read = readJsonText(text)
  if (read.problem !== undefined) return { violations: [{ path: '', rule: 'json', message: read.problem }] }
  const { value } = read
  if (!isObject(value)) return { violations: [{ path: '', rule: 'shape', message: 'The output must be a map with `scene`.' }] }
  const { mutations: said, ...rest } = value
  const violations = forbiddenTexts(rest).map(({ what, keys, message }): NarratorViolation => {
    return { path: pathWords(keys), rule: what === 'html' ? 'html' : 'shape', message }
  })
  const scene = own(value, 'scene')
  const clickable = isObject(scene) ? clickableViolations(scene) : []
  const isScene = isObject(scene) && Object.keys(scene).length > 0
  const fits = (isScene ? SIGNIFICANT : CONVERSATIONAL).safeParse(rest)
  if (!fits.success) violations.push(...everyMisfit(fits.error).map(misfitViolation))
  violations.push(...clickable)
  if (isObject(scene)) checkMode(value, isScene, violations)
  const told = violations.length === 0 && fits.success ? fits.data : undefined
  const mutations = said === undefined ? [] : mutationsIn(said, violations)
  if (!told) return { violations }
  return violations.length > 0 ? { violations, told } : { violations, told, output: { ...told, ...(said === undefined ? {} : { mutations }) } }
}

/** A violation as a line of a list. */
export const violationLine = ({ path, rule, message, fix }: NarratorViolation): string =>
  `${path === '' ? 'the output' : path}: ${message}${fix ? ` ${fix}` : ''} (${rule})`

/** The mutations in an output, or in a list, unchecked until they are applied. Throws Problem `bad-input` for a text without any. */
export function readMutations(text: string): Json[] {
  const { value, problem } = readJsonText(text)
  if (problem !== undefined) throw new Problem('bad-input', problem)
  const items = isObject(value) ? own(value, 'mutations') : value
  if (!Array.isArray(items) || items.length === 0) throw new Problem('bad-input', 'This output contains no mutations. List them under `mutations`.')
  if (items.length > MAX_MUTATIONS)
    throw new Problem('bad-input', `This output has ${items.length} mutations, but the limit is ${MAX_MUTATIONS}. Send fewer.`)
  return items as Json[]
}

/** `mutations` is checked item by item, so it is taken out before; `scene` is checked by the mode of the output. */
const UNCHANGING = NarratorOutput.omit({ scene: true }).extend({ mutations: z.never().optional() })
const SIGNIFICANT = UNCHANGING.extend({ scene: SceneTree })
const CONVERSATIONAL = UNCHANGING.extend({ scene: NoScene })

/** The violations in a scene's clickable words. Renames aliases to their fields: `characters` is `present`, a clickable's `name` `intent`. */
function clickableViolations(scene: JsonObject): NarratorViolation[] {
  const violations: NarratorViolation[] = []
  rename(scene, 'characters', 'present')
  eachClickable(scene, (found) => {
    if (isObject(found.clickable)) rename(found.clickable, 'name', 'intent')
    checkClickable(found, violations)
  })
  return violations
}

function rename(map: JsonObject, from: string, to: string): void {
  const value = own(map, from)
  if (value === undefined || Object.hasOwn(map, to)) return
  map[to] = value
  delete map[from]
}

/** Clickable words: the keys that lead to them, the words, their value, and the text that contains them. */
interface Found {
  /** Valid during the visit. */
  keys: readonly string[]
  words: string
  clickable: Json
  text: Json | undefined
}

/** Visits all clickable words of a scene, at any depth. Skips values of the wrong form, which the schema reports. */
function eachClickable(scene: JsonObject, visit: (found: Found) => void): void {
  const keys = ['scene']
  const within = (steps: readonly string[], work: () => void): void => {
    keys.push(...steps)
    work()
    keys.length -= steps.length
  }
  const inText = (holder: Json | undefined): void => {
    const clickables = isObject(holder) ? own(holder, 'clickable') : undefined
    if (!isObject(holder) || !isObject(clickables)) return
    const text = own(holder, 'text')
    for (const [words, clickable] of Object.entries(clickables))
      within(['clickable', words], () => {
        visit({ keys, words, clickable, text })
        const response = isObject(clickable) ? own(clickable, 'response') : undefined
        if (!isObject(response)) return
        within(['response'], () => inText(response))
        within(['response', 'then'], () => inText(own(response, 'then')))
      })
  }
  for (const part of ['narration', 'voices']) {
    const all = own(scene, part)
    if (Array.isArray(all)) all.forEach((one, i) => within([part, String(i)], () => inText(one)))
  }
}

function checkClickable({ keys, words, clickable, text }: Found, violations: NarratorViolation[]): void {
  if (typeof text === 'string' && !keyInText(text, words)) {
    const near = text.toLowerCase().indexOf(words.toLowerCase())
    const writtenWords = near >= 0 && words.trim() !== '' ? text.slice(near, near + words.length) : ''
    const hint = keyInText(text, writtenWords)
      ? ` The text says “${writtenWords}”.`
      : keyInText(text.normalize(), words.normalize())
        ? ' The text spells them with other Unicode characters. Copy them from there.'
        : ''
    violations.push({
      path: pathWords(keys),
      rule: 'key-in-text',
      message: `“${words.slice(0, 60)}” isn't in the text that it annotates, as whole words.${hint}`
    })
  }
  if (isObject(clickable) && own(clickable, 'response') === undefined && own(clickable, 'waitingMessage') === undefined)
    violations.push({ path: pathWords(keys), rule: 'clickable', message: 'These words lead nowhere: give them a `response` or a `waitingMessage`.' })
}

function checkMode(value: JsonObject, isScene: boolean, violations: NarratorViolation[]): void {
  const wrong = (path: string, message: string): void => void violations.push({ path, rule: 'mode', message })
  const elapsed = own(value, 'time_elapsed')
  const dialogue = own(value, 'dialogue')
  if (!isScene) {
    if (elapsed !== undefined) wrong('time_elapsed', 'A conversation takes no time. Leave out `time_elapsed`, or send a scene tree.')
    if (dialogue === undefined || (Array.isArray(dialogue) && dialogue.length === 0))
      wrong('dialogue', 'A conversation has nothing to say without `dialogue`. Send it, or a scene tree.')
    return
  }
  if (elapsed === undefined) return wrong('time_elapsed', 'A scene tree needs `time_elapsed`, such as "20-30 minutes".')
  if (typeof elapsed !== 'string') return
  const minutes = elapsedMinutes(elapsed)
  if (minutes === undefined)
    wrong('time_elapsed', `“${elapsed.slice(0, 40)}” is not a time. Write one such as "10 minutes", "1-2 hours" or "3 days".`)
  else if (minutes < MIN_SCENE_MINUTES)
    wrong('time_elapsed', `A scene tree takes ${MIN_SCENE_MINUTES} minutes or more. Send shorter things as dialogue with \`scene\`: {}.`)
}

/** The mutations if all are valid, otherwise their faults. */
function mutationsIn(said: Json, violations: NarratorViolation[]): NonNullable<NarratorOutput['mutations']> {
  const wrong = (message: string): void => void violations.push({ path: 'mutations', rule: 'mutation', message })
  if (!Array.isArray(said)) wrong('`mutations` must be a list.')
  const items = Array.isArray(said) ? said : []
  if (items.length > MAX_MUTATIONS) wrong(`There are ${items.length} mutations; at most ${MAX_MUTATIONS} are applied at once. Send fewer.`)
  const { valid, faults } = checkMutations(items.slice(0, MAX_MUTATIONS))
  violations.push(
    ...faults.map(({ index, path, code, message, fix }): NarratorViolation => {
      const at = `mutations[${index}]${path === '' ? '' : `/${path}`}`
      return { path: at, rule: 'mutation', message, code, fix }
    })
  )
  return valid.map(({ mutation }) => mutation)
}

function misfitViolation({ path, message }: { path: string[]; message: string }): NarratorViolation {
  const field = path.at(-1)
  const isInClickable = path.at(-3) === 'clickable' && (field === 'speaks' || field === 'intent')
  const subject = field === undefined ? 'the output' : `\`${/^\d+$/.test(field) ? `${path.at(-2)}[${field}]` : field}\``
  const sentence = /^(must|can't) /.test(message) ? `${subject} ${message}` : `${subject}: ${message}`
  return { path: pathWords(path), rule: isInClickable ? 'clickable' : 'shape', message: `${capitalised(sentence)}.` }
}

/** A key as a part of a path; quoted if it would be ambiguous. */
const keyWords = (key: string): string => (/^[\p{L}\p{M}\p{N}_' ’-]+$/u.test(key) && !FIELDS.has(key) ? key : JSON.stringify(key))
const FIELDS: ReadonlySet<string> = new Set(['response', 'then', 'clickable', 'speaks', 'intent', 'waitingMessage', 'text'])

/** The path of a violation from its keys. In words: within a scene it begins at the scene's own fields, and clickable words stand for themselves. */
export function pathWords(keys: readonly string[]): string {
  let path = ''
  const isInScene = keys[0] === 'scene' && keys.length > 1
  for (let i = isInScene ? 1 : 0; i < keys.length; i++) {
    const key = keys[i] ?? ''
    const next = keys[i + 1]
    if (isInScene && key === 'clickable' && next !== undefined) {
      path += `/${keyWords(next)}`
      i++
    } else if (/^\d+$/.test(key)) path += `[${key}]`
    else if (!(isInScene && key === 'response' && next === 'then')) path += path === '' ? key : `/${key}`
  }
  return path
}
