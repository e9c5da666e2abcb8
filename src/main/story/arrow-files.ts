import { createHash } from 'node:crypto'
import type { ArrowFile, ArrowFileInfo, ArrowFiles } from '../../shared/arrow-calls'
import { isArrowPath } from '../../shared/layout'
import type { Lore } from '../../shared/lore'
import { Problem } from '../../shared/problem'
import { arrowText } from '../campaign/arrow-documents'
import { ifReadable } from '../campaign/file-reader'
import { FILE_EDIT } from './edits/edit-history'
import { readChangedFile } from './edits/external-files'
import type { OpenCampaign } from './open-campaign'
import type { SavedBeat } from './story'

/** Where the title of a document stands at the latest, in characters. */
const MAX_HEAD = 1 << 16

/** The Arrow documents at a commit; now, with external changes, if none is named. */
export function arrowFiles(campaign: OpenCampaign, at?: string): ArrowFiles {
  const { history, past, snapshot } = campaign
  const tree = at === undefined ? snapshot.commit.tree : history.commit(at).tree
  const { story } = at === undefined ? snapshot.lore : past.hydratedAt(at).lore
  const changed = at === undefined ? campaign.externalChanges().filter(({ path }) => isArrowPath(path)) : []
  const removed = new Set(changed.flatMap(({ path, change }) => (change === 'removed' ? [path] : [])))
  const paths = new Set([...history.files(tree).keys()].filter(isArrowPath))
  for (const { path } of changed) paths.add(path)
  const files = [...paths]
    .filter((path) => !removed.has(path))
    .toSorted()
    .map((path) =>
      infoOf(
        path,
        ifReadable(() => bytesOf(campaign, path, at)),
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

/** The title near the beginning of a document's text, where Arrow writes it. */
function titleIn(head: string): string | undefined {
  const literal = /^\s*\{\s*"title"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1]
  try {
    return literal === undefined ? undefined : String(JSON.parse(literal))
  } catch {
    return undefined
  }
}

/** The text of a document. Throws Problem `not-found` or `bad-file`. */
export function arrowFile(campaign: OpenCampaign, path: string, at?: string): ArrowFile {
  const bytes = bytesOf(campaign, path, at)
  if (!bytes)
    throw new Problem('not-found', `There is no document ${path} here. It was removed or renamed; choose another one under Scenes.`, { file: path })
  return { text: arrowText(bytes, path), version: versionOf(bytes) }
}

const versionOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

/** The bytes of a document at a commit, or as they are on the disk now. */
function bytesOf(campaign: OpenCampaign, path: string, at?: string): Buffer | undefined {
  const { history, past, snapshot } = campaign
  if (at !== undefined) return past.bytes(history.commit(at).tree, path)
  const edit = campaign.externalChanges().find((one) => one.path === path)
  if (edit === undefined) return past.bytes(snapshot.commit.tree, path)
  return edit.change === 'removed' ? undefined : readChangedFile(history.dir, path)
}

/** Saves a document as one beat by the designer. `over` is the version that was seen, null for none. Throws Problem `conflict` or `refused`. */
export async function saveArrowFile(
  campaign: OpenCampaign,
  { path, text, subject, over }: { path: string; text: string; subject: string; over: string | null }
): Promise<SavedBeat & { version: string; aside?: string }> {
  const written = Buffer.from(text)
  const now = bytesOf(campaign, path)
  const version = now && versionOf(now)
  if ((version ?? null) !== over)
    throw new Problem('conflict', `${path} has changed since it was opened. Choose which version to keep.`, {
      file: path,
      ...(version ? { version } : {})
    })
  const { history, past, snapshot } = campaign
  const isChangedOutside = campaign.externalChanges().some((one) => one.path === path)
  if (past.bytes(snapshot.commit.tree, path)?.equals(written) && !isChangedOutside)
    throw new Problem('refused', `${path} is saved like this already. There is nothing to save.`, { file: path })
  const aside = isChangedOutside ? history.setAside([path]) : undefined
  const saved = await campaign.edit(new Map([[path, written]]), subject, { kind: 'edit', action: FILE_EDIT, params: {} })
  return { ...saved, version: versionOf(written), ...(aside === undefined ? {} : { aside }) }
}
