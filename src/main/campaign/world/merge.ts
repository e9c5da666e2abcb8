import { applyStep, type ArrowDocument, readArrow, writeArrow } from '../../../arrow'
import { fileAt, isArrowPath } from '../../../shared/story/layout'
import { diff, equal, pointerKeys, valueAt, type Json, type StateChange } from '../../../shared/base/json'
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

/** The merged files (null: the file is removed), and the conflicts. */
export interface Merged {
  files: Map<string, Buffer | null>
  conflicts: Conflict[]
}

/**
 * Applies steps to files that may have changed since. A file that hasn't changed gets the step's new content. Otherwise YAML and front matter are
 * merged value by value, Arrow documents node by node and connection by connection, and every other text line by line. A value or line that equals
 * neither the step's old nor its new one is a conflict. A file that the step only moved keeps its later changes.
 */
export function mergeSteps(steps: readonly FileStep[], now: (path: string) => Buffer | undefined): Merged {
  const merged: Merged = { files: new Map(), conflicts: [] }
  const moves = movesIn(steps, now)
  for (const { path, from, to } of steps) {
    const ours = now(path)
    const source = moves.get(path)
    if (source !== undefined) merged.files.set(path, now(source) ?? null)
    else if ([...moves.values()].includes(path)) merged.files.set(path, null)
    else if (!same(ours, to)) {
      const result = same(ours, from) ? (to ?? null) : mergeFile(path, { from, to, ours }, merged.conflicts)
      if (result !== undefined) merged.files.set(path, result)
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

/** The file with the step's changes; undefined if there are conflicts, which are added to the list. */
function mergeFile(path: string, { from, to, ours }: Three, conflicts: Conflict[]): Buffer | undefined {
  if (!from || !to || !ours) {
    const other = from && ours ? firstDifference(path, from, ours) : []
    conflicts.push({ path, what: ours ? `${valueWords(path, other)} has changed since` : `${valueWords(path, [])} has been removed since` })
    return undefined
  }
  if (![from, to, ours].every(isText)) {
    conflicts.push({ path, what: `${path} has changed since` })
    return undefined
  }
  const texts = { from: from.toString('utf8'), to: to.toString('utf8'), ours: ours.toString('utf8') }
  const byLines = mergeLines(texts.from, texts.to, texts.ours)
  const documents = isArrowPath(path) ? mergeArrow(path, texts, byLines, conflicts) : undefined
  if (documents) return documents.merged === undefined ? undefined : Buffer.from(documents.merged)
  const merged = Object.values(texts).every((text) => holdsValues(path, text)) ? mergeValues(path, texts, byLines, conflicts) : byLines
  if (merged === undefined && !conflicts.some((one) => one.path === path)) conflicts.push({ path, what: `the text of ${path} has changed since` })
  return merged === undefined ? undefined : Buffer.from(merged)
}

/**
 * Merges a file's values one by one, and its Markdown text by lines. `byLines` is the merge of all lines. It is returned if it has the same values
 * and text, because it keeps comments and layout. Returns undefined if there are conflicts.
 */
function mergeValues(path: string, { from, to, ours }: ThreeTexts, byLines: string | undefined, conflicts: Conflict[]): string | undefined {
  const parts = { from: partsOf(path, from), to: partsOf(path, to), ours: partsOf(path, ours) }
  const changes = diff(parts.from.values, parts.to.values)
  const blocked = changes.filter((change) => !fits(change, parts.ours.values))
  conflicts.push(...blocked.map((change) => ({ path, what: `${valueWords(path, pointerKeys(change.path))} has changed since` })))
  const body = mergeLines(parts.from.body, parts.to.body, parts.ours.body)
  if (blocked.length > 0 || body === undefined) return undefined
  // The step changed only comments or layout.
  if (changes.length === 0 && parts.from.body === parts.to.body) return byLines
  const plain = withoutCarriageReturns(ours)
  const edits = changes.map((change) => ({ keys: pointerKeys(change.path), to: change.op === 'remove' ? undefined : change.to }))
  const byValues = path.endsWith('.md')
    ? (edits.length === 0 ? plain : spliceFrontMatter(plain, edits)).slice(0, parts.ours.body === '' ? undefined : -parts.ours.body.length) + body
    : splice(plain, edits)
  if (byLines !== undefined && holdsValues(path, byLines) && equal(partsOf(path, byLines), partsOf(path, byValues))) return byLines
  return plain === ours ? byValues : byValues.replaceAll('\n', '\r\n')
}

/**
 * Merges an Arrow document by nodes and connections. Returns undefined if one of the three versions can't be read. `byLines`, the merge of all lines,
 * is returned if it is the same document, because it keeps the layout.
 */
function mergeArrow(
  path: string,
  { from, to, ours }: ThreeTexts,
  byLines: string | undefined,
  conflicts: Conflict[]
): { merged: string | undefined } | undefined {
  const [before, after, now] = [from, to, ours].map(documentIn)
  if (!before || !after || !now) return undefined
  const result = applyStep(before, after, now)
  if ('conflicts' in result) {
    conflicts.push(...result.conflicts.map((what) => ({ path, what: `${what} in ${path}` })))
    return { merged: undefined }
  }
  const byNodes = writeArrow(result.document)
  const asLines = byLines === undefined ? undefined : documentIn(byLines)
  return { merged: asLines && writeArrow({ ...asLines }) === byNodes ? byLines : byNodes }
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
