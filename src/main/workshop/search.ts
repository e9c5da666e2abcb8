import { searchPattern } from '../../arrow'
import type { Search, SearchMatch, SearchNews } from '../../shared/contract/language-calls'
import { fileAt } from '../../shared/story/layout'
import { Problem } from '../../shared/base/problem'
import { TextPlaces } from './text-places'

/** The most matches of one search. */
export const MAX_MATCHES = 2000
const MAX_IN_FILE = 200
/** The number of characters of a line that are shown before and after a match. */
const SHOWN = { before: 60, after: 160 }
/** The most matching steps in one line, and in a whole search. */
const STEPS = { line: 100_000, all: 40_000_000 }
const MAX_LINE = 20_000

/** A match in a text: its offsets and the contents of its groups. */
interface Span {
  start: number
  end: number
  replacement?: string | undefined
}

/** Why a search stopped early, as a sentence. */
type Capped = string | undefined

/** Finds a search's matches in one text after another; the limits apply to all texts together. */
class Searcher {
  readonly #find: (line: string, from: number) => Span | undefined
  readonly #limit = { left: STEPS.all }
  capped: Capped

  /** Throws Problem `bad-input` for text that is not a regular expression. */
  constructor(
    private readonly search: Search,
    private readonly replacement?: string
  ) {
    this.#find = search.regex ? this.#byPattern() : this.#byText()
  }

  in(text: string): Span[] {
    const found: Span[] = []
    let start = 0
    while (start <= text.length && this.capped === undefined) {
      const end = text.indexOf('\n', start)
      const line = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '')
      for (let from = 0; from <= line.length;) {
        const match = this.#find(line, from)
        if (!match) break
        found.push({ ...match, start: match.start + start, end: match.end + start })
        from = Math.max(match.end, match.start + 1)
      }
      if (end < 0) break
      start = end + 1
    }
    return found
  }

  #byText(): (line: string, from: number) => Span | undefined {
    const { text, matchCase, wholeWord } = this.search
    const wanted = matchCase ? text : text.toLowerCase()
    return (line, from) => {
      const folded = matchCase ? line : line.toLowerCase()
      // If lower-casing a letter changes its length, offsets would be wrong.
      const within = folded.length === line.length ? folded : line
      for (let at = within.indexOf(wanted, from); at >= 0; at = within.indexOf(wanted, at + 1))
        if (!wholeWord || isWhole(line, at, at + wanted.length)) return { start: at, end: at + wanted.length, replacement: this.replacement }
      return undefined
    }
  }

  #byPattern(): (line: string, from: number) => Span | undefined {
    const { text, matchCase, wholeWord } = this.search
    const source = matchCase ? text : anyCase(text)
    if (searchPattern(source, '') === 'invalid')
      throw new Problem('bad-input', `"${text}" is not a regular expression. Correct it, or turn off "Regular expression".`)
    return (line, from) => {
      if (line.length > MAX_LINE) return undefined
      for (let at = from; at <= line.length;) {
        const limit = { left: Math.min(STEPS.line, this.#limit.left) }
        const before = limit.left
        const match = searchPattern(source, line.slice(at), limit)
        this.#limit.left -= before - Math.max(0, limit.left)
        if (match === 'given-up' || match === 'invalid') {
          this.capped = 'The regular expression takes too many steps, so the search was given up. Make it simpler.'
          return undefined
        }
        if (match === 'none' || match.end === match.start) return undefined
        const [start, end] = [match.start + at, match.end + at]
        if (!wholeWord || isWhole(line, start, end)) return { start, end, replacement: this.replacement }
        at = end
      }
      return undefined
    }
  }
}

/** A pattern that matches each letter in either case. */
function anyCase(pattern: string): string {
  let out = ''
  let inClass = false
  for (let i = 0; i < pattern.length; i++) {
    const one = pattern[i] ?? ''
    if (one === '\\') {
      out += one + (pattern[++i] ?? '')
      continue
    }
    if (one === '[') inClass = true
    if (one === ']') inClass = false
    const [low, high] = [one.toLowerCase(), one.toUpperCase()]
    const isRange = inClass && (pattern[i + 1] === '-' || pattern[i - 1] === '-')
    const isName = pattern.slice(0, i).endsWith('(?') || /\(\?<[^>]*$/.test(pattern.slice(0, i))
    out += low === high || isRange || isName ? one : inClass ? low + high : `[${low}${high}]`
  }
  return out
}

const isWord = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}_]/u.test(unit)
const isWhole = (line: string, start: number, end: number): boolean =>
  !(isWord(line[start - 1]) && isWord(line[start])) && !(isWord(line[end - 1]) && isWord(line[end]))

