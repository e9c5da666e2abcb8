import { never } from '../../shared/base/abort'
import type { ArrowCalls } from '../../shared/contract/arrow-calls'
import { arrowFile, arrowFiles } from '../story/arrow/arrow-files'
import { arrowCast, attachArrowFile } from '../story/arrow/attach'
import { countingReach } from '../story/arrow/arrow-reach'
import { saveText } from '../story/edits/save-text'
import { pagePlayer } from './page-player'
import { arrowAssistantCalls } from './arrow-assistant'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls about Arrow documents. */
export const arrowCalls = (desk: Desk): ArrowCalls => ({
  arrowFiles: async ({ at }) => arrowFiles(desk.current().campaign, at),
  arrowFile: async ({ path, at }) => {
    const { campaign } = desk.current()
    if (at === undefined) await campaign.inStep()
    return arrowFile(campaign, path, at)
  },
  arrowCast: async ({ path }) => {
    const { campaign } = desk.current()
    await campaign.inStep()
    return arrowCast(campaign, path)
  },
  attachArrowFile: (given) =>
    edited(desk, async (campaign) => {
      const { beat } = await attachArrowFile(campaign, given)
      return { beat }
    }),
  arrowReach: ({ text, ...wish }, stop = never) => countingReach({ text, wish }, stop),
  ...arrowAssistantCalls(desk),
  pagePlayer: async () => pagePlayer(desk.resources),
  saveArrowFile: (input) =>
    edited(desk, async (campaign) => {
      const { beat, version, aside } = await saveText(campaign, input)
      desk.announce({ kind: 'edits', edits: campaign.external.list() })
      return { beat, version, ...(aside === undefined ? {} : { aside }) }
    })
})
