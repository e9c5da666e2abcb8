import type { AbortSignalLike } from '../../shared/base/abort'
import type { Machine } from '../machine/machine'
import type { ModelPrices } from '../../shared/table/model-access'
import type { JudgePrice, JudgeProgress, JudgeReport } from '../../shared/analysis/contradictions'
import { Problem } from '../../shared/base/problem'
import { timeSlices } from '../work/time-slices'
import { judgePrice, judgeStory, type JudgeSource } from '../story/contradictions/judge'
import { sleep } from '../table/agents'
import { platformSignal, type CallContext } from './call-context'
import type { OpenFolder } from './open-folder'

/** Campaigns that a model is judging now. */
const busy = new WeakSet<object>()

/** The cost of judging the story up to now. Throws Problem `refused` if no model is named. */
export const priceNow = async (open: OpenFolder, machine: Pick<Machine, 'prices'>, model: string | undefined): Promise<JudgePrice> =>
  judgePrice(judgingOf(open, machine.prices, model), open.campaign.snapshot.commit.id)

/** Has a model judge the story up to now. Throws Problem `refused`, `locked`, `agent-failed`. */
export async function judgeNow(
  { writable, machine }: Pick<CallContext, 'writable' | 'machine'>,
  model: string | undefined,
  stop: AbortSignalLike,
  tell: (at: JudgeProgress) => void
): Promise<JudgeReport> {
  const open = writable()
  const { campaign, info, table } = open
  const judging = judgingOf(open, machine.prices, model)
  if (busy.has(campaign)) throw new Problem('refused', 'A model is judging this campaign already. Wait until it is done.')
  busy.add(campaign)
  try {
    await machine.access(info.dir)
    const signal = platformSignal(stop)
    const { judge, SYSTEM_TIMING } = await import('../agents/anthropic')
    const host = { ...SYSTEM_TIMING, sleep, access: () => machine.access(info.dir) }
    return await judgeStory(judging, campaign.snapshot.commit.id, (prompt) => judge(host, judging.model, prompt, signal), {
      cap: campaign.snapshot.settings().cost_cap,
      spent: () => campaign.turns.ledger(),
      signal,
      tell
    })
  } finally {
    busy.delete(campaign)
    table.tell()
  }
}

function judgingOf({ campaign }: OpenFolder, prices: ModelPrices, named: string | undefined): JudgeSource {
  const model = named ?? campaign.snapshot.settings().judge
  if (model === undefined)
    throw new Problem('refused', 'No model judges this campaign. Name one in Settings under “Model that judges narrations”, or with --model.', {
      remedy: 'settings'
    })
  return { story: campaign, judged: campaign.judged, model, prices, breathe: timeSlices() }
}
