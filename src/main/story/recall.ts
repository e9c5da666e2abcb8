import { fileAt } from '../../shared/layout'
import type { ToolUse } from '../../shared/agents'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import type { Cited, LogEntry, Params } from '../../shared/play'
import { namedBy, searchedBy } from '../campaign/notes/namespaces'
import type { NoteIndex } from '../campaign/notes/note-index'
import type { Recall, Recalled } from '../../shared/recall'
import { recall } from '../campaign/notes/recall'
import { Shelf, type NoteObjects } from '../campaign/notes/shelf'
import { linkTargets } from '../campaign/notes/wikilinks'
import { may, roleOf } from '../engine/capabilities'
import { DM, nameOf, party } from '../engine/people'
import { checkParams } from '../engine/params'
import type { PrivateLine } from '../engine/project'
import { RECALL } from '../engine/verbs'

/** What has been said in the active scene, as far as somebody may look it up. */
export interface Said {
  log: readonly LogEntry[]
  private: Readonly<Record<string, readonly PrivateLine[]>>
}

/** The notes of everybody at one table; each index is made when it is first asked for. */
export class Memory {
  readonly #shelves = new Map<string, Shelf>()

  constructor(private readonly objects: NoteObjects) {}

  /** The index of what somebody may look through at a root tree. It stands until the next call for the same one. */
  of(who: string, tree: string): NoteIndex {
    const known = this.#shelves.get(who)
    const shelf = known ?? new Shelf(this.objects, searchedBy(who))
    if (!known) this.#shelves.set(who, shelf)
    return shelf.at(tree)
  }

  /** Answers a recall at a root tree. */
  recall(who: string, tree: string, asked: Recall, state: GameState, said: () => Said): Recalled {
    return recalled(who, this.of(who, tree), asked, state, said)
  }
}

/** What somebody finds in an index of what they may look through; paths are as the asker records under them. */
export function recalled(who: string, index: NoteIndex, asked: Recall, state: GameState, said: () => Said): Recalled {
  const { hits, more } = recall(index, asked)
  const target = asked.link_target?.trim() ?? ''
  return {
    hits: hits.map((hit) => Object.assign(hit, { path: namedBy(who, hit.path) })),
    more,
    of: index.size,
    cited: target === '' || who !== DM ? [] : citations(index.namesOf(target), said(), state)
  }
}

/** Beats in which one of these names was linked to, in what the DM may look up: the log, and the DM's private talk. */
function citations(names: ReadonlySet<string>, { log, private: talk }: Said, state: GameState): Recalled['cited'] {
  const role = roleOf(DM)
  const lines = [...(may(role, 'read', 'active-log') ? log : []), ...(may(role, 'read', 'own-talk') ? Object.values(talk).flat() : [])]
  return lines
    .filter(({ text }) => linkTargets(text).some((target) => names.has(target)))
    .map(({ beat, by }) => ({ beat, by: by === DM ? 'the DM' : nameOf(state, by) }))
    .toSorted((a, b) => a.beat - b.beat)
}

/** Rulings that the texts of a beat link to, by the index of that moment; a ruling does not cite itself. */
export function rulingsCited(params: Params, files: readonly string[], index: () => NoteIndex): Cited[] {
  const texts = Object.values(params).filter((value) => typeof value === 'string' && value.includes('[['))
  const targets = texts.flatMap((text) => linkTargets(String(text)))
  if (targets.length === 0) return []
  const notes = index()
  const paths = new Set(targets.flatMap((target) => [...notes.named(target)]))
  return [...paths]
    .filter((path) => fileAt(path)?.kind === 'ruling' && !files.includes(path))
    .toSorted()
    .flatMap((path) => {
      const note = notes.at(path)
      return note ? [{ path, title: note.title, text: note.body.trim() }] : []
    })
}

/** A tool's input as a question; throws Problem `refused` for what does not fit the tool. */
export function askedIn(input: ToolUse['input']): Recall {
  const { query, tags, link_target, sort, limit } = checkParams(RECALL, input)
  return {
    ...(query === undefined ? {} : { query: String(query) }),
    ...(tags === undefined ? {} : { tags: tags as string[] }),
    ...(link_target === undefined ? {} : { link_target: String(link_target) }),
    ...(sort === undefined ? {} : { sort: sort as 'modified' | 'relevance' }),
    ...(limit === undefined ? {} : { limit: Number(limit) })
  }
}

/** Whose notes are meant; throws Problem for somebody who keeps none. */
export function whoRecalls(state: GameState, who: string): string {
  const known = [DM, ...party(state)]
  const found = known.find((one) => one.toLowerCase() === who.toLowerCase())
  if (found !== undefined) return found
  throw new Problem('not-found', `No character "${who}" keeps notes. Name one of ${known.join(', ')}.`)
}
