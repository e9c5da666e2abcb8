import { isObject, type Json } from '../../../shared/base/json'
import type { LinksLeft } from '../../../shared/contract/world-edits'
import type { Note } from '../notes/note'
import type { Renames } from '../notes/renames'
import { linksTo, withLinkTargets } from '../notes/wikilinks'
import { parseYaml, splice, type FileChange } from '../yaml-splice'

/** Prose of the world itself. */
const WORLD_PROSE = /^world\/(regions|story|npcs|players)\//

/**
 * Whether links in a note follow renames, because it is prose of the world or a note by the designer. A note by an agent says when it was created;
 * it belongs to its author, so links in it are only listed.
 */
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
    const { path, body, links } = note
    if (!links.some((target) => renames.has(target))) continue
    const newPath = now(path)
    const old = text(newPath)
    if (old === undefined) continue
    const updated = isDesigners(note, newPath) && !kept.has(newPath) && old.endsWith(body) ? withLinkTargets(body, path, to) : undefined
    if (updated === undefined) unfollowed.set(newPath, { path: newPath, ...linksTo(body, path, (target) => renames.has(target)) })
    else files.set(newPath, Buffer.from(old.slice(0, old.length - body.length) + updated))
  }
  for (const path of sheets) {
    const old = text(path)
    const changes = old === undefined || kept.has(path) ? [] : changesIn(parseYaml(old, path), path, to)
    if (old !== undefined && changes.length > 0) files.set(path, Buffer.from(splice(old, changes)))
  }
  const sorted = (paths: Iterable<string>): string[] => [...paths].toSorted()
  return { files, links: { updated: sorted(files.keys()), left: sorted(unfollowed.keys()).flatMap((path) => unfollowed.get(path) ?? []) } }
}

/** The changes that update links in the texts of a YAML file. A list is written as a whole. */
function changesIn(value: Json, path: string, to: (target: string) => string | undefined, keys: string[] = []): FileChange[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => changesIn(inner, path, to, [...keys, key]))
  const next = Array.isArray(value) ? value.map((one) => follow(one, path, to)) : follow(value, path, to)
  return JSON.stringify(next) === JSON.stringify(value) ? [] : [{ keys, to: next }]
}

const follow = (value: Json, path: string, to: (target: string) => string | undefined): Json =>
  typeof value === 'string' && value.includes('[[') ? (withLinkTargets(value, path, to) ?? value) : value
