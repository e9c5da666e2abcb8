import type { ActionCall } from '../../../shared/story/play'
import type { Preview } from '../../../shared/table/turns'
import { changeLines } from '../compare/changes'
import type { OpenCampaign } from '../open-campaign'

/** The result that a call would have now, with the next beat's dice. Saves nothing. Throws Problem as playing it would. */
export function preview(campaign: Pick<OpenCampaign, 'snapshot' | 'resolve'>, call: ActionCall): Preview {
  const { state, lore, game } = campaign.snapshot
  const { answer, subject, rolls, writes, state: after } = campaign.resolve(call).outcome
  const log = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
  return { answer, subject, log, rolls, changes: changeLines({ state, lore, game }, { state: after, lore, game }) }
}
