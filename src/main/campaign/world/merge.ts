import { fileAt } from '../../../shared/layout'
import { diff, equal, pointerKeys, valueAt, type Json, type StateChange } from '../../../shared/json'
import { splitFrontMatter, spliceFrontMatter } from '../front-matter'
import { parseYaml, splice } from '../yaml-splice'

/** A file that a beat changed: its bytes before and after. */
export interface FileStep {
  path: string
  from?: Buffer | undefined
  to?: Buffer | undefined
}

/** The merged files, and the conflicts in words. */
export interface Merged {
  files: Map<string, Buffer | null>
  conflicts: string[]
}

/**
 * Applies steps to files that may have changed since. A file nobody touched becomes what the step says; otherwise each value is merged by
 * itself. A value that is neither the step's old nor its new one is a conflict. Files that were only moved keep what was written in them since.
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

/** Files that a step only moves and that were written in since: the new path and the old one. */
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

/** The file with the step's values; undefined if there are conflicts, which are added to the list. */
function mergeFile(path: string, { from, to, ours }: Three, conflicts: string[]): Buffer | undefined {
  if (!from || !to || !ours) {
    const other = from && ours ? firstDifference(path, from, ours) : []
    conflicts.push(ours ? `${valueWords(path, other)} has changed since` : `${valueWords(path, [])} has been removed since`)
    return undefined
  }
  const parts = { from: partsOf(path, from), to: partsOf(path, to), ours: partsOf(path, ours) }
  const changes = diff(parts.from.values, parts.to.values)
  const blocked = changes.filter((change) => !fits(change, parts.ours.values))
  const bodyMoved = parts.from.body !== parts.to.body && parts.ours.body !== parts.to.body
  if (bodyMoved && parts.ours.body !== parts.from.body) conflicts.push(`the text of ${path} has changed since`)
  conflicts.push(...blocked.map((change) => `${valueWords(path, pointerKeys(change.path))} has changed since`))
  if (conflicts.length > 0) return undefined
  const wanted = changes.map((change) => ({ keys: pointerKeys(change.path), to: change.op === 'remove' ? undefined : change.to }))
  const text = ours.toString('utf8')
  if (!path.endsWith('.md')) return Buffer.from(splice(text, wanted))
  const spliced = wanted.length === 0 ? text : spliceFrontMatter(text, wanted)
  return Buffer.from(bodyMoved ? spliced.slice(0, spliced.length - parts.ours.body.length) + parts.to.body : spliced)
}

/** Returns whether a change can be applied: the value is the old one, or already the new one. */
function fits(change: StateChange, values: Json): boolean {
  const here = valueAt(values, change.path)
  return equal(here, change.op === 'add' ? undefined : change.from) || equal(here, change.op === 'remove' ? undefined : change.to)
}

/** A file as values and, for Markdown, the text below them. */
function partsOf(path: string, bytes: Buffer): { values: Json; body: string } {
  const text = bytes.toString('utf8').replace(/\r\n/g, '\n')
  if (!path.endsWith('.md')) return { values: parseYaml(text, path) ?? {}, body: '' }
  const { matter, body } = splitFrontMatter(text, path)
  return { values: matter, body }
}

const firstDifference = (path: string, a: Buffer, b: Buffer): string[] =>
  pointerKeys(diff(partsOf(path, a).values, partsOf(path, b).values)[0]?.path ?? '')

/** The name of a file's value for people: "tags.visited of the place hill". */
export function valueWords(path: string, keys: readonly string[]): string {
  const found = fileAt(path)
  const of = (thing: string, inner: readonly string[]): string => (inner.length === 0 ? thing : `${inner.join('.')} of ${thing}`)
  if (found?.kind === 'location') return of(`the place ${found.parts.id}`, keys)
  if (found?.kind === 'journeys' && keys[0] !== undefined) return of(`the journey ${keys[0]}`, keys.slice(1))
  if (found?.kind === 'map' && keys[0] !== undefined) return `the position of ${keys[0]}`
  if (found?.kind === 'sheet' || found?.kind === 'actor') return of(found.parts.id, keys)
  return of(path, keys)
}
