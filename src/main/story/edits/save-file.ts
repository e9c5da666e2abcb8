import { fileAt } from '../../../shared/story/layout'
import { Problem } from '../../../shared/base/problem'
import type { SavedFile } from '../../../shared/contract/workshop-calls'
import { checkPath } from './check-edit'
import { versionOf } from './current-file'
import { checkSeen, saveText, type TextToSave } from './save-text'
import type { OpenCampaign } from '../open-campaign'

/**
 * Saves a text as one beat, together with the held files if all of them fit. A text that doesn't fit is written to the folder and held back. Throws
 * Problem `conflict` or `refused`; then nothing has changed.
 */
export async function saveFile(campaign: OpenCampaign, wanted: TextToSave): Promise<SavedFile> {
  const { path, text, over } = wanted
  checkPath(path)
  const others = heldBeside(campaign, path)
  if (others.size > 0) {
    try {
      return await asBeat(campaign, wanted, others)
    } catch (thrown) {
      if (!doesNotFit(thrown)) throw thrown
    }
  }
  try {
    return await asBeat(campaign, wanted, new Map())
  } catch (thrown) {
    if (!doesNotFit(thrown)) throw thrown
    checkSeen(campaign, path, over)
    const bytes = Buffer.from(text)
    campaign.history.writeWorkingFile(path, bytes)
    const held = { ...thrown.toJSON(), data: { ...thrown.data, file: fileOf(thrown, path) } }
    const version = versionOf(bytes)
    campaign.held.hold(path, version, held)
    return { held, version }
  }
}

/** The texts of the other held files. */
function heldBeside(campaign: OpenCampaign, path: string): Map<string, Buffer> {
  campaign.external.list()
  return new Map(
    campaign.held.paths().flatMap((other): [string, Buffer][] => {
      const bytes = other === path ? undefined : campaign.history.workingFile(other)
      return bytes ? [[other, bytes]] : []
    })
  )
}

async function asBeat(campaign: OpenCampaign, wanted: TextToSave, others: ReadonlyMap<string, Buffer>): Promise<SavedFile> {
  const wasHeld = campaign.held.has(wanted.path)
  const { beat, version, aside } = await saveText(campaign, wanted, others)
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
