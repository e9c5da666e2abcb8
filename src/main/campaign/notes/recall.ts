import type { RecallHits, Hit, Recall } from '../../../shared/story/recall'
import type { Note } from './note'
import { newestFirst, type NoteIndex } from './note-index'
import { asked, ranked } from './relevance'
import { searchable } from './search-words'
import { queryOf } from './signature'

/** The number of notes that one recall returns by default, and the maximum. */
const MAX_HITS = { usual: 10, most: 50 }
const SNIPPET_MARGIN_CHARS = 80
const MAX_SNIPPETS = 3
/** A note that has only some words of a question is found if its score is at least this part of the best one's. */
const NEAR_THE_BEST = 0.45

/**
 * Finds notes by text (in title, body and front matter, whatever the case and the accents), tags (a note must have all) and links. Notes with the
 * query's literal text are sorted newest first, or by relevance: the number of matches relative to the length. After them come those that
 * have its words in any form, the best first (BM25); a query in quotes is only literal. `others` are searched besides, unless tags or a link are wanted.
 */
export function recall(index: NoteIndex, request: Recall, others: readonly Note[] = []): RecallHits {
  const query = searchable((request.query ?? '').trim())
  const quoted = /^"(.+)"$/.exec(query)?.[1]
  const search = quoted ?? query
  const tags = (request.tags ?? []).map((tag) => tag.trim().replace(/^#+/, '')).filter((tag) => tag !== '')
  const target = request.link_target?.trim() ?? ''
  const limit = Math.trunc(request.limit ?? MAX_HITS.usual)
  const maxHits = Math.min(Math.max(Number.isNaN(limit) ? MAX_HITS.usual : limit, 1), MAX_HITS.most)
  const filtered = withTagsAndLink(index, tags, target)
  const notes = search !== '' && tags.length === 0 && target === '' ? [...filtered, ...others] : filtered
  const question = asked(quoted === undefined ? search : '')
  const words = [...question.values()].flat().filter((word) => word.length > 2)
  const literal = matches(search, index, notes)
  const best = request.sort === 'relevance' && search !== '' ? densest(literal, [search], maxHits + 1) : first(literal, maxHits + 1)
  const isLiteral = (note: Note): boolean => search === '' || note.searched.includes(search)
  if (best.length <= maxHits && question.size > 0) best.push(...withWords(question, index, notes, isLiteral).slice(0, maxHits + 1 - best.length))
  const whole = search === '' && tags.length > 0
  const names = search === '' && target !== '' ? index.namesOf(target) : undefined
  const shown = (note: Note): string[] => {
    const link = names && note.links.find((one) => names.has(one))
    if (link !== undefined) return [`[[${searchable(link)}`, `](${searchable(link).replaceAll(' ', '%20')}`]
    return search === '' ? [] : isLiteral(note) ? [search] : words
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

/** The notes with the words of a question, the best first, without those that `isLeftOut` rejects and those that are far from the best. */
function withWords(
  question: ReadonlyMap<string, readonly string[]>,
  index: NoteIndex,
  notes: readonly Note[],
  isLeftOut: (note: Note) => boolean
): Note[] {
  const queries = new Map([...question.values()].flat().map((word) => [word, queryOf(word)]))
  const mayHave = (note: Note, beginnings: readonly string[]): boolean =>
    beginnings.some((word) => index.matches(note, queries.get(word) ?? queryOf(word)))
  const all = ranked(notes, question, mayHave)
  const least = (all[0]?.score ?? 0) * NEAR_THE_BEST
  return all.filter(({ text, score }) => score >= least && !isLeftOut(text)).map(({ text }) => text)
}

function first(notes: Iterable<Note>, count: number): Note[] {
  const matches: Note[] = []
  for (const note of notes) if (matches.push(note) === count) break
  return matches
}

/** The `count` notes with the most matches relative to their length; in a tie, the newest. `notes` come newest first. */
function densest(notes: Iterable<Note>, terms: readonly string[], count: number): Note[] {
  const dense: { note: Note; density: number }[] = []
  for (const note of notes) {
    const density = terms.reduce((sum, term) => sum + densityOf(note.searched, term), 0)
    if (dense.length === count && density <= (dense.at(-1)?.density ?? 0)) continue
    let at = dense.length
    while (at > 0 && (dense[at - 1]?.density ?? 0) < density) at--
    dense.splice(at, 0, { note, density })
    if (dense.length > count) dense.pop()
  }
  return dense.map(({ note }) => note)
}

/** The number of matches per 1,000 characters. A note's text has the title before the body, so that a match in the title counts twice. */
function densityOf(text: string, search: string): number {
  let count = 0
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length)) count++
  return (count * 1000) / (text.length + 100)
}

function hitOf(note: Note, terms: readonly string[], whole: boolean): Hit {
  const { path, title, tags, modified, problem } = note
  return {
    path,
    title,
    tags,
    modified,
    ...(whole ? { content: note.body.trim() } : { snippet: snippetOf(note, terms) }),
    ...(problem === undefined ? {} : { problem: problem.message })
  }
}

/** The matches with some surrounding text; the beginning of the note if there is no query or only the title matches. */
function snippetOf({ body: prose, matter }: Note, terms: readonly string[]): string {
  const inBody = prose.normalize('NFC').trim()
  const isIn = (text: string): boolean => terms.some((term) => searchable(text).includes(term))
  const body = isIn(inBody) || !isIn(matter) ? inBody : matter.normalize('NFC')
  const text = searchable(body)
  const next = (from: number): { at: number; end: number } | undefined =>
    terms
      .map((term) => ({ at: text.indexOf(term, from), end: text.indexOf(term, from) + term.length }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)[0]
  const back = text.length === body.length ? (at: number): number => at : originalPositions(body)
  const parts: string[] = []
  let end = 0
  for (let match = next(0); match && parts.length < MAX_SNIPPETS; match = next(match.end)) {
    const begin = back(match.at)
    if (begin >= end) {
      const start = Math.max(end, wordStart(body, begin - SNIPPET_MARGIN_CHARS))
      end = wordEnd(body, back(match.end) + SNIPPET_MARGIN_CHARS)
      parts.push(`${start > 0 && parts.length === 0 ? '… ' : ''}${oneLine(body.slice(start, end))}`)
    }
    if (end >= body.length) break
  }
  if (parts.length === 0) return oneLine(body.slice(0, 2 * SNIPPET_MARGIN_CHARS)) + (body.length > 2 * SNIPPET_MARGIN_CHARS ? ' …' : '')
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

/** Maps positions in a searchable text to positions in the original, because some characters get longer or shorter. */
function originalPositions(body: string): (at: number) => number {
  const starts: number[] = []
  let here = 0
  for (const letter of body) {
    for (let i = searchable(letter).length; i > 0; i--) starts.push(here)
    here += letter.length
  }
  return (at) => starts[at] ?? body.length
}
