import { Problem } from '../../shared/problem'
import type { Rerun } from '../../shared/turns'
import { parseMessage } from '../campaign/message'
import { DESIGNER } from '../engine/people'
import { freeName } from './branch-names'
import type { NewEvent } from './events'
import type { OpenFolder } from './open-folder'

/**
 * Plays the turn that made a beat again, on a new branch from the commit it was played from, and moves there. When nothing comes of
 * it the old branch is the present again, and the new one is taken away. Throws Problem. For those who stand in the table's queue.
 */
export async function rerun(
  { campaign, table }: OpenFolder,
  { beat: id, seat, seed, instruction }: Rerun,
  announce: (event: NewEvent) => void,
  signal: AbortSignal
): Promise<{ branch: string; beat: string }> {
  const { beat } = parseMessage(campaign.history.commit(id))
  if (beat.parent === undefined || beat.kind !== 'play' || beat.actor === DESIGNER)
    throw new Problem('refused', 'Only a turn of the DM or a player can be played again; choose another beat.', { beat: id })
  const recorded = campaign.turnList.of(id)?.seat
  const other = seat ?? (recorded?.agent === 'hand' ? undefined : recorded)
  const before = campaign.history.head().branch
  const branch = freeName(campaign, id, 'again')
  try {
    await campaign.branch(beat.parent, branch)
    if (seed !== undefined) campaign.record({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed }, agent: 'hand' })
    announce({ kind: 'head' })
    const made = await table.playTurn(signal, { seat: other, instruction, fresh: true })
    if (!made) throw new Problem('agent-failed', 'The turn was played again and nothing came of it; name another agent, or play it by hand.')
    return { branch, beat: made.id }
  } catch (thrown) {
    if (campaign.history.head().branch === branch) await campaign.switchTo(before)
    if (campaign.history.branches().some(({ name }) => name === branch)) campaign.history.trash(branch)
    announce({ kind: 'head' })
    throw thrown
  }
}
