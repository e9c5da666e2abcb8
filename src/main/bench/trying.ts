import { replayWith } from '../story/trying/replay'
import { OpenCampaign } from '../story/open-campaign'
import { tryable } from '../story/trying/tryable'
import { tryMany } from '../story/trying/tries'
import { reading, type Reading } from './reading'

/** The measurements with a goal. */
export const EDITED = 'who can take an action, after an edit of its rule'
export const TRIED = 'a thousand tries of a roll of nine dice, and the exact odds of it'
export const REPLAYED = 'a replay of 500 beats under an edited rule'

const RULE = 'rules/actions/explore.ts'
const DRAFT = 'const draft = new Draft(state)'
const BEATS = 500
const RUNS = 1000

/** The cost of trying rules in a campaign of at least 500 beats, in ms of processor time. */
export async function measureTrying(dir: string, rounds: number): Promise<Reading[]> {
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
  const [edited, tried, replayed]: [number[], number[], number[]] = [[], [], []]
  const spent = async (into: number[], isWarm: boolean, work: () => Promise<unknown>): Promise<void> => {
    const begun = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(begun)
    if (isWarm) into.push((user + system) / 1000)
  }
  try {
    const { id, tree } = campaign.snapshot.commit
    const text = campaign.past.bytes(tree, RULE)?.toString('utf8') ?? ''
    let from = id
    for (let n = 0; n < BEATS; n++) from = campaign.history.commit(from).parents[0] ?? from
    // Nine dice whose sum is read: they have more outcomes than there are runs, so that nearly every run executes the rule.
    const pool = text
      .replace(/available\([^{]*\{/, (found) => `${found}\n    if (state.clock) return true`)
      .replace(DRAFT, `${DRAFT}\n    draft.setStat(actor, 'hp', roll('9d4').total % 3)`)
    const [actor = ''] = Object.keys(campaign.snapshot.state.actors).filter((who) => campaign.snapshot.state.actors[who]?.kind === 'player')
    // The first round doesn't count, because the interpreter gets faster while it runs.
    for (let round = 0; round <= rounds; round++) {
      const isWarm = round > 0
      await spent(edited, isWarm, () => tryable(campaign, id, { [RULE]: `${text}\n// ${round}\n` }, 'explore'))
      const call = { at: id, drafts: { [RULE]: pool }, action: 'explore', actor, params: {}, runs: RUNS, seed: String(round) }
      await spent(tried, isWarm, () => tryMany(campaign, call, () => undefined))
      const drafts = { [RULE]: text.replace(DRAFT, `${DRAFT}\n    draft.passTime(${round + 1})`) }
      await spent(replayed, isWarm, () => replayWith(campaign, { from, to: id, drafts }, () => undefined))
    }
    return [reading(EDITED, edited), reading(TRIED, tried), reading(REPLAYED, replayed)]
  } finally {
    campaign.dispose()
  }
}
