import { fileAt } from '../../../shared/story/layout'
import type { ToolUse } from '../../../shared/table/agents'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { Cited, Params } from '../../../shared/story/play'
import { namedBy } from '../../campaign/notes/namespaces'
import type { NoteIndex } from '../../campaign/notes/note-index'
import { holds, isOver } from '../../../shared/story/premises'
import type { Hit, Recall, Recalled } from '../../../shared/story/recall'
import { recall } from '../../campaign/notes/recall'
import { linkTargets } from '../../campaign/notes/wikilinks'
import { recapTexts, visitedPlaces, worldTexts } from './world-texts'
import { memoryNotes } from './seat-memory'
import type { Note } from '../../campaign/notes/note'
import { may, roleOf } from '../../engine/capabilities'
import { DM, nameOf, party } from '../../engine/people'
import { checkParams } from '../../engine/params'
import type { TableTexts } from '../../engine/project'
import { RECALL } from '../../engine/verbs'
import type { StorySnapshot } from '../story'

/**
 * The results of a recall by `who`. Each path is the one under which the searching seat would record the note. At the table (`isPlaying`) the DM learns of
 * an event that can't begin yet only what it waits for; a designer who reads reads everything.
 */
export function recallFrom(
  snapshot: Pick<StorySnapshot, 'notes' | 'pages' | 'scenes' | 'state' | 'lore' | 'game'>,
  who: string,
  request: Recall,
  isPlaying = false
): Recalled {
  const { notes, pages, state } = snapshot
  const index = notes(who)
  const [role, texts] = [roleOf(who), [] as Note[]]
  if (may(role, 'search', 'world')) texts.push(...worldTexts(snapshot))
  else if (may(role, 'search', 'visited-places')) texts.push(...visitedPlaces(snapshot))
  // Whoever searches whole summaries finds them among the notes.
  if (may(role, 'search', 'recaps') && !may(role, 'search', 'summaries')) texts.push(...recapTexts(snapshot))
  if (may(role, 'search', 'own-memory')) texts.push(...memoryNotes(snapshot, who))
  const { hits, more } = recall(index, request, texts)
  const target = request.link_target?.trim() ?? ''
  return {
    hits: hits.map((hit) => Object.assign(hit, isPlaying ? waiting(hit, snapshot) : {}, { path: namedBy(who, hit.path) })),
    more,
    of: index.size + texts.length,
    cited: target === '' || who !== DM ? [] : citations(index.namesOf(target), pages(), state)
  }
}

/** What a hit says of a story event that can't begin yet. Its guide and its closing words would be played too early. */
function waiting({ path, content }: Hit, { state, lore }: Pick<StorySnapshot, 'state' | 'lore'>): Partial<Hit> {
  const at = fileAt(path)
  const event = at?.kind === 'storyEvent' ? lore.story.find(({ id }) => id === at.parts.id) : undefined
  if (!event || isOver(event, state) || holds(state.facts, event.starts_when)) return {}
  const text = `A story event that can't begin yet. It begins when: ${event.starts_when.join(', ')}. The rest can be read then.`
  return content === undefined ? { snippet: text } : { content: text }
}

/** Beats whose log entries or private lines link to one of these names; for the DM only. */
function citations(names: ReadonlySet<string>, { log, private: privateLines }: TableTexts, state: GameState): Recalled['cited'] {
  const role = roleOf(DM)
  const lines = [...(may(role, 'read', 'active-log') ? log : []), ...(may(role, 'read', 'own-talk') ? Object.values(privateLines).flat() : [])]
  return lines
    .filter(({ text }) => linkTargets(text).some((target) => names.has(target)))
    .map(({ beat, by }) => ({ beat, by: by === DM ? 'the DM' : nameOf(state, by) }))
    .toSorted((a, b) => a.beat - b.beat)
}

/** The rulings that a beat's texts link to, in the index at that beat. A ruling doesn't cite itself. */
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

/** A tool's input as a recall. Throws Problem `refused` if it doesn't fit the tool. */
export function recallIn(input: ToolUse['input']): Recall {
  const { query, tags, link_target, sort, limit } = checkParams(RECALL, input)
  return {
    ...(query === undefined ? {} : { query: String(query) }),
    ...(tags === undefined ? {} : { tags: tags as string[] }),
    ...(link_target === undefined ? {} : { link_target: String(link_target) }),
    ...(sort === undefined ? {} : { sort: sort as 'modified' | 'relevance' }),
    ...(limit === undefined ? {} : { limit: Number(limit) })
  }
}

/** The id of the person whose notes are searched. Throws Problem for somebody without notes. */
export function whoRecalls(state: GameState, who: string): string {
  const known = [DM, ...party(state)]
  const found = known.find((one) => one.toLowerCase() === who.toLowerCase())
  if (found !== undefined) return found
  throw new Problem('not-found', `No character "${who}" keeps notes. Name one of ${known.join(', ')}.`)
}
