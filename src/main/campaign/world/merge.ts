import { applyStep, type ArrowDocument, readArrow, writeArrow } from '../../../arrow'
import { fileAt, isArrowPath } from '../../../shared/story/layout'
import { diff, equal, isObject, pointer, pointerKeys, valueAt, type Json, type StateChange } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { splitFrontMatter, spliceFrontMatter } from '../front-matter'
import { parseYaml, splice } from '../yaml-splice'
import { mergeLines } from '../../../shared/base/merge-lines'

/** A file that a beat changed: its bytes before and after. */
export interface FileStep {
  path: string
  from?: Buffer | undefined
  to?: Buffer | undefined
}

/** A reason why a file can't be merged. `what` is a clause, such as "height of the place hill has changed since". */
export interface Conflict {
  path: string
  what: string
}

/** A value, text or file that equals neither the step's old nor its new one. `at`: the pointer of a value, `#text` for a text, '' for the whole file. */
export interface MergeConflict extends Conflict {
  at: string
  ours?: Json | undefined
  to?: Json | undefined
  /** The file, or the entry with the value, doesn't exist here, or no longer exists after the step. */
  missing?: 'ours' | 'to'
}

/** Decides a conflict: what is here stays, or the step's new version replaces it. Undefined leaves it undecided. */
export type Decide = (conflict: MergeConflict) => 'ours' | 'to' | undefined

/** The merged files (null: the file is removed), and the conflicts. */
export interface Merged {
  files: Map<string, Buffer | null>
  conflicts: Conflict[]
}

/**
 * Applies steps to files that may have changed since. A file that hasn't changed gets the step's new content. Otherwise YAML and front matter are
 * merged value by value, Arrow documents node by node and connection by connection, and every other text line by line. A value or line that equals
 * neither the step's old nor its new one is a conflict, unless `decide` chooses one. A file or an entry that the step only moved keeps its later
 * changes.
 */
export function mergeSteps(steps: readonly FileStep[], now: (path: string) => Buffer | undefined, decide: Decide = () => undefined): Merged {
  const merged: Merged = { files: new Map(), conflicts: [] }
  const moves = movesIn(steps, now)
  for (const { path, from, to } of steps) {
    const ours = now(path)
    const source = moves.get(path)
    if (source !== undefined) merged.files.set(path, now(source) ?? null)
    else if ([...moves.values()].includes(path)) merged.files.set(path, null)
    else if (!same(ours, to)) {
      const result = same(ours, from) ? (to ?? null) : mergeFile(path, { from, to, ours }, { conflicts: merged.conflicts, decide })
      if (result !== undefined && !same(ours, result ?? undefined)) merged.files.set(path, result)
    }
  }
  return merged
}

const same = (a: Buffer | undefined, b: Buffer | undefined): boolean => (a === undefined || b === undefined ? a === b : a.equals(b))
const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Files that a step only moved and that have changed since: the old path by the new path. */
function movesIn(steps: readonly FileStep[], now: (path: string) => Buffer | undefined): Map<string, string> {
  const leaving = new Map<string, string[]>()
  for (const { path, from, to } of steps)
    if (from && !to) leaving.set(from.toString('latin1'), [...(leaving.get(from.toString('latin1')) ?? []), path])
  const moves = new Map<string, string>()
  for (const { path, from, to } of steps) {
    const sources = from || !to ? undefined : leaving.get(to.toString('latin1'))
    if (!sources || now(path)) continue
    const at = Math.max(
      0,
      sources.findIndex((source) => nameIn(source) === nameIn(path))
    )
    const [source] = sources.splice(at, 1)
    if (source !== undefined && now(source) && !same(now(source), to)) moves.set(path, source)
  }
  return moves
}

interface Three {
  from: Buffer | undefined
  to: Buffer | undefined
  ours: Buffer | undefined
}
type ThreeTexts = Record<keyof Three, string>

