import { createHash } from 'node:crypto'
import { own } from '../../../shared/base/json'
import { actorFolder, fileAt, fileName, pathOf } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import { fold } from '../../../shared/story/names'
import { notePicture, picturesByName, picturesInNote } from '../../../shared/story/note-pictures'
import type { Knower, NoteListNews, NotePage } from '../../../shared/contract/world-calls'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { FOLDER } from '../../campaign/history'
import { type Note, noteNames } from '../../campaign/notes/note'
import { mayReadNote } from '../../campaign/notes/namespaces'
import { type LinkingFile, LinkedNotes, type LinkableThing } from '../../campaign/notes/linked-notes'
import { type LinkingLine, linkingLines } from '../../campaign/notes/wikilinks'
import { DESIGNER, DM, nameOf, party } from '../../engine/people'
import { filesOf } from '../edits/overlay'
import type { StoryReader } from '../reader'
import { whoRecalls } from './recall'

/** The maximum number of readers whose vaults stay cached. */
const MAX_READERS = 4

interface Indexed {
  /** The versions of the indexes, things and files from which the vault was built. */
  from: string
  vault: LinkedNotes
  news?: Required<NoteListNews>
}

const vaultCache = new WeakMap<StoryReader, Map<string, Indexed>>()

/** The YAML files of the world at the last read tree, by history. */
const worldFilesCache = new WeakMap<object, { oid: string; files: readonly LinkingFile[]; lines: ReadonlyMap<string, readonly LinkingLine[]> }>()

/** The notes that a seat may see at a commit. Without a seat: all notes, for the designer. Throws Problem `not-found` for somebody without a seat. */
export function noteGraphAt(campaign: StoryReader, as?: string, at?: string): LinkedNotes {
  return indexed(campaign, as, at).vault
}

/** The list of notes. If the caller has that version already, only the version. Throws as `vaultAt` does. */
export function noteList(campaign: StoryReader, as?: string, at?: string, have?: string): NoteListNews {
  const one = indexed(campaign, as, at)
  if (!one.news) {
    const list = one.vault.list()
    one.news = { version: createHash('sha1').update(JSON.stringify(list)).digest('hex'), list }
  }
  return one.news.version === have ? { version: have } : one.news
}

/** A note with its links, backlinks and readers. Throws Problem `not-found`, in the same words if the reader may not see the note. */
export function notePage(campaign: StoryReader, path: string, as?: string, at?: string): NotePage {
  const vault = noteGraphAt(campaign, as, at)
  const note = vault.at(path)
  if (!note) throw new Problem('not-found', `There is no note ${path} here. Choose another one in the list.`, { file: path })
  const { title, tags, created, modified, body, problem } = note
  const links = vault.linksOf(note)
  const page = { path, title, tags, created, modified, body, links, backlinks: vault.backlinksOf(note) }
  const { state, lore, tree } = campaign.past.hydratedAt(at ?? campaign.snapshot.commit.id)
  // A player must not learn what others know.
  const isPlayers = as !== undefined && whoRecalls(state, as) !== DM
  return {
    ...page,
    ...picturesOn(note, () => campaign.history.files(tree)),
    ...(problem ? { problem: problem.message } : {}),
    knownTo: isPlayers ? [] : knownTo(note, state, lore)
  }
}

/** The pictures that a note shows, by their targets. The campaign's files are listed only if there are any. */
function picturesOn({ path, body }: Note, list: () => ReadonlyMap<string, unknown>): Pick<NotePage, 'pictures'> {
  const shown = picturesInNote(body)
  if (shown.length === 0) return {}
  const files = list()
  const named = picturesByName(files.keys())
  const found = shown.flatMap(({ target }) => {
    const picture = notePicture(path, target, (one) => files.has(one), named)
    return picture === undefined ? [] : [[target, picture] as const]
  })
  return { pictures: Object.fromEntries(found) }
}

