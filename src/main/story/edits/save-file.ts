import { fileAt } from '../../../shared/story/layout'
import { Problem } from '../../../shared/base/problem'
import { PICTURES } from '../../../shared/story/pictures'
import type { Params } from '../../../shared/story/play'
import type { NewPicture, SavedFile } from '../../../shared/contract/workshop-calls'
import { checkPath } from './check-edit'
import { versionOf, bytesAt } from './current-file'
import type { OpenCampaign } from '../open-campaign'
import type { StoryEditor, StoryReader } from '../reader'
import type { SavedBeat } from '../story'
import { FILE_EDIT } from './edit-history'

/** A text to save. `over` is the version of the file that the caller has seen, null for none. `assisted`: a model wrote these nodes of a document. */
interface TextToSave {
  path: string
  text: string
  subject: string
  over: string | null
  assisted?: { model: string; nodes: number[] } | undefined
}

/**
 * Saves a text file as one beat by the designer, with `others` in the same beat. If it replaces an external change, that version is moved to the
 * folder `aside`. Throws Problem `conflict` if the file has another version than `over` (data.version, absent if there is no file), `refused` if
 * nothing would change, and what `edit` throws; then nothing has changed.
 */
export async function saveText(
  campaign: StoryEditor,
  { path, text, subject, over, assisted }: TextToSave,
  others: ReadonlyMap<string, Buffer> = new Map()
): Promise<SavedBeat & { version: string; aside?: string }> {
  const written = Buffer.from(text)
  checkSeen(campaign, path, over)
  const { history, past, snapshot } = campaign
  const changed = new Set(campaign.external.list().map((one) => one.path))
  if (past.bytes(snapshot.commit.tree, path)?.equals(written) && !changed.has(path) && others.size === 0)
    throw new Problem('refused', `${path} is saved like this already. There is nothing to save.`, { file: path })
  const files = new Map<string, Buffer>([...others, [path, written]])
  // A file whose new text is already in the folder needs no copy aside.
  const replaced = [...files].flatMap(([file, bytes]) => (changed.has(file) && history.workingFile(file)?.equals(bytes) !== true ? [file] : []))
  const saved = await campaign.edit(files, subject, { kind: 'edit', action: FILE_EDIT, params: assistedParams(assisted) }, replaced)
  return { ...saved, version: versionOf(written) }
}

/** The params of an edit in which a model wrote nodes of a document. */
const assistedParams = (assisted: TextToSave['assisted']): Params =>
  assisted ? { assistant: assisted.model, nodes: assisted.nodes.map(String) } : {}

/** Throws Problem `conflict` if a file isn't the version that the caller has seen. */
function checkSeen(campaign: StoryReader, path: string, over: string | null): void {
  const now = bytesAt(campaign, path)
  const version = now && versionOf(now)
  if ((version ?? null) !== over)
    throw new Problem('conflict', `${path} has changed since it was opened. Choose which version to keep.`, {
      file: path,
      ...(version ? { version } : {})
    })
}

/**
 * Saves a text as one beat, together with its new pictures, and with the held files if all of them fit. A text that doesn't fit is written to the
 * folder and held back, unless it has new pictures. Throws Problem `conflict` or `refused`; then nothing has changed.
 */
export async function saveFile(campaign: OpenCampaign, given: TextToSave & { pictures?: readonly NewPicture[] | undefined }): Promise<SavedFile> {
  const { pictures = [], ...wanted } = given
  const { path, text, over } = wanted
  checkPath(path)
  const added = addedPictures(campaign, pictures)
  const others = heldBeside(campaign, path)
  if (others.size > 0) {
    try {
      return await asBeat(campaign, wanted, others, added)
    } catch (thrown) {
      if (!doesNotFit(thrown)) throw thrown
    }
  }
  try {
    return await asBeat(campaign, wanted, new Map(), added)
  } catch (thrown) {
    if (!doesNotFit(thrown) || added.size > 0) throw thrown
    checkSeen(campaign, path, over)
    const bytes = Buffer.from(text)
    campaign.history.writeWorkingFile(path, bytes)
    const held = { ...thrown.toJSON(), data: { ...thrown.data, file: fileOf(thrown, path) } }
    const version = versionOf(bytes)
    campaign.held.hold(path, version, held)
    return { held, version }
  }
}

function heldBeside(campaign: OpenCampaign, path: string): Map<string, Buffer> {
  campaign.external.list()
  return new Map(
    campaign.held.paths().flatMap((other): [string, Buffer][] => {
      const bytes = other === path ? undefined : campaign.history.workingFile(other)
      return bytes ? [[other, bytes]] : []
    })
  )
}

/** The files of new pictures. Throws Problem `refused` if another picture has such a name. */
export function addedPictures(campaign: StoryReader, pictures: readonly NewPicture[]): Map<string, Buffer> {
  const files = new Map(pictures.map(({ file, bytes }) => [`${PICTURES}/${file}`, Buffer.from(bytes, 'base64')]))
  for (const [path, bytes] of files)
    if (bytesAt(campaign, path)?.equals(bytes) === false)
      throw new Problem('refused', `Another picture is ${path} by now. Remove this one from the text, and add it again.`, { file: path })
  return files
}

async function asBeat(
  campaign: OpenCampaign,
  wanted: TextToSave,
  others: ReadonlyMap<string, Buffer>,
  added: Map<string, Buffer>
): Promise<SavedFile> {
  const wasHeld = campaign.held.has(wanted.path)
  const { beat, version, aside } = await saveText(campaign, wanted, new Map([...others, ...added]))
  campaign.external.list()
  return { beat, version, also: [...others.keys()], ...(aside === undefined || wasHeld ? {} : { aside }) }
}

/** The path of the file that a problem is about. Problems of rules have paths from the rules' own folder. */
function fileOf({ data }: Problem, path: string): string {
  const file = typeof data['file'] === 'string' ? data['file'] : path
  return path.startsWith('rules/') && !file.startsWith('rules/') && fileAt(file) === undefined ? `rules/${file}` : file
}

/** Whether the problem is that a file doesn't fit: it has a mistake, or a rule doesn't load. */
const doesNotFit = (thrown: unknown): thrown is Problem => thrown instanceof Problem && (thrown.code === 'bad-file' || thrown.code === 'rule-failed')
