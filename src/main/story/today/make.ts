import { Problem } from '../../../shared/base/problem'
import type { Choices, MissingEdits } from '../../../shared/contract/today-calls'
import { counted } from '../../../shared/words/labels'
import { formatBeatMessage, authorOf, parseBeatMessage } from '../../campaign/beat-message'
import type { Commit } from '../../campaign/history'
import { DESIGNER } from '../../engine/people'
import type { ActionCall, Params } from '../../../shared/story/play'
import { checkEdit } from '../edits/check-edit'
import { editLabel, FILE_EDIT } from '../edits/edit-history'
import { branchesOf, checkCampaign, proposedBranchName } from '../history/branches'
import type { OpenCampaign } from '../open-campaign'
import { BROUGHT, editsLacking, namedEdits, type Step, stepsBetween, WORLD_OF } from './steps'
import { bringingTo, mergeWorld, refuseUndecided, RESTART } from './today'

/** The steps to today's world. Throws Problem `bad-file` if today's world can't be read, `not-a-campaign` if there is none at the beat, `refused`. */
export function restartSteps(campaign: OpenCampaign, at: string, today: string): Step[] {
  checkCampaign(campaign.history, at)
  campaign.past.hydratedAt(today)
  campaign.past.files.table(campaign.history.commit(today).tree)
  return stepsBetween(campaign.history, at, today)
}

/**
 * Makes a branch from a beat whose world is that of another commit, in one commit, and switches to it. `today` must hold every edit of the present.
 * Throws Problem `conflict`, `refused`, `dirty`, `bad-input`, `bad-file`; then nothing has changed.
 */
export async function restartToday(
  campaign: OpenCampaign,
  { at, today, name, choices }: { at: string; today: string; name?: string | undefined; choices: Choices }
): Promise<string> {
  const { history, past } = campaign
  const head = history.head().commit
  if (head !== today && stepsBetween(history, today, head).length > 0)
    throw new Problem('conflict', "Today's world has changed since these differences were listed. Look at them again, then restart.", { today: head })
  const commit = history.commit(at)
  const steps = restartSteps(campaign, at, today)
  const { files, modes, conflicts } = await mergeWorld(campaign, commit, steps, choices, RESTART)
  refuseUndecided(conflicts, choices)
  const base = { commit, ...past.files.at(commit.tree), game: await past.gameAt(commit.tree), files: past.files }
  const checked = await checkEdit(history, base, files, { mayReopen: true })
  const branch = name ?? proposedBranchName(history, at, 'today')
  const n = parseBeatMessage(commit).beat.n
  const call: ActionCall = { kind: 'edit', action: FILE_EDIT, actor: DESIGNER, params: { [WORLD_OF]: today }, agent: 'hand' }
  const { next, scene } = checked.state
  const message = formatBeatMessage({
    subject: `Restarted beat ${n} with today's world`,
    call,
    beat: next.beat,
    rolls: [],
    scene: scene?.path,
    rules: checked.rules
  })
  const bytes = new Map([...checked.files].map(([path, file]) => [path, file && file.bytes]))
  campaign.saveBranch(branch, at, [{ files: bytes, modes, message, author: { ...authorOf(base.state, call), ...history.person() } }])
  try {
    await campaign.switchTo(branch)
  } catch (thrown) {
    history.trash(branch)
    throw thrown
  }
  return branch
}

/** The head of one of the campaign's own branches. Throws Problem `not-found`. */
export function headOf(campaign: OpenCampaign, name: string): string {
  const branch = branchesOf(campaign.history).find((one) => one.name === name && one.fetched !== true)
  if (!branch) throw new Problem('not-found', `There is no branch ${name} any more. Choose another branch.`, { branch: name })
  return branch.head
}

/** The steps of edits, as they were listed. Throws Problem `bad-input` for a beat that is no edit. */
export function stepsOf(campaign: OpenCampaign, edits: readonly string[]): Step[] {
  return edits.map((id) => {
    const commit = campaign.history.commit(id)
    const { beat } = parseBeatMessage(commit)
    if (commit.parents.length === 0 || beat.kind === 'play' || beat.kind === 'skill')
      throw new Problem('bad-input', `Beat ${beat.n} is no edit, so it can't be brought to another branch. Choose an edit.`, { commit: id })
    return { commit, direction: 'redo' }
  })
}

/** Makes edits of other branches on a branch as one beat, and switches to it. Throws like `restartToday`; then nothing has changed. */
export async function bringEdits(
  campaign: OpenCampaign,
  { edits, to, choices }: { edits: readonly string[]; to: string; choices: Choices }
): Promise<void> {
  const head = campaign.history.commit(headOf(campaign, to))
  const steps = stepsOf(campaign, edits)
  const { files, modes, conflicts } = await mergeWorld(campaign, head, steps, choices, bringingTo(to))
  refuseUndecided(conflicts, choices)
  if (files.size === 0 && conflicts.length === 0)
    throw new Problem('refused', `${to} has ${edits.length === 1 ? 'this edit' : 'these edits'} already. There is nothing to bring.`)
  const base = { commit: head, ...campaign.past.files.at(head.tree), game: await campaign.past.gameAt(head.tree), files: campaign.past.files }
  await checkEdit(campaign.history, base, files, { mayReopen: true })
  const before = campaign.history.head().branch
  if (before !== to) await campaign.switchTo(to)
  const params: Params = { [BROUGHT]: [...edits] }
  try {
    // A decision that changes nothing is one too: the branch isn't asked for these edits again.
    await campaign.edit(
      files,
      files.size === 0 ? `Kept as it was: ${subjectOf(steps)}` : subjectOf(steps),
      { kind: 'edit', action: FILE_EDIT, params },
      [],
      modes
    )
  } catch (thrown) {
    if (before !== undefined && before !== to) await campaign.switchTo(before)
    throw thrown
  }
}

function subjectOf(steps: readonly Step[]): string {
  const [first] = steps
  if (steps.length > 1 || !first) return `Brought ${counted(steps.length, 'edit')} from another branch`
  const label = editLabel(first.commit)
  return `Brought from another branch: ${label}`
}

/** The edits that the current branch lacks and others have, and those that others lack. A branch without a common beginning is left out. */
export function missingEdits(campaign: OpenCampaign): MissingEdits[] {
  const { history } = campaign
  const own = branchesOf(history).filter(({ fetched }) => fetched !== true)
  const here = own.find(({ current }) => current)
  if (!here) return []
  const lacking = (from: (typeof own)[0], to: (typeof own)[0]): MissingEdits[] => {
    const edits: Commit[] = editsLacking(history, from.head, to.head)
    return edits.length === 0 ? [] : [{ from: from.name, to: to.name, edits: namedEdits(edits) }]
  }
  return own.filter((one) => one !== here).flatMap((other) => [...lacking(other, here), ...lacking(here, other)])
}
