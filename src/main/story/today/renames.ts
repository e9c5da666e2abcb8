import { equal, own, pointerKeys, type Json, valueAt } from '../../../shared/base/json'
import { NameKind } from '../../../shared/contract/language-calls'
import { fileAt, isArrowPath } from '../../../shared/story/layout'
import { parseBeatMessage } from '../../campaign/beat-message'
import { isThere } from '../../campaign/commit-line'
import { ifReadable } from '../../campaign/parsed-files'
import type { Commit } from '../../campaign/history'
import { type FileStep, movedEntries } from '../../campaign/world/merge'
import { spliceFrontMatter, splitFrontMatter } from '../../campaign/front-matter'
import { parseYaml, splice } from '../../campaign/yaml-splice'
import { type NameChange, renamedText } from '../../workshop/renamed-text'
import { editStepOf } from '../edits/edit-history'
import type { StoryReader } from '../reader'
import { repeatedEdits } from './steps'

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

/** A step of an edit as if what it changes, and what its texts refer to, had its new names already. */
export function renamedStep(step: FileStep, renames: readonly Rename[], names: readonly NameChange[]): FileStep {
  const moved = renames.reduce((now, rename) => {
    if (rename.file !== now.path) return now
    if ('to' in rename) return { ...now, path: rename.to }
    return { ...now, from: withKey(now.path, now.from, rename), to: withKey(now.path, now.to, rename) }
  }, step)
  return { ...moved, from: withNames(moved.path, moved.from, names), to: withNames(moved.path, moved.to, names) }
}

/** The bytes of a file that refers to things by their new names. A file that could no longer be read stays as it is. */
export function withNames<T extends Buffer | undefined>(path: string, bytes: T, names: readonly NameChange[]): T {
  if (!bytes || names.length === 0 || !(/\.(?:yaml|md|ts)$/.test(path) || isArrowPath(path))) return bytes
  const text = bytes.toString('utf8')
  const named = names.reduce((now, change) => {
    const next = renamedText(path, now, change)
    return next === now || (valuesOf(path, Buffer.from(now)) !== undefined && valuesOf(path, Buffer.from(next)) === undefined) ? now : next
  }, text)
  return named === text ? bytes : (Buffer.from(named) as T)
}

/** The param of an edit's beat that lists what it renamed: kind, old and new name of each in turn. */
export const RENAMED = 'renamed'

/** The names that edits changed, in order: those that they say, and those that files and entries have since. `edits`: oldest first. */
export function namesChangedIn(campaign: StoryReader, edits: readonly Commit[]): NameChange[] {
  const all = edits.flatMap((edit) => [...saidBy(campaign, edit), ...renamesOf(campaign, edit).flatMap((one) => nameOfRename(one) ?? [])])
  return all.filter((one, i) => all.findIndex((other) => equal(other, one)) === i)
}

/** What an edit says that it renamed, or the edits that it repeats; the opposite for one that undoes it. */
function saidBy(campaign: StoryReader, edit: Commit): NameChange[] {
  const { params } = parseBeatMessage(edit)
  const { [RENAMED]: said } = params
  const undone = editStepOf(edit)
  if (undone?.what === 'undo' && isThere(campaign.history, undone.id))
    return saidBy(campaign, campaign.history.commit(undone.id)).map(({ kind, id, to }) => ({ kind, id: to, to: id }))
  const repeated = repeatedEdits(campaign.history, edit.id, params).flatMap((one) => saidBy(campaign, one))
  const list = Array.isArray(said) ? said : []
  const own = list.flatMap((_, i): NameChange[] => {
    const [kind, id = '', to = ''] = i % 3 === 0 ? list.slice(i, i + 3) : []
    const known = NameKind.safeParse(kind)
    return known.success && id !== '' && to !== '' ? [{ kind: known.data, id, to }] : []
  })
  return [...repeated, ...own]
}

/** The thing whose name a moved file or entry changed. */
function nameOfRename(rename: Rename): NameChange | undefined {
  const [was, is] = 'to' in rename ? [fileAt(rename.file), fileAt(rename.to)] : [fileAt(rename.file), fileAt(rename.file)]
  if (!was || was.kind !== is?.kind) return undefined
  if ('to' in rename) {
    const [kind, part] = own(FILES_OF, was.kind) ?? []
    const [id, to] = part === undefined ? [] : [was, is].map(({ parts }) => own(parts as Record<string, string>, part))
    return kind === undefined || id === undefined || to === undefined || id === to ? undefined : { kind, id, to }
  }
  const [from, key] = [pointerKeys(rename.from), pointerKeys(rename.key)]
  const kind = own(ENTRIES_OF, `${was.kind} ${from.slice(0, -1).join('/')}`.trim())
  return kind === undefined ? undefined : { kind, id: from.at(-1) ?? '', to: key.at(-1) ?? '' }
}

/** The thing that a file is, and the part of its path that is the thing's name, by the kind of file. */
const FILES_OF: Readonly<Record<string, [NameKind, string]>> = {
  location: ['place', 'id'],
  sheet: ['character', 'id'],
  storyEvent: ['event', 'id'],
  condition: ['condition', 'id'],
  diceTable: ['table', 'id'],
  action: ['action', 'id'],
  region: ['region', 'region']
}
/** The thing that an entry is, by the kind of file and the keys above it. */
const ENTRIES_OF: Readonly<Record<string, NameKind>> = {
  equipment: 'item',
  journeys: 'journey',
  'manifest stats': 'stat',
  'state facts': 'fact',
  'state quests': 'quest',
  'state threads': 'thread',
  'state factions': 'faction'
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
