import { isObject, type Json } from '../../../shared/base/json'
import type { LinksLeft } from '../../../shared/contract/world-edits'
import { unquotedLink, type Note } from '../notes/note'
import type { Renames } from '../notes/renames'
import { linksTo, mayLink, withLinkTargets } from '../notes/wikilinks'
import { splitFrontMatter, spliceFrontMatter } from '../front-matter'
import { parseYaml, splice, type FileChange } from '../yaml-splice'

/** Prose of the world itself. */
const WORLD_PROSE = /^world\/(regions|story|npcs|players)\//

/** Whether a note's links follow renames: in the world's prose and the designer's notes. An agent's note, which has `created`, is its own. */
const isDesigners = ({ created }: Note, path: string): boolean => path.startsWith('world/') && (WORLD_PROSE.test(path) || created === '')

/** The files in which links are searched, and the files after the edit. */
export interface Linking {
  renames: Renames
  /** All notes as they were before the edit. */
  notes: Iterable<Note>
  /** YAML files whose texts contain links, by their paths after the edit. */
  sheets: Iterable<string>
  text: (path: string) => string | undefined
  now: (path: string) => string
  kept: ReadonlySet<string>
}

/** The files in which links were updated, and the links in files of others, which stay unchanged. */
export function followLinks({ renames, notes, sheets, text, now, kept }: Linking): { files: Map<string, Buffer>; links: LinksLeft } {
  const files = new Map<string, Buffer>()
  const unfollowed = new Map<string, LinksLeft['left'][number]>()
  const to = (target: string): string | undefined => renames.get(target)
  for (const note of notes) {
    const { path, links } = note
    if (!links.some((target) => renames.has(target))) continue
    const newPath = now(path)
    const old = text(newPath)
    if (old === undefined) continue
    const updated = isDesigners(note, newPath) && !kept.has(newPath) ? noteWith(note, old, to) : undefined
    if (updated === undefined) unfollowed.set(newPath, { path: newPath, ...linksIn(note, (target) => renames.has(target)) })
    else files.set(newPath, Buffer.from(updated))
  }
  for (const path of sheets) {
    const old = text(path)
    const changes = old === undefined || kept.has(path) ? [] : changesIn(parseYaml(old, path), path, to)
    if (old !== undefined && changes.length > 0) files.set(path, Buffer.from(splice(old, changes)))
  }
  const sorted = (paths: Iterable<string>): string[] => [...paths].toSorted()
  return { files, links: { updated: sorted(files.keys()), left: sorted(unfollowed.keys()).flatMap((path) => unfollowed.get(path) ?? []) } }
}

/** The text of a note with updated links; undefined if they can't be told from its code. */
function noteWith({ body, path, properties }: Note, old: string, to: (target: string) => string | undefined): string | undefined {
  const updated = old.endsWith(body) ? withLinkTargets(body, path, to) : undefined
  if (updated === undefined) return undefined
  const text = old.slice(0, old.length - body.length) + updated
  const changes = properties.length === 0 ? [] : changesIn(splitFrontMatter(text, path).matter, path, to)
  return changes.length === 0 ? text : spliceFrontMatter(text, changes)
}

/** The number of such links in a note, and the first line with one. */
function linksIn({ body, path, properties }: Note, isMeant: (target: string) => boolean): { links: number; line: string } {
  const all = [...properties, body].map((text) => linksTo(text, path, isMeant))
  return { links: all.reduce((sum, { links }) => sum + links, 0), line: all.find(({ line }) => line !== '')?.line ?? '' }
}

/** The changes that update links in the texts of a YAML file. A list is written as a whole. */
function changesIn(value: Json, path: string, to: (target: string) => string | undefined, keys: string[] = []): FileChange[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => changesIn(inner, path, to, [...keys, key]))
  const next = Array.isArray(value) && unquotedLink(value) === undefined ? value.map((one) => follow(one, path, to)) : follow(value, path, to)
  return JSON.stringify(next) === JSON.stringify(value) ? [] : [{ keys, to: next }]
}

function follow(value: Json, path: string, to: (target: string) => string | undefined): Json {
  const text = unquotedLink(value) ?? value
  const followed = typeof text === 'string' && mayLink(text) ? withLinkTargets(text, path, to) : undefined
  return followed === undefined || followed === text ? value : followed
}
