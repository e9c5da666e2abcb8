import type { View } from '../../../shared/table/agents'
import { fileAt, planFile } from '../../../shared/story/layout'
import type { NamedNote, SeatNotes } from '../../agents/context/notes'
import { namedBy, namespaceOf } from '../../campaign/notes/namespaces'
import type { NoteIndex } from '../../campaign/notes/note-index'
import type { Note } from '../../campaign/notes/note'
import { DM } from '../../engine/people'

/** The maximum number of listed notes, the maximum number of words in a name, and the minimum number of letters. */
const MAX_LISTED = 60
const MAX_WORDS = 5
const MIN_LETTERS = 3
/** The maximum number of notes that are included because their names occur. */
const MAX_NAMED = 5
/** Kinds of world files that a context contains in other pieces, or that are not notes. */
const NOT_LISTED: ReadonlySet<string | undefined> = new Set(['actor', 'region', 'storyEvent'])

/**
 * A seat's own notes for its context: the list of them, newest first, and the text of those whose names occur in the last `k` entries that the seat
 * heard, the last mentioned first. `index` is the index of what the seat may search.
 */
export function seatNotes(index: NoteIndex, view: View, k: number): SeatNotes {
  const { who } = view
  const home = `${namespaceOf(who)}/`
  const plan = planFile(who === DM ? undefined : who)
  const isOwn = (path: string): boolean => path.startsWith(home) && path !== plan
  const listed = index.newest().filter(({ path }) => isOwn(path) && !NOT_LISTED.has(fileAt(path)?.kind))
  const named = namedIn(index, view, k)
    .filter(({ note: { path } }) => isOwn(path) && !isInContext(path, view))
    .slice(0, MAX_NAMED)
  return {
    total: listed.length,
    listed: listed.slice(0, MAX_LISTED).map((note) => ({ path: namedBy(who, note.path), title: note.title, tags: note.tags })),
    named: named.map(({ note, name }): NamedNote => ({
      path: namedBy(who, note.path),
      source: note.path,
      title: note.title,
      tags: note.tags,
      text: note.body,
      name
    }))
  }
}

/** Whether a world file is in the context already, or belongs only to the context of the seat that opens its scene. */
function isInContext(path: string, { actors }: View): boolean {
  const at = fileAt(path)
  return at?.kind === 'storyEvent' || (at?.kind === 'actor' && actors.some(({ id }) => id === at.parts.id))
}

/** Notes whose names occur in the last entries of a log, newest entry first. Each note is listed once, with the name as it occurs. */
function namedIn(index: NoteIndex, { log, actors }: View, k: number): { note: Note; name: string }[] {
  const notes = new Map<string, { note: Note; name: string }>()
  for (const { by, text } of log.slice(-k).toReversed()) {
    const speaker = actors.find(({ id }) => id === by)?.name ?? ''
    for (const name of namesIn(`${speaker}. ${text}`)) {
      // Every folder has a file of this name.
      if (name.toLowerCase() === 'about') continue
      for (const path of index.named(name)) {
        const note = index.at(path)
        if (note && !notes.has(path)) notes.set(path, { note, name })
      }
    }
  }
  return [...notes.values()]
}

/** Every sequence of up to `MAX_WORDS` words in a text, without the punctuation around it. A possessive is also listed without its ending. */
function namesIn(text: string): Set<string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++) {
      const name = words
        .slice(from, to)
        .join(' ')
        .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
      const short = name.replace(/['’]s?$/, '')
      for (const one of [name, short]) if (one.length >= MIN_LETTERS) names.add(one).add(one.replaceAll('’', "'"))
    }
  return names
}