function indexed(campaign: StoryReader, as: string | undefined, at: string | undefined): Indexed {
  const { past, snapshot } = campaign
  const { state, tree } = past.hydratedAt(at ?? snapshot.commit.id)
  const who = as === undefined ? DESIGNER : whoRecalls(state, as)
  // A player's vault also contains the index of the world, filtered by what they may read.
  const shelves = who === DESIGNER ? [DM, ...keepers(campaign, state, tree)] : who === DM ? [DM] : [DM, who]
  const indexes = shelves.map((shelf) => past.notesOf(shelf, tree))
  const things = who === DESIGNER || who === DM ? thingsOf(state) : []
  const files = who === DESIGNER ? linkingFiles(campaign, tree) : []
  const from = JSON.stringify([indexes.map(({ revision }) => revision), things, files])
  const vaults = vaultCache.get(campaign) ?? new Map<string, Indexed>()
  vaultCache.set(campaign, vaults)
  const last = vaults.get(who)
  if (last?.from === from) return last
  const fresh: Indexed = { from, vault: new LinkedNotes(indexes, (path) => mayReadNote(who, path), things, files) }
  vaults.delete(who)
  for (const old of vaults.keys()) {
    if (vaults.size < MAX_READERS) break
    vaults.delete(old)
  }
  vaults.set(who, fresh)
  return fresh
}

/** The players, and everybody else with a folder of notes, such as players who left. */
function keepers({ history, past }: StoryReader, state: GameState, tree: string): string[] {
  const folder = past.files.entry(tree, 'player-notes')
  const names = folder?.mode === FOLDER ? [...history.tree(folder.oid)].flatMap(([name, { mode }]) => (mode === FOLDER ? [name] : [])) : []
  return [...new Set([...party(state), ...names])]
}

/** The YAML files of the world with links, by path; only for the designer, because agents recall notes. Each version is read once. */
function linkingFiles({ history, past }: StoryReader, tree: string): readonly LinkingFile[] {
  const world = past.files.entry(tree, 'world')
  if (world?.mode !== FOLDER) return []
  const before = worldFilesCache.get(history)
  if (before?.oid === world.oid) return before.files
  const lines = new Map<string, readonly LinkingLine[]>()
  const files = [...filesOf(history, world.oid)].flatMap(([path, { oid }]): LinkingFile[] => {
    if (!path.endsWith('.yaml')) return []
    const found = before?.lines.get(oid) ?? linkingLines(history.blob(oid).toString('utf8'), `world/${path}`)
    lines.set(oid, found)
    return found.length > 0 ? [{ path: `world/${path}`, lines: found }] : []
  })
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  worldFilesCache.set(history, { oid: world.oid, files: sorted, lines })
  return sorted
}

/** Everything in the world that a link may name. */
function thingsOf({ actors, places, regions }: GameState): LinkableThing[] {
  const about = fileName('actor')
  return [
    ...Object.entries(actors).map(([id, { name, kind }]): LinkableThing => ({ what: 'actor', id, name, note: `${actorFolder(kind, id)}/${about}` })),
    ...Object.entries(places).map(([id, { name }]): LinkableThing => ({ what: 'place', id, name })),
    ...Object.entries(regions).map(([id, { name }]): LinkableThing => ({ what: 'region', id, name, note: pathOf('region', { region: id }) }))
  ]
}

/** Who may read a note, and which actors believe something about it or about a fact that its story event makes true. */
function knownTo(note: Note, state: GameState, lore: Lore): Knower[] {
  const seats = [DM, ...party(state)].filter((who) => mayReadNote(who, note.path))
  const readers = seats.map((who): Knower => ({ who, name: who === DM ? 'DM' : nameOf(state, who) }))
  const names = subjectsOf(note, lore)
  const believers = Object.keys(state.actors).flatMap((who) =>
    Object.entries(own(lore.actors, who)?.beliefs ?? {}).flatMap(([about, belief]): Knower[] =>
      names.has(fold(about)) ? [{ who, name: nameOf(state, who), belief: { ...belief, about } }] : []
    )
  )
  return [...readers, ...believers]
}

/** The folded names by which a belief may refer to a note: the note's own names, and the facts that its story event makes true. */
function subjectsOf(note: Note, lore: Lore): Set<string> {
  const names = noteNames(note)
  // Every folder has a file of this name.
  for (const name of ['about', 'about.md']) names.delete(name)
  const at = fileAt(note.path)
  const event = at?.kind === 'storyEvent' ? lore.story.find(({ id }) => id === at.parts.id) : undefined
  const facts = [...(event?.done_when ?? []), ...(event?.outcomes ?? []).flatMap((outcome) => outcome.facts)]
  return new Set([...names, ...facts.filter((fact) => !fact.startsWith('!')).map(fold)])
}