/** The list of conflicts, and what decides one before it is listed. */
interface Deciding {
  conflicts: Conflict[]
  decide: Decide
}

/** The file with the step's changes, null if it is removed; undefined if there are conflicts, which are added to the list. */
function mergeFile(path: string, { from, to, ours }: Three, deciding: Deciding): Buffer | null | undefined {
  const { conflicts, decide } = deciding
  const whole = (what: string, more: Partial<MergeConflict> = {}): Buffer | null | undefined => {
    const side = decide({ path, what, at: '', ...more })
    if (side === undefined) conflicts.push({ path, what })
    return side && ((side === 'ours' ? ours : to) ?? null)
  }
  if (!from || !to || !ours) {
    const other = from && ours ? firstDifference(path, from, ours) : []
    if (!ours) return whole(`${valueWords(path, [])} has been removed since`, { missing: 'ours' })
    return whole(`${valueWords(path, other)} has changed since`, to ? {} : { missing: 'to' })
  }
  if (![from, to, ours].every(isText)) return whole(`${path} has changed since`)
  const texts = { from: from.toString('utf8'), to: to.toString('utf8'), ours: ours.toString('utf8') }
  const byLines = mergeLines(texts.from, texts.to, texts.ours)
  const documents = isArrowPath(path) ? mergeArrow(path, texts, byLines) : undefined
  if (documents?.merged !== undefined) return Buffer.from(documents.merged)
  if (documents) {
    const side = decide({ path, what: documents.conflicts[0] ?? '', at: '' })
    if (side === undefined) conflicts.push(...documents.conflicts.map((what) => ({ path, what })))
    return side && (side === 'ours' ? ours : to)
  }
  const merged = Object.values(texts).every((text) => holdsValues(path, text))
    ? mergeValues(path, texts, byLines, deciding)
    : (byLines ?? decidedText(path, texts, deciding))
  if (merged === undefined && !conflicts.some((one) => one.path === path)) conflicts.push(textConflict(path))
  return merged === undefined ? undefined : Buffer.from(merged)
}

const textConflict = (path: string): Conflict => ({ path, what: `the text of ${path} has changed since` })

/** The version of a text that is decided on; undefined if none is. */
function decidedText(path: string, { ours, to }: Pick<ThreeTexts, 'ours' | 'to'>, { decide }: Deciding): string | undefined {
  const side = decide({ ...textConflict(path), at: '#text', ours, to })
  return side && (side === 'ours' ? ours : to)
}

/**
 * Merges a file's values one by one, and its Markdown text by lines. `byLines` is the merge of all lines. It is returned if it has the same values
 * and text, because it keeps comments and layout. Returns undefined if there are conflicts.
 */
function mergeValues(path: string, { from, to, ours }: ThreeTexts, byLines: string | undefined, deciding: Deciding): string | undefined {
  const parts = { from: partsOf(path, from), to: partsOf(path, to), ours: partsOf(path, ours) }
  const all = wholeEntries(path, withMoved(diff(parts.from.values, parts.to.values), parts.ours.values), parts)
  const sides = new Map(all.flatMap((change) => (fits(change, parts.ours.values) ? [] : [[change, decideValue(path, change, parts, deciding)]])))
  const changes = all.filter((change) => sides.get(change) !== 'ours')
  const body = mergeLines(parts.from.body, parts.to.body, parts.ours.body) ?? decidedText(path, bodiesOf(parts), deciding)
  if ([...sides.values()].includes(undefined) || body === undefined) return undefined
  if (changes.length < all.length && changes.length === 0 && body === parts.ours.body) return ours
  // The step changed only comments or layout.
  if (all.length === 0 && parts.from.body === parts.to.body) return byLines ?? decidedText(path, { ours, to }, deciding)
  const plain = withoutCarriageReturns(ours)
  const edits = changes.map((change) => ({ keys: pointerKeys(change.path), to: change.op === 'remove' ? undefined : change.to }))
  const byValues = path.endsWith('.md')
    ? (edits.length === 0 ? plain : spliceFrontMatter(plain, edits)).slice(0, parts.ours.body === '' ? undefined : -parts.ours.body.length) + body
    : splice(plain, edits)
  if (byLines !== undefined && holdsValues(path, byLines) && equal(partsOf(path, byLines), partsOf(path, byValues))) return byLines
  return plain === ours ? byValues : byValues.replaceAll('\n', '\r\n')
}

