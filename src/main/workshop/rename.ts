import type { FileChanges, RenamePlan } from '../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { actorFolder, fileAt, isArrowPath, notesFolder, pathOf, regionFolder } from '../../shared/story/layout'
import { badId, badName, fold, VERBS } from '../../shared/story/names'
import { followLinks } from '../campaign/world/links'
import { namesakesOf, renamesOf } from '../campaign/notes/renames'
import { noteNames, pathNames, readNote } from '../campaign/notes/note'
import { renamedInArrow } from './arrow-names'
import type { NameRef, NameIndex, Texts } from './name-index'
import { applied, arrowName, refused, requoted, written } from './renamed-text'

/** A computed rename: the new text of every changed file, null for a removed one; the files that move and aren't text; and a preview. */
export interface RenameResult {
  files: Map<string, string | null>
  moved: [from: string, to: string][]
  plan: RenamePlan
  summary: string
}

/** Computes a rename with all references. `others`: the files that aren't text; `isMerge`: the name may be that of another fact. Throws Problem `refused` with one sentence. */
export function planRename(
  index: NameIndex,
  texts: Texts,
  name: NameRef,
  to: string,
  withPossible: boolean,
  others: readonly string[] = [],
  isMerge = false
): RenameResult {
  const noun = KIND_NOUNS[name.kind]
  // A feature is named by its place and its own id; only the latter changes.
  const [scope] = name.kind === 'feature' ? (/^.*\//.exec(name.id) ?? ['']) : ['']
  if (!index.defines(name)) throw refused(`There is no ${noun} "${name.id}" to rename. Look at the file again.`)
  const moves = movesOf(index, [...texts.keys(), ...others], name, to)
  checkName(index, texts, name, to, scope, moves, isMerge)
  const edits = new Map<string, { start: number; end: number; text: string }[]>()
  const edit = (path: string, start: number, end: number, text: string): void => {
    const list = edits.get(path) ?? []
    if (!list.some((one) => one.start === start)) list.push({ start, end, text })
    edits.set(path, list)
  }
  const documents = new Map<string, string>()
  for (const { file, span } of index.spans(name)) {
    if (span.form !== 'arrow') edit(file.path, span.start, span.end, written(file, span, to))
    else if (name.kind === 'fact' || name.kind === 'character') {
      // The document's own edit also changes the texts that expose the name.
      const next = renamedInArrow(documents.get(file.path) ?? file.text, name.kind, span.id, arrowName(name.kind, to, file.path))
      if (next !== undefined) documents.set(file.path, next)
    }
  }
  for (const [from] of moves)
    if (from.endsWith('.ts'))
      for (const { file, request, start, end } of index.importsOf(from))
        edit(file.path, start, end, requoted(file.text, start, imported(request, to)))
  const possible = [...index.possible(name)]
  if (withPossible) for (const { file, start, end } of possible) edit(file.path, start, end, requoted(file.text, start, to))
  const files = new Map<string, string | null>()
  const moved = new Map(moves)
  for (const [from, path] of moves) {
    files.set(from, null)
    const text = texts.get(from)
    if (text !== undefined) files.set(path, text)
  }
  for (const [path, list] of edits) files.set(moved.get(path) ?? path, applied(texts.get(path) ?? '', list))
  for (const [path, text] of documents) files.set(moved.get(path) ?? path, text)
  const left = withLinks(index, texts, files, moves)
  const shown = [...edits].map(([path, list]) => shownChanges(index, path, list, moved.get(path)))
  for (const [from, path] of moves) if (!edits.has(from)) shown.push({ path: from, to: path, changes: [] })
  for (const { path, changes } of linkChanges(texts, files, moved, edits)) shown.push({ path, changes })
  const plan: RenamePlan = {
    files: shown.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    possible: withPossible ? [] : possible.map(({ file, start, end }) => index.places(file.path).place(file.path, start, end)),
    left
  }
  const shownName = name.kind === 'note' ? (name.id.split('/').at(-1) ?? '').replace(/\.md$/i, '') : name.id.slice(scope.length)
  return { files, moved: moves.filter(([from]) => !texts.has(from)), plan, summary: `Renamed the ${noun} ${shownName} to ${to}` }
}

/** The files that move with a rename, from old path to new. */
function movesOf(index: NameIndex, paths: readonly string[], { kind, id }: NameRef, to: string): [string, string][] {
  const folder = (from: string, next: string): [string, string][] =>
    paths.flatMap((path) => (path.startsWith(`${from}/`) ? [[path, next + path.slice(from.length)] as [string, string]] : []))
  const files = index.definitionFiles({ kind, id }).map(({ path }) => path)
  switch (kind) {
    case 'action':
    case 'condition':
    case 'table':
    case 'place':
      return files.flatMap((path): [string, string][] =>
        /\/[^/]+\.(ts|yaml)$/.test(path) ? [[path, path.replace(/[^/]+(\.\w+)$/, (_, end) => `${to}${end}`)]] : []
      )
    case 'region':
      return folder(regionFolder(id), regionFolder(to))
    case 'event':
      return folder(pathOf('storyEvent', { id }).replace(/\/ABOUT\.md$/, ''), pathOf('storyEvent', { id: to }).replace(/\/ABOUT\.md$/, ''))
    case 'character': {
      if (!files.some((path) => path.startsWith('world/players/'))) return folder(actorFolder('npc', id), actorFolder('npc', to))
      if (paths.some((path) => path.startsWith('sessions/')))
        throw refused(
          `${id} is a player, whose id is in the records of the sessions played, so it can't be changed any more. Change "name:" on the sheet instead.`
        )
      return [...folder(actorFolder('player', id), actorFolder('player', to)), ...folder(notesFolder(id), notesFolder(to))]
    }
    case 'note': {
      const end = /\/ABOUT\.md$/i.exec(id)
      if (end) return folder(id.slice(0, end.index), `${id.slice(0, end.index).replace(/[^/]+$/, '')}${to}`)
      return [[id, id.replace(/[^/]+$/, `${to.replace(/\.md$/i, '')}.md`)]]
    }
    default:
      return []
  }
}

/** Throws Problem `refused` for an invalid name or one that is in use. */
function checkName(
  index: NameIndex,
  texts: Texts,
  { kind, id }: NameRef,
  to: string,
  scope: string,
  moves: readonly (readonly [string, string])[],
  isMerge: boolean
): void {
  const noun = KIND_NOUNS[kind]
  const isFree =
    kind === 'fact' || kind === 'character' || kind === 'note' || kind === 'event' || kind === 'item' || kind === 'stat' || kind === 'faction'
  const bad = isFree ? badName(to) : badId(to)
  if (bad !== undefined) throw refused(`The ${noun} can't be called "${to}": ${bad}. Choose another name.`)
  if (scope + to === id) throw refused(`The ${noun} is called "${to}" already. Choose another name.`)
  if (kind === 'action' && (VERBS as readonly string[]).includes(to)) throw refused(`"${to}" is an action of Proscenium itself. Choose another name.`)
  if (kind !== 'note' && !isMerge && index.defines({ kind, id: scope + to }))
    throw refused(
      `There is already ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} "${to}"${scope === '' ? '' : ' at this place'}. Choose another name.`
    )
  const from = new Set(moves.map(([path]) => fold(path)))
  const pathsByFold = new Map([...texts.keys()].map((path) => [fold(path), path]))
  for (const [, path] of moves) {
    const twin = pathsByFold.get(fold(path))
    if (twin !== undefined && !from.has(fold(twin))) throw refused(`There is already a file ${twin}. Choose another name, or rename that file first.`)
  }
  if (kind === 'note') return
  const unread = [...index.files.values()].find((file) => file.unread && mayName(file.path, kind))
  if (unread)
    throw refused(
      `${unread.path} is ${isArrowPath(unread.path) ? 'not a readable Arrow document' : 'not valid YAML'}, so what it refers to can't be repaired. Correct it first.`
    )
}

/** Whether a file can refer to things of a kind by their ids. */
const mayName = (path: string, kind: NameRef['kind']): boolean =>
  isArrowPath(path) ? kind === 'fact' || kind === 'character' : path.endsWith('.yaml') || fileAt(path)?.kind === 'storyEvent'

/** An import of a file with its new name. */
const imported = (request: string, to: string): string => request.replace(/[^/]+?(\.[jt]s)?$/, (_, end: string | undefined) => `${to}${end ?? ''}`)

/** Updates links to moved notes in the new texts. Returns the links that only their writers may change. */
function withLinks(index: NameIndex, texts: Texts, files: Map<string, string | null>, moves: readonly [string, string][]): RenamePlan['left'] {
  const moved = new Map(moves)
  const isKept = (name: string): boolean =>
    [...index.notes.named(name)].some(
      (path) =>
        !moved.has(path) ||
        pathNames(moved.get(path) ?? path).some((one) => fold(one) === name) ||
        (/^# /m.test(index.notes.at(path)?.body ?? '') && index.notes.at(path)?.called.includes(name))
    )
  const now = (path: string): string => moved.get(path) ?? path
  const newText = (path: string): string => files.get(path) ?? texts.get(path) ?? ''
  const renames = new Map([...renamesOf(moves, [], isKept), ...namesakesOf(index.notes, moves, (path) => noteNames(readNote(newText(path), path)))])
  if (renames.size === 0) return []
  const sheets = [...index.files.values()].flatMap(({ path, links }) => (path.endsWith('.yaml') && links.length > 0 ? [now(path)] : []))
  const text = (path: string): string | undefined => (files.has(path) ? (files.get(path) ?? undefined) : texts.get(path))
  const followed = followLinks({ renames, notes: index.notes.newest(), sheets, text, now, kept: new Set() })
  for (const [path, bytes] of followed.files) files.set(path, bytes.toString('utf8'))
  return followed.links.left
}

function shownChanges(index: NameIndex, path: string, edits: readonly { start: number; end: number; text: string }[], to?: string): FileChanges {
  const places = index.places(path)
  const changes = edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => {
      const range = places.range(start, end)
      const before = places.line(range.line)
      const after = before.slice(0, range.column - 1) + text + before.slice(range.endColumn - 1)
      return { ...range, text, before: before.trim(), after: after.trim() }
    })
  return { path, ...(to === undefined ? {} : { to }), changes }
}

/** The most characters of a line that are shown around a change. */
const MAX_AROUND = 60

/** A line before and after a change; for a long line, the part around the change. */
function shownLine(was: string, line: string): { before: string; after: string } {
  if (was.length < 4 * MAX_AROUND) return { before: was.trim(), after: line.trim() }
  let from = 0
  while (from < was.length && was[from] === line[from]) from++
  let end = 0
  while (end < Math.min(was.length, line.length) - from && was.at(-1 - end) === line.at(-1 - end)) end++
  const part = (text: string): string => text.slice(Math.max(0, from - MAX_AROUND), text.length - end + MAX_AROUND).slice(0, 4 * MAX_AROUND)
  return { before: part(was), after: part(line) }
}

/** The lines in which only links or documents changed. */
function linkChanges(
  texts: Texts,
  files: ReadonlyMap<string, string | null>,
  moved: ReadonlyMap<string, string>,
  edits: ReadonlyMap<string, unknown>
): FileChanges[] {
  const old = new Map([...moved].map(([from, to]) => [to, from]))
  return [...files].flatMap(([path, text]): FileChanges[] => {
    const from = old.get(path) ?? path
    if (text === null || edits.has(from)) return []
    const [before, after] = [(texts.get(from) ?? '').split('\n'), text.split('\n')]
    const changes = after.flatMap((line, i) => {
      const previous = before[i] ?? ''
      if (previous === line) return []
      return [{ line: i + 1, column: 1, endLine: i + 1, endColumn: previous.length + 1, text: line, ...shownLine(previous, line) }]
    })
    return changes.length === 0 ? [] : [{ path: from, changes }]
  })
}
