import { flushSync } from 'react-dom'
import type { NewCampaign } from '../shared/story/campaign'
import type { NewInRepository } from '../shared/contract/folder-calls'
import type { ActionCall, Beat } from '../shared/story/play'
import type { Rerun } from '../shared/table/turns'
import type { LinksLeft } from '../shared/contract/world-edits'
import { focusTools } from './ui/focus-tools'
import { pressAgain } from './ui/press-again'
import { api } from './client'
import { savedEdit } from './editing'
import { problemOf } from './problem-of'
import { refetch } from './sync'
import { callsDone, runCall } from './run-call'
import { showPanel, goTo, notify, updateMap, showProblem, useSession } from './session'
import { keepDueDrafts } from './kept-drafts'
import { foreignIn, needsSettings } from './store/remedy'
import { counted } from './ui/amounts'

const get = useSession.getState
const set = useSession.setState

/** Fetches the list of recent campaigns for the start page. */
export const loadRecent = (): Promise<void> => api.recent.query().then((recent) => set({ recent }), showProblem)

/** Removes a campaign from the list; its folder stays. */
export const forgetCampaign = async (dir: string): Promise<void> => {
  const recent = await runCall(() => api.forget.mutate({ dir }))
  if (recent) set({ recent })
}

/** Opens a campaign's folder; true when it is open. A repository of something else is offered as a place for one. */
export const openCampaign = async (dir: string): Promise<boolean> => {
  await keepDueDrafts()
  return finishOpening(
    await runCall(() =>
      api.open.mutate({ dir }).catch((error: unknown) => {
        if (!offerCreateHere(error)) throw error
        return undefined
      })
    )
  )
}

/** Offers to create a campaign in a repository that has none. Returns false for any other problem. */
export function offerCreateHere(error: unknown): boolean {
  const foreign = foreignIn(problemOf(error))
  if (foreign !== undefined) set({ dialog: 'here', foreign })
  return foreign !== undefined
}

/** Creates a campaign in another repository and opens it; true if it is open. */
export const createHere = async (input: NewInRepository): Promise<boolean> => {
  const result = await runCall(() => api.createHere.mutate(input))
  if (!result) return false
  const done = await finishOpening(result.campaign)
  for (const note of result.notes) notify(note)
  return done
}

/** Switches a repository to the branch of its campaign and opens it; true if it is open. */
export const openBranch = async (dir: string, branch: string): Promise<boolean> =>
  finishOpening(await runCall(() => api.openBranch.mutate({ dir, branch })))

/** Opens a bundled campaign by its id, by default the sample. It is created if it doesn't exist. */
export const openSample = async (start?: string): Promise<boolean> =>
  finishOpening(await runCall(() => api.openSample.mutate(start === undefined ? undefined : { start })))

/** Creates a campaign and opens it; true if it is open. */
export const createCampaign = async (input: NewCampaign): Promise<boolean> => {
  const result = await runCall(() => api.create.mutate(input))
  return result ? openCampaign(result.dir) : false
}

async function finishOpening(campaign: unknown): Promise<boolean> {
  if (campaign === undefined) return false
  await refetch()
  set({ dialog: undefined })
  return true
}

/** Asks for a folder, in the host's dialog if it has one, else in the window's folder browser. */
export const pickFolder = async (): Promise<void> => {
  if (!get().host?.canPickFolder) return set({ dialog: 'open' })
  const dir = await runCall(() => api.pickFolder.mutate())
  if (dir !== undefined) await openCampaign(dir)
}

/** Closes the campaign and shows the start page. */
export const closeCampaign = async (): Promise<void> => {
  await keepDueDrafts()
  await runCall(() => api.close.mutate())
  await refetch()
}

/** Opens the settings and dismisses the problems that refer to them. */
export const openSettings = (): void =>
  set({ dialog: 'settings', notices: get().notices.filter(({ problem }) => problem === undefined || !needsSettings(problem)) })

/** Starts autoplay, or stops it after the current beat. In the past it asks first. */
export const togglePlay = async (): Promise<void> => {
  const { present, cursor, desk } = get()
  if (!present) return
  if (present.table.running) {
    await runCall(() => api.pause.mutate())
    return
  }
  if (cursor !== undefined) return set({ playRequest: 'play' })
  await runCall(() => withEditsQuestion(() => api.autoplay.mutate({ pace: desk.pace }), togglePlay))
}

/** Makes a call that plays. If there are external changes, it resolves with undefined; a banner asks what to do with them, and then `goOn` runs. */
async function withEditsQuestion<T>(call: () => Promise<T>, goOn: () => unknown): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    const { code, data } = problemOf(error)
    if (code !== 'dirty' || data?.['choose'] !== true) throw error
    set({ resumeAfterEdits: () => void goOn() })
    // The banner needs the list of changes.
    void api.edits.query().catch(showProblem)
    return undefined
  }
}

/** Returns whether a beat was played. */
const step = async (): Promise<boolean> => {
  const done = await runCall(() =>
    withEditsQuestion(
      async () => ({ beat: await api.step.mutate() }),
      () => playOne()
    )
  )
  if (done && !done.beat) notify('The session is over. Nothing is left to play.')
  return done?.beat !== undefined
}

/** Plays a call under manual control. Resolves with undefined if a banner first asks about external changes; then `goOn` runs. Rejects with a Problem. */
export const playCall = (call: ActionCall, goOn: () => void): Promise<Beat | undefined> => withEditsQuestion(() => api.play.mutate(call), goOn)

