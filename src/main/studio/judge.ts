import type { AbortSignalLike } from '../../shared/base/abort'
import type { Machine } from '../machine/machine'
import type { ModelPrices } from '../../shared/table/model-access'
import type { JudgePrice, JudgeProgress, JudgeReport } from '../../shared/analysis/contradictions'
import { Problem } from '../../shared/base/problem'
import { timeSlices } from '../work/time-slices'
import { judgePrice, judgeStory, type JudgeSource } from '../story/contradictions/judge'
import type { Purse } from '../story/turns/spending'
import { sleep } from '../table/agents'
import type { RequestHost } from '../agents/anthropic/send-request'
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
  const { campaign, info } = open
  const judging = judgingOf(open, machine.prices, model)
  return whileJudging(open, machine, { stop }, async (host, signal, purse) => {
    await machine.access(info.dir)
    const { judge } = await import('../agents/anthropic')
    return judgeStory(judging, campaign.snapshot.commit.id, (prompt) => judge(host, judging.model, prompt, signal), {
      purse,
      signal,
      tell
    })
  })
}

/** Lets judges work on a campaign for at most `cap` US dollars, one call at a time, and shows its cost afterwards. Throws Problem `refused` if another call is judging. */
export async function whileJudging<Report>(
  { campaign, info, table }: OpenFolder,
  machine: Pick<Machine, 'access' | 'prices'>,
  { stop, cap }: { stop: AbortSignalLike; cap?: number | undefined },
  work: (host: RequestHost, signal: AbortSignal, purse: Purse) => Promise<Report>
): Promise<Report> {
  if (busy.has(campaign)) throw new Problem('refused', 'A model is judging this campaign already. Wait until it is done.')
  busy.add(campaign)
  try {
    const { SYSTEM_TIMING } = await import('../agents/anthropic')
    const purse = campaign.spending.purse(machine.prices, cap)
    return await work({ ...SYSTEM_TIMING, sleep, access: () => machine.access(info.dir), admit: purse.admit }, platformSignal(stop), purse)
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