/** A filter of paths by the parts and patterns of a search's `paths`. */
export function pathFilter(paths: string): (path: string) => boolean {
  const parts = paths.split(',').map((part) => part.trim().toLowerCase())
  const wanted = parts.filter((part) => part !== '' && !part.startsWith('!'))
  const left = parts.filter((part) => part.startsWith('!') && part.length > 1).map((part) => part.slice(1))
  const fits = (path: string, part: string): boolean => (part.includes('*') ? glob(path, part) : path.includes(part))
  return (path) => {
    const folded = path.toLowerCase()
    return (wanted.length === 0 || wanted.some((part) => fits(folded, part))) && !left.some((part) => fits(folded, part))
  }
}

/** Whether a path contains the parts of a pattern with `*` in order. */
function glob(path: string, pattern: string): boolean {
  const pieces = pattern.split(/\*+/)
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    const isLast = i === pieces.length - 1
    const found = isLast ? (path.endsWith(piece) && path.length - piece.length >= at ? path.length - piece.length : -1) : path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return true
}

/** Whether a file is searched: text files of the campaign, except those that only the table uses. */
export const isSearched = (path: string): boolean => /\.(ts|yaml|yml|md|json|txt|js|arrow)$/i.test(path) || fileAt(path) !== undefined
/** Whether a search may change a file: the log and the table's own files are records. */
const isReplaceable = (path: string): boolean =>
  !path.startsWith('sessions/') && !['next', 'current-scene', 'narrative-version'].includes(path) && !path.endsWith('TIMELINE.yaml')

/** The number of files after which a search yields its progress. */
const FILES_BETWEEN_NEWS = 200

/** Searches texts in the order of their paths. Yields its progress now and then. */
export function* searchTexts(texts: ReadonlyMap<string, string>, search: Search, replacement?: string): Generator<SearchNews> {
  const searcher = new Searcher(search, replacement)
  const fits = pathFilter(search.paths)
  const paths = [...texts.keys()].filter((path) => isSearched(path) && fits(path) && (replacement === undefined || isReplaceable(path))).toSorted()
  let files: SearchNews['files'] = []
  let left = MAX_MATCHES
  let capped: Capped
  for (const [done, path] of paths.entries()) {
    const text = texts.get(path) ?? ''
    const spans = searcher.in(text)
    if (spans.length > 0) {
      const some = spans.slice(0, Math.min(left, MAX_IN_FILE))
      if (some.length < spans.length) capped ??= `Only the first ${MAX_IN_FILE} matches of a file are listed. Search for something longer to see all.`
      left -= some.length
      files.push({ path, matches: matchesIn(text, some) })
    }
    if (searcher.capped !== undefined) capped = searcher.capped
    if (left <= 0) capped = `The search stopped after ${MAX_MATCHES} matches. Search for something longer, or name the files to search.`
    if (left <= 0 || searcher.capped !== undefined) break
    if ((done + 1) % FILES_BETWEEN_NEWS === 0) {
      yield { files, searched: done + 1, of: paths.length }
      files = []
    }
  }
  yield { files, searched: paths.length, of: paths.length, ...(capped === undefined ? {} : { capped }) }
}

function matchesIn(text: string, spans: readonly Span[]): SearchMatch[] {
  const places = new TextPlaces(text)
  return spans.map(({ start, end, replacement }) => {
    const range = places.range(start, end)
    const line = places.line(range.line)
    const from = Math.max(line.length - line.trimStart().length, range.column - 1 - SHOWN.before)
    const shown = line.slice(Math.min(from, range.column - 1), range.endColumn - 1 + SHOWN.after)
    const at = range.column - 1 - Math.min(from, range.column - 1)
    return { ...range, text: shown, from: at, to: at + (end - start), ...(replacement === undefined ? {} : { replacement }) }
  })
}

/** The texts of the named files with every match replaced, and the number of replacements. Throws Problem `refused` if nothing would change. */
export function replaceInTexts(
  texts: ReadonlyMap<string, string>,
  search: Search,
  replacement: string,
  paths: readonly string[]
): { files: Map<string, string>; replaced: number } {
  const searcher = new Searcher(search, replacement)
  const files = new Map<string, string>()
  let count = 0
  for (const path of paths) {
    const text = texts.get(path)
    if (text === undefined || !isReplaceable(path)) continue
    const spans = searcher.in(text)
    if (searcher.capped !== undefined) throw new Problem('refused', searcher.capped)
    let out = ''
    let at = 0
    for (const { start, end } of spans) {
      out += text.slice(at, start) + replacement
      at = end
    }
    out += text.slice(at)
    if (out === text) continue
    files.set(path, out)
    count += spans.length
  }
  if (files.size === 0) throw new Problem('refused', 'There is nothing to replace: no file that may be edited has a match. Search again.')
  return { files, replaced: count }
}
