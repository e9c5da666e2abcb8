import type { ArrowFile, ArrowFileInfo, ArrowFiles } from '../../../shared/contract/arrow-calls'
import { isArrowPath } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import { Problem } from '../../../shared/base/problem'
import { arrowText } from '../../campaign/arrow-documents'
import { ifReadable } from '../../campaign/file-reader'
import { bytesAt, versionOf } from '../edits/current-file'
import type { StoryReader } from '../reader'

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
  try {
    return literal === undefined ? undefined : String(JSON.parse(literal))
  } catch {
    return undefined
  }
}

/** The text of a document. Throws Problem `not-found` or `bad-file`. */
export function arrowFile(campaign: StoryReader, path: string, at?: string): ArrowFile {
  const bytes = bytesAt(campaign, path, at)
  if (!bytes)
    throw new Problem('not-found', `There is no document ${path} here. It was removed or renamed; choose another one under Scenes.`, { file: path })
  return { text: arrowText(bytes, path), version: versionOf(bytes) }
}
