import type { NewEvent } from '../../shared/table/present'
import { Problem } from '../../shared/base/problem'
import type { Rerun, Seat } from '../../shared/table/turns'
import { parseBeatMessage } from '../campaign/beat-message'
import { DESIGNER } from '../engine/people'
import { proposedBranchName } from '../story/history/branches'
import type { OpenCampaign } from '../story/open-campaign'
import type { Table } from './table'

/**
 * Plays a turn again on a new branch at the commit where it began, and switches to that branch. If that gives no beat, it switches back to
 * the old branch and deletes the new one. Throws Problem. Call it only from the table's queue.
 */
export async function rerun(
  { campaign, table }: { campaign: OpenCampaign; table: Pick<Table, 'playTurn' | 'seating'> },
  { turn, seat, seed, instruction }: Rerun,
  announce: (event: NewEvent) => void,
  signal: AbortSignal
): Promise<{ branch: string; beat: string }> {
  const { parent, named, who, recorded } = rerunStart(campaign, turn)
  const other = seat ?? (recorded?.agent === 'hand' || recorded?.agent === 'mcp' ? undefined : recorded)
  if ((other ?? table.seating.seatAt(campaign.snapshot, who)).agent === 'mcp')
    throw new Problem(
      'bad-input',
      "An MCP client plays this seat, and it can't be asked to play a turn again. Name an agent for it: offline, which is the built-in table, or anthropic, which is a model.",
      { who }
    )
  const before = campaign.history.head().branch
  const branch = proposedBranchName(campaign.history, named, 'again')
  try {
    await campaign.createBranch(parent, branch)
    if (seed !== undefined) campaign.recordBeat({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed }, agent: 'hand' })
    announce({ kind: 'head' })
    const newTurn = await table.playTurn(signal, { seat: other, instruction, fresh: true })
    if (!newTurn)
      throw new Problem('agent-failed', 'The agent played the turn again but did nothing. Choose another agent, or take the turn yourself.')
    return { branch, beat: newTurn.id }
  } catch (thrown) {
    if (campaign.history.head().branch === branch) await campaign.switchTo(before)
    if (campaign.history.branches().some(({ name }) => name === branch)) campaign.history.trash(branch)
    announce({ kind: 'head' })
    throw thrown
  }
}

/** The commit where a turn began, the commit whose beat names the new branch, who played it, and the seat if the turn was recorded. */
function rerunStart({ history, turnList }: OpenCampaign, turn: string): { parent: string; named: string; who: string; recorded?: Seat } {
  const record = turnList.of(turn)
  if (record && record.beat === undefined) return { parent: record.parent, named: record.parent, who: record.who, recorded: record.seat }
  if (!record && !/^[0-9a-f]{40}$/.test(turn))
    throw new Problem('not-found', 'This machine has no record of that turn. Choose one from the list.', { turn })
  const { beat } = parseBeatMessage(history.commit(record?.beat ?? turn))
  if (beat.parent === undefined || (beat.kind !== 'play' && beat.kind !== 'skill') || beat.actor === DESIGNER)
    throw new Problem('refused', 'Only a turn of the DM or a player can be run again. Choose another beat.', { beat: beat.id })
  return {
    parent: record?.plan ? record.parent : beat.parent,
    named: beat.id,
    who: record?.who ?? beat.actor,
    ...(record ? { recorded: record.seat } : {})
  }
}
