import { LineCounter, parseDocument } from 'yaml'
import { diffLines } from '../base/diff-lines'
import { diff, isObject, own, pointerKeys, type Json, type JsonObject, type StateChange } from '../base/json'
import { counted, listed } from '../words/labels'
import { fileAt, type FileKind } from '../story/layout'
import { overLimits } from '../base/yaml-limits'
import { clipped } from '../words/clipped'

/** Larger texts are not parsed for their subject, in characters: it must be ready while the designer types. */
const MAX_READ = 300_000
const LIMITS = { depth: 40, entries: 30_000 }
const MAX_NAMED = 3
const MAX_QUOTED = 24
/** The largest subject, in bytes. */
const MAX_SUBJECT = 300

/** Files with several things by id, and the noun for a thing without a name. */
const HOLDERS: Partial<Record<FileKind, string>> = { equipment: '', journeys: 'the journey ', map: 'the position of ' }

/** The parts of a story event that say when something happens to it, in words that follow its name. */
const EVENT_PARTS: Readonly<Record<string, string>> = { 'starts when': 'begins', 'done when': 'ends' }

/**
 * An edit of a file in the words of the game, as the subject of a beat: “Raised the damage of Sword from d6 to d8”. Where the values can't be
 * described, plain words: “Edited 3 lines of the action attack”. `before` is undefined for a new file.
 */
export function editSubject(path: string, before: string | undefined, after: string): string {
  const subject = before === undefined ? `Added ${thingOf(path, after)}` : (valueWords(path, before, after) ?? lineWords(path, before, after))
  return clipped(subject, MAX_SUBJECT)
}

/** The subject of a file: its name in the game, else its path. */
function thingOf(path: string, text: string): string {
  const at = fileAt(path)
  const name = (path.endsWith('.md') ? headingOf(text) : undefined) ?? nameOf(valuesOf(path, text) ?? {})
  if (!at) return path
  switch (at.kind) {
    case 'action':
    case 'yamlAction':
      return `the action ${at.parts.id}`
    case 'condition':
      return `the condition ${name ?? at.parts.id}`
    case 'diceTable':
      return `the table ${name ?? at.parts.id}`
    case 'equipment':
      return `the equipment list ${at.parts.id}`
    case 'manifest':
      return 'the game manifest'
    case 'sheet':
    case 'beliefs':
    case 'timeline':
    case 'actor':
    case 'portrait':
      return {
        sheet: `the sheet of ${at.parts.id}`,
        beliefs: `the beliefs of ${at.parts.id}`,
        timeline: `the timeline of ${at.parts.id}`,
        actor: at.parts.id,
        portrait: `the portrait of ${at.parts.id}`
      }[at.kind]
    case 'picture':
      return `the picture ${at.parts.pictureFile}`
    case 'location':
      return name ?? at.parts.id
    case 'journeys':
      return `the journeys of ${at.parts.region}`
    case 'map':
      return `the map of ${at.parts.region}`
    case 'region':
      return `the region ${name ?? at.parts.region}`
    case 'storyEvent':
      return `the story event ${name ?? at.parts.id}`
    case 'ruling':
      return `the ruling ${name ?? at.parts.id}`
    case 'topic':
    case 'worldNote':
    case 'playerNote':
    case 'direction':
      return `the note ${name ?? fileNameOf(path)}`
    case 'state':
      return 'the state of the world'
    case 'table':
      return 'the table settings'
    default:
      return path
  }
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
const headingOf = (text: string): string | undefined => /^# (.{1,80})$/m.exec(text)?.[1]?.trim()
const nameOf = (values: Json): string | undefined => {
  const name = isObject(values) ? (own(values, 'name') ?? own(values, 'title')) : undefined
  return typeof name === 'string' && name.trim() !== '' ? clipped(name.trim(), 80) : undefined
}

/** The values of a YAML file or of a note's front matter; undefined if there are none or they can't be parsed. */
function valuesOf(path: string, text: string): JsonObject | undefined {
  const yaml = path.endsWith('.md')
    ? (/^\uFEFF?---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1] ?? '')
    : /\.(yaml|yml)$/.test(path)
      ? text
      : undefined
  if (yaml === undefined || yaml.length > MAX_READ || overLimits(yaml, LIMITS)) return undefined
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, merge: false, logLevel: 'silent', lineCounter: new LineCounter() })
    if (document.errors.length > 0) return undefined
    const values: unknown = document.toJS({ maxAliasCount: 20 }) ?? {}
    return isObject(values) ? values : undefined
  } catch {
    return undefined
  }
}

const bodyOf = (path: string, text: string): string => (path.endsWith('.md') ? text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/, '') : '')

/** The difference of the values in words; undefined if there is none or the values can't be parsed. */
function valueWords(path: string, before: string, after: string): string | undefined {
  const [was, is] = [valuesOf(path, before), valuesOf(path, after)]
  if (!was || !is || bodyOf(path, before) !== bodyOf(path, after)) return undefined
  const changes = diff(was, is)
  if (changes.length === 0) return undefined
  const kind = fileAt(path)?.kind
  const holder = kind && HOLDERS[kind]
  if (holder === undefined) return thingWords(thingOf(path, after), changes, 0, kind)
  const touched = new Set(changes.map((change) => pointerKeys(change.path)[0] ?? ''))
  const ids = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((id) => touched.has(id))
  const called = (id: string): string => nameOf(own(is, id) ?? own(was, id) ?? null) ?? `${holder}${id}`
  const [id] = ids
  if (ids.length === 1 && id !== undefined && Object.hasOwn(was, id) && Object.hasOwn(is, id)) return thingWords(called(id), changes, 1)
  const added = ids.filter((one) => !Object.hasOwn(was, one))
  const removed = ids.filter((one) => !Object.hasOwn(is, one))
  const changed = ids.filter((one) => Object.hasOwn(was, one) && Object.hasOwn(is, one))
  const parts = [
    ['added', added],
    ['removed', removed],
    ['changed', changed]
  ] as const
  return sentence(parts.flatMap(([verb, some]) => (some.length === 0 ? [] : [`${verb} ${someOf(some.map(called))}`])))
}

