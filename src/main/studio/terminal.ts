import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Standings } from '../../shared/present'
import type { Odds } from '../../shared/odds'
import type { Reach } from '../../shared/reach'
import type { Beat, LogEntry } from '../../shared/play'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import type { TurnRecord } from '../../shared/turns'
import type { Commit } from '../campaign/history'
import { parseMessage } from '../campaign/message'
import { DM, party, ready } from '../engine/people'
import type { Progress } from '../odds/outcomes'
import { reachIn } from './odds-calls'
import { OpenCampaign } from './open-campaign'
import { openFolder, type OpenOptions } from './open-folder'
import type { Recall } from '../campaign/notes/recall'
import type { Recalled } from '../campaign/notes/recall-words'
import { whoRecalls } from './recall'
import { SealedFiles } from './sealed-files'

/** How far to play: the first limit that is reached stops. */
export interface Limits {
  beats?: number
  scenes?: number
  sessions?: number
}

/** What was played: beats, scenes and sessions that came to their end, and whether nobody of the party can go on. */
export interface Played extends Required<Limits> {
  lost: boolean
}

/**
 * Lets the table play until a limit is reached or nothing is left to play; each beat is told after its commit.
 * Throws Problem, `locked` when another instance plays there.
 */
export async function playMany(
  dir: string,
  limits: Limits,
  onBeat: (beat: Beat) => void,
  options: Pick<OpenOptions, 'machine' | 'given'> = {}
): Promise<Played> {
  const made: Required<Limits> = { beats: 0, scenes: 0, sessions: 0 }
  const open = await openFolder(resolve(dir), { ...options, announce: () => undefined })
  try {
    const full = (): boolean => (['beats', 'scenes', 'sessions'] as const).some((unit) => made[unit] >= (limits[unit] ?? Number.POSITIVE_INFINITY))
    while (!full()) {
      const before = open.campaign.standing.state
      const beat = await open.table.step()
      if (!beat && open.table.waiting !== undefined) throw handWaits(open.table.waiting)
      if (!beat) break
      const after = open.campaign.standing.state
      made.beats++
      if (before.scene && !after.scene) made.scenes++
      // After a milestone the table only goes back to where it was.
      if (before.next.phase !== 'done' && after.next.phase === 'done' && !before.next.resume) made.sessions++
      onBeat(beat)
    }
    const { state, game } = open.campaign.standing
    return { ...made, lost: ready(state, game).length === 0 }
  } finally {
    open.campaign.dispose()
    open.release()
  }
}

/** In a terminal nobody can play by hand. */
const handWaits = (who: string): Problem =>
  new Problem('refused', `It's ${who}'s turn, and table.yaml says that you play it. Play it in the app, or name an agent: --agent ${who}=offline.`, {
    who
  })

/** Opens a campaign for reading, hands it to `work` and closes it again. With `sealed`, what this machine keeps of it need not be read from every commit. */
export async function reading<T>(dir: string, work: (campaign: OpenCampaign) => T | Promise<T>, sealed = new SealedFiles(undefined)): Promise<T> {
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => Date.now(), sealed })
  try {
    return await work(campaign)
  } finally {
    campaign.dispose()
  }
}

/** A revision (branch, abbreviated id, HEAD~n) as a commit id. Throws Problem `not-found`. */
export function revision(campaign: OpenCampaign, rev: string | undefined): string {
  if (rev === undefined) return campaign.standing.commit.id
  const id = campaign.history.resolve(rev)
  if (id === undefined) throw new Problem('not-found', `This campaign has no beat "${rev}". Name a branch, a commit id, or HEAD~3.`)
  return id
}

/** State at a revision. */
export const stateAt = (dir: string, rev?: string): Promise<GameState> =>
  reading(dir, (campaign) => campaign.past.momentAt(revision(campaign, rev)).state)

/** What somebody may do at a revision, and why not. */
export const actionsAt = (dir: string, as: string, rev?: string): Promise<Standings> =>
  reading(dir, (campaign) => campaign.past.actions(as, revision(campaign, rev)))

/** Exact chances at a revision, and how far people come; `tell` hears how far the counting is. */
export const oddsAt = (dir: string, as?: string, rev?: string, tell?: (at: Progress) => void): Promise<Odds & { reach: Reach }> =>
  reading(dir, async (campaign) => {
    const at = revision(campaign, rev)
    return { ...(await campaign.past.odds(at, as, undefined, tell)), reach: await reachIn(campaign, as, at, undefined, tell) }
  })

/** What somebody finds in their notes at a revision. */
export const recallAt = (dir: string, as: string, asked: Recall, rev?: string): Promise<Recalled> =>
  reading(dir, (campaign) => {
    const at = revision(campaign, rev)
    return campaign.past.recall(whoRecalls(campaign.past.momentAt(at).state, as), asked, at)
  })

/** Every public entry of the story up to a revision, oldest first, with the beat's commit where it is on this line. */
export function storyLog(dir: string, rev?: string): Promise<{ entry: LogEntry; commit: string; scene: string }[]> {
  return reading(dir, (campaign) => {
    const head = revision(campaign, rev)
    const byNumber = new Map<number, string>()
    const scenes: string[] = []
    for (let id: string | undefined = head; id !== undefined;) {
      const commit: Commit = campaign.history.commit(id)
      const { beat } = parseMessage(commit)
      byNumber.set(beat.n, id)
      if (beat.action === 'open_scene' && beat.scene !== undefined) scenes.unshift(beat.scene)
      id = commit.parents[0]
    }
    return scenes.flatMap((scene) =>
      (campaign.past.log(head, scene)?.entries ?? []).map((entry) => ({ entry, scene, commit: byNumber.get(entry.beat) ?? head }))
    )
  })
}

/** Every turn that led to the present, oldest first, with all that was told and answered; only the last ones with a limit. */
export function recording(dir: string, limit: number | undefined, onTurn: (turn: TurnRecord) => void): Promise<void> {
  return reading(dir, (campaign) => {
    for (const turn of campaign.recordings.exported(limit)) onTurn(turn)
  })
}

/** Takes a recording in, to be played again. Throws Problem `not-found` or `bad-file`. */
export function takeRecording(dir: string, file: string): Promise<number> {
  return reading(dir, (campaign) => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch {
      throw new Problem('not-found', `Couldn't read ${file}. Name a file made with "log --with-prompts".`, { file })
    }
    return campaign.recordings.take(text, file, [DM, ...party(campaign.standing.state)])
  })
}
