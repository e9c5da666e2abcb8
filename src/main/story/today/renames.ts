import { pointerKeys, type Json, valueAt } from '../../../shared/base/json'
import { ifReadable } from '../../campaign/parsed-files'
import type { Commit } from '../../campaign/history'
import { type FileStep, movedEntries } from '../../campaign/world/merge'
import { spliceFrontMatter, splitFrontMatter } from '../../campaign/front-matter'
import { parseYaml, splice } from '../../campaign/yaml-splice'
import type { StoryReader } from '../reader'

/** A file with another path, or an entry of a file with another key, by their pointers. */
export type Rename = { file: string; to: string } | { file: string; from: string; key: string }

/** What edits renamed in the end: files that only moved, and entries of files that only have another key. `edits`: oldest first. */
export function renamesIn(campaign: StoryReader, edits: readonly Commit[]): Rename[] {
  const renames: Rename[] = []
  for (const one of edits.flatMap((edit) => renamesOf(campaign, edit))) {
    // A name that was changed again, or back by Undo.
    const at = renames.findIndex((earlier) => follows(earlier, one))
    if (at < 0) renames.push(one)
    else if (isBack(renames[at], one)) renames.splice(at, 1)
    else renames[at] = { ...renames[at], ...('to' in one ? { to: one.to } : { key: one.key }) } as Rename
  }
  return renames
}

const follows = (earlier: Rename, one: Rename): boolean =>
  'to' in earlier ? 'to' in one && earlier.to === one.file : 'key' in one && earlier.file === one.file && earlier.key === one.from
const isBack = (earlier: Rename | undefined, one: Rename): boolean =>
  earlier !== undefined && ('to' in earlier ? 'to' in one && earlier.file === one.to : 'key' in one && earlier.from === one.key)

function renamesOf({ history, past }: StoryReader, edit: Commit): Rename[] {
  return [edit].flatMap(({ tree, parents: [parent] }): Rename[] => {
    if (parent === undefined) return []
    const before = history.commit(parent).tree
    const changes = history.changed(before, tree)
    const files = changes.flatMap(({ path, from, to }): Rename[] => {
      const twins = from && !to ? changes.filter((one) => !one.from && one.to?.oid === from.oid) : []
      const moved = twins.find((one) => nameIn(one.path) === nameIn(path)) ?? (twins.length === 1 ? twins[0] : undefined)
      return moved ? [{ file: path, to: moved.path }] : []
    })
    const entries = changes.flatMap(({ path, from, to }): Rename[] => {
      if (!from || !to) return []
      const [was, is] = [before, tree].map((one) => valuesOf(path, past.bytes(one, path)))
      return was === undefined || is === undefined ? [] : movedEntries(was, is).map((moved) => ({ file: path, from: moved.from, key: moved.to }))
    })
    return [...files, ...entries]
  })
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The values of a YAML file or of front matter; undefined for any other file. */
function valuesOf(path: string, bytes: Buffer | undefined): Json | undefined {
  const text = bytes?.toString('utf8')
  if (text === undefined) return undefined
  if (path.endsWith('.yaml')) return ifReadable(() => parseYaml(text, path)) ?? undefined
  return path.endsWith('.md') ? ifReadable(() => splitFrontMatter(text, path).matter) : undefined
}

/** A step of an edit as if what it changes had its new names already. */
export function renamedStep(step: FileStep, renames: readonly Rename[]): FileStep {
  return renames.reduce((now, rename) => {
    if (rename.file !== now.path) return now
    if ('to' in rename) return { ...now, path: rename.to }
    return { ...now, from: withKey(now.path, now.from, rename), to: withKey(now.path, now.to, rename) }
  }, step)
}

function withKey(path: string, bytes: Buffer | undefined, { from, key }: Extract<Rename, { key: string }>): Buffer | undefined {
  const values = valuesOf(path, bytes)
  const value = valueAt(values, from) as Json | undefined
  if (!bytes || value === undefined || valueAt(values, key) !== undefined) return bytes
  const changes = [
    { keys: pointerKeys(from), to: undefined },
    { keys: pointerKeys(key), to: value }
  ]
  const text = bytes.toString('utf8')
  return Buffer.from(path.endsWith('.md') ? spliceFrontMatter(text, changes) : splice(text, changes))
}