type Parts = Record<keyof Three, ReturnType<typeof partsOf>>
const bodiesOf = ({ ours, to }: Parts): Pick<ThreeTexts, 'ours' | 'to'> => ({ ours: ours.body, to: to.body })

/** Entries that a step only gave another key, by their pointers. */
export function movedEntries(from: Json, to: Json): { from: string; to: string }[] {
  return movesAmong(diff(from, to)).map(([gone, added]) => ({ from: gone.path, to: added.path }))
}

/** The removed and the added value of each entry that only has another key. */
function movesAmong(changes: readonly StateChange[]): [StateChange, StateChange][] {
  const parent = ({ path }: StateChange): string => path.slice(0, path.lastIndexOf('/'))
  const alike = (one: StateChange, other: StateChange): boolean =>
    parent(one) === parent(other) && equal(one.op === 'add' ? one.to : one.from, other.op === 'add' ? other.to : other.from)
  return changes.flatMap((gone): [StateChange, StateChange][] => {
    const twins = changes.filter((one) => one.op !== 'update' && alike(one, gone))
    const added = twins.find(({ op }) => op === 'add')
    return gone.op === 'remove' && added && twins.length === 2 ? [[gone, added]] : []
  })
}

/** A step's changes, where an entry that only got another key takes its present value along. */
function withMoved(changes: readonly StateChange[], here: Json): StateChange[] {
  const values = new Map<StateChange, Json>()
  for (const [gone, added] of movesAmong(changes)) {
    const now = valueAt(here, gone.path) as Json | undefined
    if (now === undefined || valueAt(here, added.path) !== undefined) continue
    values.set(gone, now)
    values.set(added, now)
  }
  return changes.map((change) => {
    const now = values.get(change)
    return now === undefined ? change : change.op === 'add' ? { ...change, to: now } : { ...change, from: now }
  })
}

/** Files whose entries stand at their root. */
const AT_ROOT = new Set<string>(['equipment', 'journeys'])

/** A step's changes, where changes inside an entry that doesn't exist here are one change of the whole entry: a part of one is none. */
function wholeEntries(path: string, changes: readonly StateChange[], { from, to, ours }: Parts): StateChange[] {
  const depth = AT_ROOT.has(fileAt(path)?.kind ?? '') ? 1 : 2
  const entries = new Set(
    changes.flatMap(({ path: at, op }) => {
      const parents = pointerKeys(at).slice(0, -1)
      const missing = parents.map((_, i) => pointer(parents.slice(0, i + 1))).find((one) => valueAt(ours.values, one) === undefined)
      const isEntry = missing !== undefined && valueAt(from.values, missing) !== undefined
      return isEntry && (op === 'update' || (op === 'add' && pointerKeys(missing).length >= depth)) ? [missing] : []
    })
  )
  const whole = [...entries].map((at): StateChange => {
    const [was, is] = [from, to].map(({ values }) => valueAt(values, at) as Json)
    return { path: at, op: 'update', ...(was === undefined ? {} : { from: was }), ...(is === undefined ? {} : { to: is }) }
  })
  return [...changes.filter(({ path: at }) => ![...entries].some((entry) => at.startsWith(`${entry}/`))), ...whole]
}