/** Resolves the external changes, and then plays as requested. */
export const answerEdits = async (how: 'adopt' | 'set-aside' | 'leave'): Promise<void> => {
  const goOn = get().resumeAfterEdits
  const done =
    how === 'adopt' ? await adoptEdits() : how === 'set-aside' ? await setEditsAside() : (await runCall(() => api.leaveEdits.mutate())) !== undefined
  if (!done) return
  set({ resumeAfterEdits: undefined })
  goOn?.()
}

/** Plays one beat after open calls; a press once that beat is on screen plays the next, even if its call is open. In the past it asks first. */
export const playOne = pressAgain(
  () => `${get().present?.head} ${get().endedTurns}`,
  async () => {
    await callsDone()
    const { present, cursor } = get()
    if (!present || present.table.running) return false
    if (cursor !== undefined) set({ playRequest: 'step' })
    else if (present.table.waiting !== undefined) focusHand()
    else return step()
    return false
  }
)

/** The designer takes a seat, for one turn or every turn, or hands it back. Taking one in the past asks first. */
export const takeSeat = async (who: string, how: 'turn' | 'always' | 'off'): Promise<void> => {
  if (how !== 'off' && get().cursor !== undefined) return set({ playRequest: { take: who, how } })
  const table = await runCall(() => api.take.mutate({ who, how }))
  const { present } = get()
  if (table && present) set({ present: { ...present, table } })
  if (table?.waiting === who) focusHand()
}

function focusHand(): void {
  flushSync(() => showPanel('log'))
  focusTools()
}

/** Takes over the next turn, or focuses its tools if it is under manual control already. In the past it asks first. */
export const playByHand = async (): Promise<void> => {
  const { present, cursor } = get()
  if (!present) return
  if (cursor !== undefined) return set({ playRequest: 'hand' })
  if (present.table.waiting !== undefined) return focusHand()
  const { phase, actor } = present.state.next
  await takeSeat(phase === 'player' ? actor : 'DM', 'turn')
}

/** Sets the pause between beats; takes effect at once when the table is playing. */
export const setPace = async (pace: number): Promise<void> => {
  set({ desk: { ...get().desk, pace } })
  if (get().present?.table.running) await runCall(() => api.autoplay.mutate({ pace }))
}

/** Reports how many links a rename updated, with a command that shows the others. */
export function notifyLinks(links: LinksLeft): void {
  updateMap({ links })
  notify(
    [
      links.updated.length > 0 ? `Updated the links in ${counted(links.updated.length, 'file')}.` : '',
      links.left.length > 0 ? `${links.left.length === 1 ? '1 note still links' : `${links.left.length} notes still link`} to the old name.` : ''
    ]
      .filter(Boolean)
      .join(' '),
    links.left.length > 0 ? { command: 'world.links', words: 'Show' } : undefined
  )
}

/** Saves the external changes as one beat by the designer, which Undo reverts. Returns whether that succeeded. */
export const adoptEdits = async (): Promise<boolean> => {
  const beat = await runCall(() => api.adopt.mutate())
  if (!beat) return false
  await savedEdit(beat)
  if (beat.links) notifyLinks(beat.links)
  return true
}

/** Restores the committed files and keeps a copy of the edited ones. */
export const setEditsAside = async (): Promise<boolean> => {
  const dir = await runCall(() => api.setAside.mutate())
  if (dir !== undefined) notify(`Moved the changed files to ${dir}.`)
  return dir !== undefined
}

/** Marks a milestone, and has the DM sum up the campaign if autoplay is off. */
export const markMilestone = async (): Promise<void> => {
  const marked = await runCall(() => api.play.mutate({ action: 'milestone', actor: 'designer' }))
  if (!marked) return
  if (get().present?.table.running === false) await step()
  notify('Marked a milestone. The DM sums up the campaign.')
}

/** Replays every beat from its parent and shows the result. */
export const verifyHistory = async (): Promise<void> => {
  notify('Replaying every beat…')
  const report = await runCall(() => api.verify.query())
  if (!report) return
  const first = report.mismatches[0]
  notify(
    first
      ? `${report.mismatches.length === 1 ? '1 beat does' : `${report.mismatches.length} beats do`} not replay. The first is beat ${first.beat.n}: ${first.message}`
      : `Every beat replays to the same files: ${report.play} played, ${report.edit} edited, ${report.foreign} external.`
  )
}

/** Moves the cursor to the next beat whose replay differed; after the last one to the first. */
export const goToMismatch = (): void => {
  const { cursor, beats, present } = get()
  const wrong = present?.verified?.wrong ?? []
  const at = cursor === undefined ? -1 : (beats.byId.get(cursor)?.n ?? -1)
  const next = wrong.find(({ n }) => n > at) ?? wrong[0]
  if (!next) return
  goTo(next.beat)
  showPanel('beat')
  notify(`Beat ${next.n}: ${next.message}.`)
}

/** Reruns the turn of a beat on a new branch and switches to it. Returns the branch and its beat. */
export const rerun = async (how: Rerun): Promise<{ branch: string; beat: string } | undefined> => {
  const result = await runCall(() => api.rerun.mutate(how))
  if (!result) return undefined
  await refetch()
  goTo(undefined)
  return result
}
