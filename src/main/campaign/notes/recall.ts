import { fold } from '../../../shared/story/names'
import type { RecallHits, Hit, Recall } from '../../../shared/story/recall'
import type { Note } from './note'
import { newestFirst, type NoteIndex } from './note-index'
import { queryOf } from './signature'

/** The number of notes that one recall returns by default, and the maximum. */
const MAX_HITS = { usual: 10, most: 50 }
const SNIPPET_MARGIN_CHARS = 80
const MAX_SNIPPETS = 3

/**
 * Finds notes by literal text (case-insensitive, in title and body), tags (a note must have all) and links. Sorted newest first, or by relevance: the
 * number of matches relative to the length.
 */
export function recall(index: NoteIndex, request: Recall): RecallHits {
  const search = fold((request.query ?? '').trim())
  const tags = (request.tags ?? []).map((tag) => tag.trim().replace(/^#+/, '')).filter((tag) => tag !== '')
  const limit = Math.trunc(request.limit ?? MAX_HITS.usual)
  const maxHits = Math.min(Math.max(Number.isNaN(limit) ? MAX_HITS.usual : limit, 1), MAX_HITS.most)
  const matching = matches(search, index, withTagsAndLink(index, tags, request.link_target ?? ''))
  const best = request.sort === 'relevance' && search !== '' ? densest(matching, search, maxHits + 1) : first(matching, maxHits + 1)
  const whole = search === '' && tags.length > 0
  const names = search === '' && request.link_target?.trim() ? index.namesOf(request.link_target) : undefined
  const shown = (note: Note): string => {
    const link = names && note.links.find((target) => names.has(target))
    return link === undefined ? search : `[[${link}`
  }
  return { hits: best.slice(0, maxHits).map((note) => hitOf(note, shown(note), whole)), more: best.length > maxHits }
}

function withTagsAndLink(index: NoteIndex, tags: readonly string[], target: string): readonly Note[] {
  const sets: ReadonlySet<string>[] = tags.map((tag) => index.tagged(tag))
  if (target.trim() !== '') sets.push(new Set(index.backlinks(target)))
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size)
  if (!smallest) return index.newest()
  return [...smallest]
    .filter((path) => others.every((set) => set.has(path)))
    .flatMap((path) => index.at(path) ?? [])
    .toSorted(newestFirst)
}

function* matches(search: string, index: NoteIndex, notes: readonly Note[]): Generator<Note> {
  const query = queryOf(search)
  for (const note of notes) if (search === '' || index.matches(note, query)) yield note
}

function first(notes: Iterable<Note>, count: number): Note[] {
  const matches: Note[] = []
  for (const note of notes) if (matches.push(note) === count) break
  return matches
}

/** The `count` notes with the most matches relative to their length; in a tie, the newest. `notes` come newest first. */
function densest(notes: Iterable<Note>, search: string, count: number): Note[] {
  const dense: { note: Note; density: number }[] = []
  for (const note of notes) {
    const density = densityOf(note.folded, search)
    if (dense.length === count && density <= (dense.at(-1)?.density ?? 0)) continue
    let at = dense.length
    while (at > 0 && (dense[at - 1]?.density ?? 0) < density) at--
    dense.splice(at, 0, { note, density })
    if (dense.length > count) dense.pop()
  }
  return dense.map(({ note }) => note)
}

/** The number of matches per 1,000 characters. `folded` has the title before the body, so that a match in the title counts twice. */
function densityOf(folded: string, search: string): number {
  let count = 0
  for (let at = folded.indexOf(search); at >= 0; at = folded.indexOf(search, at + search.length)) count++
  return (count * 1000) / (folded.length + 100)
}

function hitOf(note: Note, search: string, whole: boolean): Hit {
  const { path, title, tags, modified, problem } = note
  return {
    path,
    title,
    tags,
    modified,
    ...(whole ? { content: note.body.trim() } : { snippet: snippetOf(note.body, search) }),
    ...(problem === undefined ? {} : { problem: problem.message })
  }
}

/** The matches with some surrounding text; the beginning of the note if there is no query or only the title matches. */
function snippetOf(text: string, search: string): string {
  const body = text.normalize('NFC').trim()
  const folded = fold(body)
  const firstAt = search === '' ? -1 : folded.indexOf(search)
  if (firstAt < 0) return oneLine(body.slice(0, 2 * SNIPPET_MARGIN_CHARS)) + (body.length > 2 * SNIPPET_MARGIN_CHARS ? ' …' : '')
  const back = folded.length === body.length ? (at: number): number => at : originalPositions(body)
  const parts: string[] = []
  let end = 0
  for (let at = firstAt, from = 0; at >= 0 && parts.length < MAX_SNIPPETS; at = folded.indexOf(search, from)) {
    from = at + search.length
    const match = back(at)
    if (match >= end) {
      const start = Math.max(end, wordStart(body, match - SNIPPET_MARGIN_CHARS))
      end = wordEnd(body, back(from) + SNIPPET_MARGIN_CHARS)
      parts.push(`${start > 0 && parts.length === 0 ? '… ' : ''}${oneLine(body.slice(start, end))}`)
    }
    if (end >= body.length) break
  }
  return parts.join(' … ') + (end < body.length ? ' …' : '')
}

/** The given position, or the nearest word boundary if it is inside a word of normal length. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const space = /\s/.exec(text.slice(at, at + LONG_WORD))
  return space ? at + space.index + 1 : at
}
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = /\s\S*$/.exec(text.slice(at - LONG_WORD, at + 1))
  return space ? at - LONG_WORD + space.index : at
}
const LONG_WORD = 20
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Maps positions in a folded text to positions in the original, because folding lengthens some characters. */
function originalPositions(body: string): (at: number) => number {
  const starts: number[] = []
  let here = 0
  for (const letter of body) {
    for (let i = fold(letter).length; i > 0; i--) starts.push(here)
    here += letter.length
  }
  return (at) => starts[at] ?? body.length
}
