import type { Json, JsonObject } from '../../shared/json'
import { fold } from '../../shared/names'
import { Problem, type ProblemData } from '../../shared/problem'
import { splitFrontMatter } from './front-matter'
import { linkTargets } from './wikilinks'
import { formatYaml, splice } from './yaml-splice'

/** A Markdown file of a namespace, read. */
export interface Note {
  path: string
  /** First heading, else `title` of the front matter, else the name of the file (of the folder for ABOUT.md). */
  title: string
  tags: string[]
  /** Campaign time, ISO 8601; empty when the file does not say. */
  created: string
  modified: string
  /** Everything below the front matter. */
  body: string
  /** The body in lower case: what a query is looked for in. */
  lower: string
  /** What `[[links]]` of the body point at, folded, each once, in order. */
  links: string[]
  /** Names under which links find this note, folded: its path and every end of it, its title, its aliases. */
  names: string[]
  /** Set when the front matter does not parse; the note is then all body. */
  problem?: ProblemData
}

/** Notes of a namespace with what is computed from all of them. Never saved. */
export interface NoteIndex {
  notes: ReadonlyMap<string, Note>
  /** Folded link target → paths of the notes that link there. */
  backlinks: ReadonlyMap<string, readonly string[]>
  /** Folded name → paths of the notes of this name. */
  named: ReadonlyMap<string, readonly string[]>
}

/** What `recall` is asked; all given filters must hold. */
export interface Recall {
  query?: string | undefined
  tags?: readonly string[] | undefined
  link_target?: string | undefined
  sort?: 'modified' | 'relevance' | undefined
  limit?: number | undefined
}

/** One note found: `content` for a search by tags alone, `snippet` else. */
export interface Hit {
  path: string
  title: string
  tags: string[]
  modified: string
  snippet?: string
  content?: string
}

const MAX_HITS = 50
const CONTEXT = 80
const MAX_SNIPPETS = 3

/** Reads one note. Depends on its arguments alone, so that callers may remember it by blob id. Never throws. */
export function parseNote(text: string, path: string): Note {
  const lf = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  try {
    const { matter, body } = splitFrontMatter(lf, path)
    return noteOf(path, body, mapOf(matter))
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return { ...noteOf(path, lf, {}), problem: thrown.toJSON() }
  }
}

function noteOf(path: string, body: string, matter: JsonObject): Note {
  const short = path.replace(/\.md$/i, '')
  const place = short.replace(/\/ABOUT$/i, '')
  const title = /^#\s+(.+?)\s*#*$/m.exec(body)?.[1] ?? (textOf(matter['title']) || place.slice(place.lastIndexOf('/') + 1))
  const names = new Set([fold(path), fold(title), ...listOf(matter['aliases'] ?? matter['alias']).map(fold)])
  for (const whole of new Set([path, short, place])) for (let at = 0; at >= 0; at = nextPart(whole, at)) names.add(fold(whole.slice(at)))
  return {
    path,
    title,
    tags: tagsOf(matter['tags']),
    created: textOf(matter['created']),
    modified: textOf(matter['modified']),
    body,
    lower: body.toLowerCase(),
    links: linkTargets(body),
    names: [...names]
  }
}