/** The side that is decided on for a value; without one, adds a conflict. */
function decideValue(path: string, change: StateChange, parts: Parts, { conflicts, decide }: Deciding): ReturnType<Decide> {
  const conflict = { path, what: `${valueWords(path, pointerKeys(change.path))} has changed since` }
  const [ours, to] = [parts.ours, parts.to].map(({ values }) => valueAt(values, change.path) as Json | undefined)
  const isEntry = isObject(valueAt(parts.from.values, change.path))
  const missing = isEntry && ours === undefined ? ({ missing: 'ours' } as const) : isEntry && to === undefined ? ({ missing: 'to' } as const) : {}
  const side = decide({ ...conflict, at: change.path, ours, to, ...missing })
  if (side === undefined) conflicts.push(conflict)
  return side
}

/**
 * Merges an Arrow document by nodes and connections. Returns undefined if one of the three versions can't be read. `byLines`, the merge of all lines,
 * is returned if it is the same document, because it keeps the layout.
 */
function mergeArrow(
  path: string,
  { from, to, ours }: ThreeTexts,
  byLines: string | undefined
): { merged: string | undefined; conflicts: string[] } | undefined {
  const [before, after, now] = [from, to, ours].map(documentIn)
  if (!before || !after || !now) return undefined
  const result = applyStep(before, after, now)
  if ('conflicts' in result) return { merged: undefined, conflicts: result.conflicts.map((what) => `${what} in ${path}`) }
  const byNodes = writeArrow(result.document)
  const asLines = byLines === undefined ? undefined : documentIn(byLines)
  return { merged: asLines && writeArrow({ ...asLines }) === byNodes ? byLines : byNodes, conflicts: [] }
}

function documentIn(text: string): ArrowDocument | undefined {
  try {
    return readArrow(text).document
  } catch (problem) {
    if (problem instanceof Problem) return undefined
    throw problem
  }
}

const isText = (bytes: Buffer): boolean => !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes)
const withoutCarriageReturns = (text: string): string => text.replaceAll('\r\n', '\n')

/** Returns whether a file consists of values, or of a text below values. Any other text is merged by lines. */
function holdsValues(path: string, text: string): boolean {
  if (!/\.(?:yaml|yml|md)$/.test(path)) return false
  try {
    partsOf(path, text)
    return true
  } catch {
    return false
  }
}

/** Returns whether a change can be applied: the current value is the change's old or new value. */
function fits(change: StateChange, values: Json): boolean {
  const here = valueAt(values, change.path)
  return equal(here, change.op === 'add' ? undefined : change.from) || equal(here, change.op === 'remove' ? undefined : change.to)
}

/** A file as values and, for Markdown, the text below them. Throws Problem `bad-file`. */
function partsOf(path: string, text: string): { values: Json; body: string } {
  const plain = withoutCarriageReturns(text)
  if (!path.endsWith('.md')) return { values: parseYaml(plain, path) ?? {}, body: '' }
  const { matter, body } = splitFrontMatter(plain, path)
  return { values: matter, body }
}

function firstDifference(path: string, a: Buffer, b: Buffer): string[] {
  const texts = [a.toString('utf8'), b.toString('utf8')] as const
  if (!texts.every((text) => holdsValues(path, text))) return []
  return pointerKeys(diff(partsOf(path, texts[0]).values, partsOf(path, texts[1]).values)[0]?.path ?? '')
}

/** The name of a file's value for people: "tags.visited of the place hill". */
export function valueWords(path: string, keys: readonly string[]): string {
  const at = fileAt(path)
  const of = (thing: string, inner: readonly string[]): string => (inner.length === 0 ? thing : `${inner.join('.')} of ${thing}`)
  if (at?.kind === 'location') return of(`the place ${at.parts.id}`, keys)
  if (at?.kind === 'journeys' && keys[0] !== undefined) return of(`the journey ${keys[0]}`, keys.slice(1))
  if (at?.kind === 'map' && keys[0] !== undefined) return `the position of ${keys[0]}`
  if (at?.kind === 'sheet' || at?.kind === 'actor') return of(at.parts.id, keys)
  return of(path, keys)
}
