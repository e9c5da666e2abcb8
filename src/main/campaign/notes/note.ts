import { isObject, type Json, type JsonObject } from '../../../shared/base/json'
import { fold } from '../../../shared/story/names'
import { Problem, type ProblemData } from '../../../shared/base/problem'
import { splitFrontMatter, unclosedFrontMatter } from '../front-matter'
import { searchable } from './search-words'
import { linkTargets, mayLink, tagsIn, withoutCode } from './wikilinks'

/** A parsed Markdown file of a namespace. */
export interface Note {
  path: string
  /** The first heading, otherwise `title` in the front matter, otherwise the file's name (the folder's for ABOUT.md). */
  title: string
  tags: string[]
  /** Campaign time, ISO 8601; empty if the front matter has none. */
  created: string
  modified: string
  body: string
  /** The texts of the front matter besides tags, names and times, one a line. */
  matter: string
  /** Title, an empty line, body and matter, as searches compare them. */
  searched: string
  /** The properties of the front matter that contain links, as `key: text`. */
  properties: readonly string[]
  /** The distinct folded targets of the links in the properties and the body, in order. */
  links: string[]
  /** The folded names besides the path: the title and the aliases. */
  called: string[]
  /** Set if the front matter doesn't parse or has no end; then the whole text is the body. */
  problem?: ProblemData
}

/** Parses one note. The result depends only on the arguments, so callers may cache it by blob id. Never throws. */
export function readNote(text: string, path: string): Note {
  const lf = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  try {
    const { matter, body } = splitFrontMatter(lf, path)
    const unclosed = unclosedFrontMatter(lf, path)
    return { ...noteOf(path, body, objectOrEmpty(matter)), ...(unclosed ? { problem: unclosed.toJSON() } : {}) }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return { ...noteOf(path, lf, {}), problem: thrown.toJSON() }
  }
}

function noteOf(path: string, body: string, matter: JsonObject): Note {
  const place = pathForms(path)[2]
  const { tags: _tags, created: _created, modified: _modified, aliases: _aliases, alias: _alias, title: _title, ...others } = matter
  const said = textsIn(others).join('\n')
  const properties = Object.entries(matter).flatMap(([key, value]) => linkTexts(value).map((text) => `${key}: ${text}`))
  const title = headingOf(body) ?? (textOf(matter['title']) || place.slice(place.lastIndexOf('/') + 1))
  return {
    path,
    title,
    tags: withTags(tagList(matter['tags']), tagsIn(body)),
    created: textOf(matter['created']),
    modified: textOf(matter['modified']),
    body,
    matter: said,
    searched: searchable(`${title}\n\n${body}${said === '' ? '' : `\n${said}`}`),
    properties,
    links: [...new Set([...properties, body].flatMap((text) => linkTargets(text, path)))],
    called: [title, ...listOf(matter['aliases'] ?? matter['alias'])].map(fold)
  }
}

/** Keys of conditions and of names of facts, which are no prose. */
const CONDITIONS: ReadonlySet<string> = new Set(['when', 'met', 'starts_when', 'done_when', 'facts'])

/** Every text in a value, in order, but neither keys nor conditions. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => (CONDITIONS.has(key) ? [] : textsIn(one))) : []
}

/** The text of `[[Mill]]` without quotes, which YAML reads as a list in a list. */
export const unquotedLink = (value: Json): string | undefined =>
  Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) && value[0].length === 1 && typeof value[0][0] === 'string'
    ? `[[${value[0][0]}]]`
    : undefined

/** The texts in a value that contain links, in order. */
function linkTexts(value: Json): string[] {
  const link = unquotedLink(value)
  if (link !== undefined) return [link]
  if (typeof value === 'string') return mayLink(value) ? [value] : []
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(linkTexts) : []
}

function headingOf(body: string): string | undefined {
  const heading = /^#[ \t].*$/m
  const first = heading.exec(body)
  if (!first || !/^ {0,3}(```|~~~)/m.test(body.slice(0, first.index))) return first ? headingWords(first[0]) : undefined
  const real = heading.exec(withoutCode(body))
  return real ? headingWords(real[0]) : undefined
}

/** The text of a heading line, without the marks before and after it. */
function headingWords(line: string): string | undefined {
  let end = line.length
  while (line[end - 1] === '#') end--
  return line.slice(1, end).trim() || undefined
}

/** Front matter as a map; any other value gives an empty map. */
export const objectOrEmpty = (value: Json): JsonObject => (isObject(value) ? value : {})
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** A list of words as people write it: a YAML list, or one text with commas. */
function listOf(value: Json | undefined): string[] {
  const words = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}

/** Tags as people write them, without `#`. */
export const tagList = (value: Json | undefined): string[] =>
  listOf(value)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter((tag) => tag !== '')

/** Tags, and those of others that differ from them, each once. */
function withTags(tags: readonly string[], others: readonly string[]): string[] {
  const seen = new Set(tags.map(fold))
  return [...tags, ...others.filter((tag) => !seen.has(fold(tag)) && seen.add(fold(tag)))]
}

/** The forms of a file's path: complete; without extension; and, for an ABOUT.md, the folder, otherwise again without extension. */
export function pathForms(path: string): [path: string, short: string, about: string] {
  const short = path.replace(/\.(md|yaml)$/i, '')
  return [path, short, short.replace(/\/ABOUT$/i, '')]
}

/** The names by which links find a file, full path first: with and without extension, the folder for an ABOUT.md, and every suffix of each. */
export function pathNames(path: string): string[] {
  return pathForms(path).flatMap((whole) => {
    const parts = whole.split('/')
    return parts.map((_, i) => parts.slice(i).join('/'))
  })
}

/** The folded names under which links find a note: those of its path, its title, its aliases. */
export const noteNames = (note: Note): Set<string> => new Set([...pathNames(fold(note.path)), ...note.called])

/** Whether a folded name is one of a note's names. */
export const isCalled = ({ path, called }: Note, name: string): boolean =>
  called.includes(name) || pathForms(fold(path)).some((form) => form === name || form.endsWith(`/${name}`))

/** The last part of a folded name, without a note's extension. Nearly all names of a note share it. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.md$/, '')

/** The last part of each of a note's names. */
export const lastPartsOf = (note: Note): Set<string> => new Set([...pathForms(fold(note.path)), ...note.called].map(lastPart))