const nextPart = (path: string, from: number): number => path.indexOf('/', from) + 1 || -1
const mapOf = (value: Json): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {})
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** A list of words as people write it: a YAML list, or one text with commas. */
function listOf(value: Json | undefined): string[] {
  const words = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
}
const tagsOf = (value: Json | undefined): string[] => listOf(value).map((tag) => tag.replace(/^#/, ''))

/** The index of a namespace: a pure function of its texts by path. `parse` may remember what it has read before. */
export function buildIndex(texts: ReadonlyMap<string, string>, parse: (text: string, path: string) => Note = parseNote): NoteIndex {
  const notes = new Map<string, Note>()
  const backlinks = new Map<string, string[]>()
  const named = new Map<string, string[]>()
  for (const [path, text] of texts) {
    const note = parse(text, path)
    notes.set(path, note)
    for (const target of note.links) push(backlinks, target, path)
    for (const name of note.names) push(named, name, path)
  }
  return { notes, backlinks, named }
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Paths of the notes that link to a note, whichever of its names they use, or to a name that has no note yet. */
export function backlinksOf(index: NoteIndex, target: string): Set<string> {
  const name = fold(target.trim())
  const names = new Set([name, ...(index.named.get(name) ?? []).flatMap((path) => index.notes.get(path)?.names ?? [])])
  return new Set([...names].flatMap((each) => index.backlinks.get(each) ?? []))
}

/** Finds notes by literal text (case-insensitive), tags (all of them) and links; newest first unless sorted by relevance. */
export function recall(index: NoteIndex, { query = '', tags = [], link_target = '', sort = 'modified', limit = 10 }: Recall): Hit[] {
  const wanted = query.trim().toLowerCase()
  const needed = tags.map((tag) => fold(tag.trim().replace(/^#/, ''))).filter((tag) => tag !== '')
  const linking = link_target.trim() === '' ? undefined : backlinksOf(index, link_target)
  const room = Math.min(Math.max(Math.trunc(limit), 1), MAX_HITS)
  const best: Found[] = []
  for (const note of index.notes.values()) {
    if (linking && !linking.has(note.path)) continue
    if (needed.length > 0 && !needed.every((tag) => note.tags.some((own) => fold(own) === tag))) continue
    if (wanted !== '' && !note.lower.includes(wanted) && !note.title.toLowerCase().includes(wanted)) continue
    keep(best, { note, density: sort === 'relevance' && wanted !== '' ? densityOf(note, wanted) : 0 }, room)
  }
  const content = wanted === '' && needed.length > 0
  return best.map(({ note }) => {
    const { path, title, tags: own, modified } = note
    return { path, title, tags: own, modified, ...(content ? { content: note.body } : { snippet: snippetOf(note, wanted) }) }
  })
}

interface Found {
  note: Note
  density: number
}

const order = (a: Found, b: Found): number => b.density - a.density || compare(b.note.modified, a.note.modified) || compare(a.note.path, b.note.path)

/** Puts one into a short sorted list: thousands may match and few are wanted. */
function keep(best: Found[], found: Found, room: number): void {
  const last = best.at(-1)
  if (best.length === room && last && order(found, last) >= 0) return
  let at = best.length
  while (at > 0 && order(found, best[at - 1] as Found) < 0) at--
  best.splice(at, 0, found)
  if (best.length > room) best.pop()
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Matches per 1,000 characters; one in the title counts as one more. */
function densityOf(note: Note, wanted: string): number {
  let count = note.title.toLowerCase().includes(wanted) ? 1 : 0
  for (let at = note.lower.indexOf(wanted); at >= 0; at = note.lower.indexOf(wanted, at + wanted.length)) count++
  return (count * 1000) / (note.lower.length + 100)
}

/** The matches with some text around them; the beginning of the note when nothing is looked for. */
function snippetOf({ body, lower }: Note, wanted: string): string {
  // Some letters change length in lower case; then a place found there is only near the place in the body.
  const first = wanted === '' ? -1 : lower.indexOf(wanted)
  if (first < 0) return oneLine(body.slice(0, 2 * CONTEXT)) + (body.trim().length > 2 * CONTEXT ? ' …' : '')
  const parts: string[] = []
  let end = 0
  for (let at = first; at >= 0 && parts.length < MAX_SNIPPETS; at = lower.indexOf(wanted, end)) {
    const start = Math.max(end, at - CONTEXT)
    end = Math.min(body.length, at + wanted.length + CONTEXT)
    parts.push(`${start > 0 && parts.length === 0 ? '… ' : ''}${oneLine(body.slice(start, end))}`)
    if (end >= body.length) break
  }
  return parts.join(' … ') + (end < body.length ? ' …' : '')
}
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The text of a note after a `record`: the body is the content, tags are merged, `created` stays, `modified` is the
 * campaign's time; other keys of the front matter keep their bytes. Throws Problem `bad-file` for a front matter that
 * does not parse, because it would be lost.
 */
export function recordNote(old: string | undefined, { content, tags = [], now }: { content: string; tags?: readonly string[]; now: string }): string {
  // A model may repeat the front matter it was shown: only tags and body of what it says count.
  const said = splitFrontMatter(content.replaceAll('\r\n', '\n'), 'the new text')
  const body = `${said.body.trim()}\n`
  const given = [...tagsOf(mapOf(said.matter)['tags']), ...tagsOf([...tags])]
  if (old === undefined) return `---\n${formatYaml({ tags: unique(given), created: now, modified: now })}---\n\n${body}`
  const { raw, matter } = splitFrontMatter(old.replaceAll('\r\n', '\n'), 'this note')
  const kept = mapOf(matter)
  const merged = unique([...tagsOf(kept['tags']), ...given])
  const changes = [
    ...(merged.length === tagsOf(kept['tags']).length && kept['tags'] !== undefined ? [] : [{ keys: ['tags'], to: merged }]),
    ...(kept['created'] === undefined ? [{ keys: ['created'], to: now }] : []),
    { keys: ['modified'], to: now }
  ]
  const front = splice(raw === '' || raw.endsWith('\n') ? raw : `${raw}\n`, changes)
  return `---\n${front}---\n\n${body}`
}

/** Each tag once, however it is spelt; the first spelling stays. */
const unique = (tags: readonly string[]): string[] => [...new Map(tags.toReversed().map((tag) => [fold(tag), tag])).values()].toReversed()
