import { attempt } from '../../../shared/base/attempt'
import type { ArrowFile, ArrowFileInfo, ArrowFiles, ArrowCalls, ArrowCast } from '../../../shared/contract/arrow-calls'
import { isArrowPath, pathOf, sceneDocument } from '../../../shared/story/layout'
import type { Lore, StoryEvent } from '../../../shared/story/lore'
import { Problem } from '../../../shared/base/problem'
import { arrowText, documentsOf } from '../../campaign/arrow-documents'
import { ifReadable } from '../../campaign/parsed-files'
import { bytesAt, versionOf } from '../edits/current-file'
import type { StoryReader, StoryEditor } from '../reader'
import type { Json } from '../../../shared/base/json'
import { badName, fold, freeName, slug } from '../../../shared/story/names'
import { spliceFrontMatter } from '../../campaign/front-matter'
import type { FileChange } from '../../campaign/yaml-splice'
import { unmatchedIn } from '../../engine/scene-cast'
import { FILE_EDIT } from '../edits/edit-history'
import type { SavedBeat } from '../story'

type Attached = Parameters<ArrowCalls['attachArrowFile']>[0]

/** The characters of an attached document who match no actor. Empty for a document that isn't attached. Throws Problem `bad-file`. */
export function arrowCast(campaign: StoryReader, path: string): ArrowCast {
  const { commit, state, lore } = campaign.snapshot
  const event = lore.story.find(({ arrow }) => arrow?.path === path)
  if (!event) return { unmatched: [] }
  const document = documentsOf(lore, (file) => campaign.past.bytes(commit.tree, file)).read(event)
  const unmatched = unmatchedIn(state, event, document).map(({ name, could }) => ({ name, could: [...could] }))
  return { event: { id: event.id, title: event.title }, unmatched }
}

/** Attaches a document to a story event, which may be a new one, as one beat by the designer. Throws Problem `not-found` or `refused`. */
export async function attachArrowFile(campaign: StoryEditor, { path, to, characters = {} }: Attached): Promise<SavedBeat> {
  const { past, snapshot } = campaign
  const { commit, state, lore } = snapshot
  if (!past.bytes(commit.tree, path))
    throw new Problem('not-found', `There is no saved document ${path}. Save it first, or choose another one under Scenes.`, { file: path })
  for (const actor of Object.values(characters))
    if (!Object.hasOwn(state.actors, actor))
      throw new Problem('not-found', `There is no character ${actor} in the campaign. Choose another one.`, { actor })
  const { id, title, text, changes } = 'event' in to ? existingEvent(campaign, to.event) : newEvent(lore.story, to, Object.keys(state.places))
  const file = pathOf('storyEvent', { id })
  const isBeside = path === sceneDocument(id)
  const cast = Object.entries(characters).map(([name, actor]): FileChange => ({ keys: ['characters', name], to: actor }))
  const after = spliceFrontMatter(text, [...changes, { keys: ['document'], to: isBeside ? undefined : path }, ...cast])
  if (after === text) throw new Problem('refused', `“${title}” has this scene already. There is nothing to save.`, { event: id })
  const subject = cast.length > 0 ? `Says who speaks in the scene of “${title}”` : `“${title}” has a scene: ${path}`
  return campaign.edit(new Map([[file, Buffer.from(after)]]), subject, { kind: 'edit', action: FILE_EDIT, params: {} })
}

/** A story event's file before a change. */
interface Before {
  id: string
  title: string
  text: string
  changes: FileChange[]
}

function existingEvent({ past, snapshot: { commit, lore } }: StoryReader, id: string): Before {
  const event = lore.story.find((one) => one.id === id)
  if (!event) throw new Problem('not-found', `There is no story event ${id}. Choose another one.`, { event: id })
  return { id, title: event.title, text: past.files.text(commit.tree, pathOf('storyEvent', { id })) ?? '', changes: [] }
}

/** A new event, which comes after all others and may begin at once. */
function newEvent(
  story: readonly StoryEvent[],
  { title: given, place, aim }: { title: string; place: string; aim: string },
  places: readonly string[]
): Before {
  const title = given.replace(/\s+/g, ' ')
  if (!places.includes(place)) throw new Problem('not-found', `There is no place ${place}. Choose another one, or add it on the map.`, { place })
  const taken = new Set(story.map(({ id }) => fold(id)))
  const id = freeName(badName(title) === undefined ? title : slug(title), (name) => taken.has(fold(name)))
  const values: Record<string, Json> = { title, order: Math.max(0, ...story.map(({ order }) => order)) + 1, place, aim }
  return { id, title, text: `\n# ${title}\n`, changes: Object.entries(values).map(([key, value]) => ({ keys: [key], to: value })) }
}

/** The number of bytes at the beginning of a document in which its title is searched. */
const MAX_HEAD = 1 << 16

/** The Arrow documents at a commit. Without a commit: the present ones, with external changes. */
export function arrowFiles(campaign: StoryReader, at?: string): ArrowFiles {
  const { history, past, snapshot } = campaign
  const tree = at === undefined ? snapshot.commit.tree : history.commit(at).tree
  const { story } = at === undefined ? snapshot.lore : past.hydratedAt(at).lore
  const changed = at === undefined ? campaign.external.list().filter(({ path }) => isArrowPath(path)) : []
  const removed = new Set(changed.flatMap(({ path, change }) => (change === 'removed' ? [path] : [])))
  const paths = new Set([...history.files(tree).keys()].filter(isArrowPath))
  for (const { path } of changed) paths.add(path)
  const files = [...paths]
    .filter((path) => !removed.has(path))
    .toSorted()
    .map((path) =>
      infoOf(
        path,
        ifReadable(() => bytesAt(campaign, path, at)),
        story
      )
    )
  const used = new Set(files.map(({ event }) => event?.id))
  return { files, without: story.filter(({ id }) => !used.has(id)).map(({ id, title }) => ({ id, title })) }
}

function infoOf(path: string, bytes: Buffer | undefined, story: Lore['story']): ArrowFileInfo {
  const event = story.find(({ arrow }) => arrow?.path === path) ?? story.find(({ id }) => path.startsWith(`world/story/${id}/`))
  const title = bytes && titleIn(bytes.toString('utf8', 0, MAX_HEAD))
  return { path, bytes: bytes?.length ?? 0, ...(title ? { title } : {}), ...(event ? { event: { id: event.id, title: event.title } } : {}) }
}

/** The title in the first bytes of a document, where Arrow writes it. */
function titleIn(head: string): string | undefined {
  const literal = /^\s*\{\s*"title"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1]
  return attempt(() => (literal === undefined ? undefined : String(JSON.parse(literal))), undefined)
}

/** The text of a document. Throws Problem `not-found` or `bad-file`. */
export function arrowFile(campaign: StoryReader, path: string, at?: string): ArrowFile {
  const bytes = bytesAt(campaign, path, at)
  if (!bytes)
    throw new Problem('not-found', `There is no document ${path} here. It was removed or renamed; choose another one under Scenes.`, { file: path })
  return { text: arrowText(bytes, path), version: versionOf(bytes) }
}
