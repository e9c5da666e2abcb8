import type { Json, JsonObject } from '../../../shared/base/json'
import { fold } from '../../../shared/story/names'
import { Problem, type ProblemData } from '../../../shared/base/problem'
import { splitFrontMatter } from '../front-matter'
import { pathForms } from './note-names'
import { linkTargets, proseOf } from './wikilinks'

/** A parsed Markdown file of a namespace. */
export interface Note {
  path: string
  /** The first heading, otherwise `title` in the front matter, otherwise the file's name (the folder's for ABOUT.md). */
  title: string
  tags: string[]
  /** Campaign time, ISO 8601; empty if the front matter has none. */
  created: string
  modified: string
  /** Everything below the front matter. */
  body: string
  /** Title, an empty line and body, folded: the text that queries search. */
  folded: string
  /** The distinct folded targets of the body's `[[links]]`, in order. */
  links: string[]
  /** The folded names besides the path: the title and the aliases. */
  called: string[]
  /** Set if the front matter doesn't parse; then the whole text is the body. */
  problem?: ProblemData
}

/** Parses one note. The result depends only on the arguments, so callers may cache it by blob id. Never throws. */
export function readNote(text: string, path: string): Note {
  const lf = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  try {
    const { matter, body } = splitFrontMatter(lf, path)
    return noteOf(path, body, mapOf(matter))
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return { ...noteOf(path, lf, {}), problem: thrown.toJSON() }
  }
}

function noteOf(path: string, body: string, matter: JsonObject): Note {
  const place = pathForms(path)[2]
  const title = headingOf(body) ?? (textOf(matter['title']) || place.slice(place.lastIndexOf('/') + 1))
  return {
    path,
    title,
    tags: tagsOf(matter['tags']),
    created: textOf(matter['created']),
    modified: textOf(matter['modified']),
    body,
    folded: fold(`${title}\n\n${body}`),
    links: linkTargets(body, path),
    called: [title, ...listOf(matter['aliases'] ?? matter['alias'])].map(fold)
  }
}

/** The first heading of level one that isn't in code. */
function headingOf(body: string): string | undefined {
  const heading = /^#[ \t].*$/m
  const first = heading.exec(body)
  if (!first || !/^ {0,3}(```|~~~)/m.test(body.slice(0, first.index))) return first ? headingWords(first[0]) : undefined
  const real = heading.exec(proseOf(body))
  return real ? headingWords(real[0]) : undefined
}

/** The text of a heading line, without the marks before and after it. */
function headingWords(line: string): string | undefined {
  let end = line.length
  while (line[end - 1] === '#') end--
  return line.slice(1, end).trim() || undefined
}

/** Returns whether front matter is a map; nothing else counts as front matter. */
export const isMap = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Front matter as a map; any other value gives an empty map. */
export const mapOf = (value: Json): JsonObject => (isMap(value) ? value : {})
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** A list of words as people write it: a YAML list, or one text with commas. */
function listOf(value: Json | undefined): string[] {
  const words = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}

/** Tags as people write them, without `#`. */
export const tagsOf = (value: Json | undefined): string[] =>
  listOf(value)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter((tag) => tag !== '')
