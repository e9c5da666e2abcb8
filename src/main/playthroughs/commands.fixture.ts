import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaignCommands } from '../cli/campaign-commands'
import { memoryKeys } from '../machine/keys'
import { SealedFiles } from '../machine/sealed-files'
import { endLeftWork } from '../story/folder'
import { OpenCampaign } from '../story/open-campaign'

/** The commands of the command line, for an owner with only these keys. */
export const commands = ({ keys = memoryKeys(), baseUrl = undefined as string | undefined, allowed = false } = {}) =>
  campaignCommands({
    home: mkdtempSync(join(tmpdir(), 'proscenium-home-')),
    keys,
    tokens: memoryKeys(),
    environment: () => ({ ...(baseUrl === undefined ? {} : { baseUrl }), allowed }),
    checkTokenServer: () => undefined
  })

export const {
  play: playMany,
  log,
  state: stateAt,
  odds: oddsAt,
  recall: recallAt,
  recording,
  takeRecording,
  exportMap,
  importMap,
  mapImage
} = commands()

/** The story so far, line by line. */
export const storyLog = async (dir: string) => (await log(dir)).lines

/** Opens a campaign for reading, hands it to `work` and closes it again. */
export async function reading<T>(dir: string, work: (campaign: OpenCampaign) => T | Promise<T>): Promise<T> {
  endLeftWork(dir)
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => Date.now(), sealed: new SealedFiles(undefined) })
  try {
    return await work(campaign)
  } finally {
    campaign.dispose()
  }
}
