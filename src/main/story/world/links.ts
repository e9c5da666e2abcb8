import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import { fold } from '../../../shared/story/names'
import type { LinksLeft } from '../../../shared/contract/world-edits'
import { lineTo, parentOf } from '../../campaign/commit-line'
import { namespaceFolder } from '../../campaign/notes/namespaces'
import { type Note, noteNames, pathNames, readNote } from '../../campaign/notes/note'
import { namesakesOf, renamesOf } from '../../campaign/notes/renames'
import { mayLink } from '../../campaign/notes/wikilinks'
import type { Edited } from '../../campaign/world/edit-files'
import { followLinks } from '../../campaign/world/links'
import { DM, party } from '../../engine/people'
import type { StoryReader } from '../reader'

const MAX_COMMITS_SEARCHED = 3000

/** The files of an edit with those whose links were updated, and a report on the links. */
export interface Relinked {
  files: Edited['files']
  links: LinksLeft
}

/** Updates links to world files moved outside the app (one removed, a new one with its bytes). Externally changed files stay as they are. */
export function relinkMovedFiles(campaign: StoryReader, files: Edited['files']): Relinked | undefined {
  const { commit, state } = campaign.snapshot
  const removed = new Map<string, string>()
  for (const [path, bytes] of files)
    if (bytes === null && /^world\/.*\.(md|yaml)$/.test(path)) removed.set(campaign.past.bytes(commit.tree, path)?.toString('latin1') ?? '', path)
  const moves = [...files].flatMap(([path, bytes]): [string, string][] => {
    const from = bytes === null || campaign.past.bytes(commit.tree, path) ? undefined : removed.get(bytes.toString('latin1'))
    return from === undefined ? [] : [[from, path]]
  })
  if (moves.length === 0) return undefined
  const moved = new Set(moves.map(([from]) => from))
  const retitled = (file: string, id: string, name: string): string[] => (moved.has(file) ? [name] : [id, name])
  const names = [
    ...Object.entries(state.places).flatMap(([id, { name, region }]) => retitled(pathOf('location', { region, id }), id, name)),
    ...Object.entries(state.regions).flatMap(([id, { name }]) => retitled(pathOf('region', { region: id }), id, name)),
    ...Object.entries(state.actors).flatMap(([id, { name }]) => [id, name])
  ]
  return relink(campaign, { files, moves, retitled: [], names }, new Set(files.keys()))
}

/**
 * Updates links to what an edit renames, and links that would then find a namesake, in the designer's prose. Links in texts by agents are only
 * reported. Undefined if nothing was renamed or no
 * link leads there. `unchanged`: files that must be saved as they are.
 */
export function relink(
  campaign: StoryReader,
  { files, moves, retitled, names }: Pick<Edited, 'files' | 'moves' | 'retitled' | 'names'>,
  unchanged: ReadonlySet<string> = new Set()
): Relinked | undefined {
  if (moves.length === 0 && retitled.length === 0) return undefined
  const { commit, state, lore } = campaign.snapshot
  const moved = new Map(moves)
  const now = (path: string): string => moved.get(path) ?? path
  const text = (path: string): string | undefined => {
    const draft = files.get(path)
    return (draft === undefined ? campaign.past.bytes(commit.tree, path) : draft)?.toString('utf8')
  }
  const known = new Set(names.map(fold))
  const indexes = [DM, ...party(state)].map((who) => campaign.past.notesOf(who, commit.tree))
  const stillCalled = (path: string, name: string): boolean =>
    !moved.has(path) || pathNames(now(path)).some((one) => fold(one) === name) || fold(headingOf(text(now(path)))) === name
  const isTaken = (name: string): boolean =>
    known.has(name) || indexes.some((index) => [...index.named(name)].some((path) => stillCalled(path, name)))
  const namesAfter = (path: string): ReadonlySet<string> => noteNames(readNote(text(path) ?? '', path))
  const ofWorld = indexes[0]
  const namesakes = ofWorld ? namesakesOf(ofWorld, moves, namesAfter) : new Map<string, string>()
  const renames = new Map([...renamesOf(moves, retitled, isTaken), ...namesakes])
  if (renames.size === 0) return undefined
  const notes = new Map<string, Note>()
  for (const index of indexes)
    for (const name of renames.keys())
      for (const path of index.backlinks(name)) {
        const note = index.at(path)
        // In a player's notes, a name means the player's own note first.
        const isOwn = namesakes.has(name) && [...index.named(name)].some((one) => namespaceFolder(one) === namespaceFolder(path))
        if (note && (namespaceFolder(path) === 'world' || !isOwn)) notes.set(path, note)
      }
  const linking = (value: unknown): boolean => mayLink(JSON.stringify(value))
  const places = Object.keys(state.places).filter((id) => linking([own(lore.places, id), state.places[id]?.features]))
  const journeys = Object.keys(state.journeys).filter((id) => linking(own(lore.journeys, id) ?? ''))
  const sheets = new Set([
    ...places.map((id) => now(pathOf('location', { region: own(state.places, id)?.region ?? '', id }))),
    ...journeys.map((id) => now(pathOf('journeys', { region: own(state.journeys, id)?.region ?? '' })))
  ])
  const followed = followLinks({ renames, notes: notes.values(), sheets, text, now, kept: unchanged })
  if (followed.files.size + followed.links.left.length === 0) return undefined
  const beats = writers(
    campaign,
    followed.links.left.map(({ path }) => path)
  )
  const left = followed.links.left.map((one) => ({ ...one, ...(beats.has(one.path) ? { beat: beats.get(one.path) } : {}) }))
  return { files: new Map([...files, ...followed.files]), links: { ...followed.links, left } }
}

const headingOf = (text = ''): string => /^#[ \t](.*)$/m.exec(text)?.[1]?.trim() ?? ''

/** The commit that last wrote each file, searched in the newest part of the line. */
function writers({ history, snapshot }: StoryReader, paths: readonly string[]): Map<string, string> {
  const writersOf = new Map<string, string>()
  let examined = 0
  for (const at of lineTo(history, snapshot.commit.id)) {
    if (examined++ === MAX_COMMITS_SEARCHED || writersOf.size >= paths.length) break
    const parent = parentOf(history, at)
    for (const path of paths)
      if (!writersOf.has(path) && history.entry(at.id, path)?.oid !== (parent && history.entry(parent.id, path)?.oid)) writersOf.set(path, at.id)
  }
  return writersOf
}