/** Changes of one thing in words. `skip`: the number of keys that lead to the thing. */
function thingWords(thing: string, changes: readonly StateChange[], skip: number, kind?: FileKind): string {
  const labels = [...new Set(changes.map((change) => labelOf(pointerKeys(change.path).slice(skip))))]
  const [change] = changes
  if (kind === 'storyEvent' && labels.some((label) => own(EVENT_PARTS, label) !== undefined)) {
    const name = thing.replace(/^the story event /, '')
    const [parts, rest] = [
      labels.filter((label) => own(EVENT_PARTS, label) !== undefined),
      labels.filter((label) => own(EVENT_PARTS, label) === undefined)
    ]
    const whens = listed(
      Object.keys(EVENT_PARTS)
        .filter((label) => parts.includes(label))
        .map((label) => `when ${name} ${own(EVENT_PARTS, label)}`)
    )
    return sentence([`changed ${whens}${rest.length > 0 ? `, and its ${someOf(rest)}` : ''}`])
  }
  if (kind === 'table' && (changes.length > 1 || quoted(change?.to) === undefined)) return sentence([`changed the ${someOf(labels)}`])
  if (changes.length === 1 && change) return oneChange(thing, labels[0] ?? '', change)
  return sentence([`changed the ${someOf(labels)} of ${thing}`])
}

function oneChange(thing: string, label: string, change: StateChange): string {
  if (change.op === 'remove') return sentence([`removed the ${label} of ${thing}`])
  const to = quoted(change.to)
  if (change.op === 'add') return sentence([to === undefined ? `added the ${label} of ${thing}` : `set the ${label} of ${thing} to ${to}`])
  const from = quoted(change.from)
  if (from === undefined || to === undefined) return sentence([`changed the ${label} of ${thing}`])
  const [less, more] = [meanOf(change.from), meanOf(change.to)]
  const verb = less === undefined || more === undefined || less === more ? 'changed' : more > less ? 'raised' : 'lowered'
  return sentence([`${verb} the ${label} of ${thing} from ${from} to ${to}`])
}

const sentence = (parts: readonly string[]): string => listed(parts).replace(/^[a-z]/, (first) => first.toUpperCase())
const labelOf = (keys: readonly string[]): string => keys.join(' ').replaceAll(/[_-]/g, ' ')
const someOf = (names: readonly string[]): string =>
  names.length <= MAX_NAMED + 1 ? listed(names) : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`

/** A value in quotes; undefined if it is too long. */
function quoted(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= MAX_QUOTED && !value.includes('\n') ? value : undefined
}

/** The mean of a number or of dice such as `2d6+1`; undefined for anything else. */
function meanOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const dice = typeof value === 'string' ? /^(\d{0,3})d(\d{1,4})([+-]\d{1,4})?$/.exec(value.replaceAll(' ', '')) : null
  return !dice ? undefined : (Number(dice[1] || 1) * (Number(dice[2]) + 1)) / 2 + Number(dice[3] ?? 0)
}

function lineWords(path: string, before: string, after: string): string {
  const thing = thingOf(path, after)
  if (before.length + after.length > 4 * MAX_READ) return `Edited ${thing}`
  const lines = diffLines(before, after).filter(({ op }) => op !== 'same')
  const [added, removed] = [lines.filter(({ op }) => op === 'added'), lines.filter(({ op }) => op === 'removed')]
  const [one, other] = [removed[0]?.text, added[0]?.text]
  if (lines.length === 2 && one !== undefined && other !== undefined) {
    const word = wordChange(one, other)
    if (word) return `Changed ${word[0]} to ${word[1]} in ${thing}`
  }
  if (lines.length === 0) return `Edited ${thing}`
  if (added.length > 0 && removed.length === 0) return `Added ${counted(added.length, 'line')} to ${thing}`
  if (removed.length > 0 && added.length === 0) return `Removed ${counted(removed.length, 'line')} from ${thing}`
  return `Edited ${counted(Math.max(added.length, removed.length), 'line')} of ${thing}`
}

/** The only word or number in which two lines differ; undefined if they differ in more. */
function wordChange(before: string, after: string): [string, string] | undefined {
  const [a, b] = [before.match(/[\w.]+|\W/g) ?? [], after.match(/[\w.]+|\W/g) ?? []]
  const at = a.findIndex((word, i) => word !== b[i])
  const [from, to] = [a[at], b[at]]
  if (a.length !== b.length || from === undefined || to === undefined) return undefined
  return a.every((word, i) => i === at || word === b[i]) && /\w/.test(from) && /\w/.test(to) && from.length + to.length <= 2 * MAX_QUOTED
    ? [from, to]
    : undefined
}
