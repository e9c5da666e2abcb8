import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { refusalsOf, type Refusal, type Standings } from '../../shared/present'
import type { Odds, OddsProgress } from '../../shared/odds'
import type { Reach } from '../../shared/reach'
import type { Beat, LogEntry } from '../../shared/play'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import type { TurnRecord } from '../../shared/turns'
import type { Commit } from '../campaign/history'
import { parseMessage } from '../campaign/message'
import { DM, party, ready } from '../engine/people'
import { gameLists } from '../story/moments/names'
import { reachIn } from './odds-calls'
import { notAdopted, OpenCampaign } from '../story/open-campaign'
import { endLeftWork } from '../story/folder'
import { openFolder, type OpenOptions } from './open-folder'
import type { Recall, Recalled } from '../../shared/recall'
import { whoRecalls } from '../story/recall'
import { SealedFiles } from '../machine/sealed-files'

/** How far to play: the first limit that is reached stops. */
export interface Limits {
  beats?: number
  scenes?: number
  sessions?: number
}

/** What was played: beats, scenes and sessions that came to their end, and whether nobody of the party can go on. */
export interface Played extends Required<Limits> {
  lost: boolean
  /** The folder that changed files were moved to before the first beat. */
  aside?: string | undefined
}

/** Hears of a beat after its commit, and of what was refused on the way to it. */
export type OnBeat = (beat: Beat, refused: readonly Refusal[]) => void

/** What to do before the first beat with files that were changed outside. */
export type EditsAnswer = 'adopt' | 'set-aside' | 'leave'

/**
 * Lets the table play until a limit is reached or nothing is left to play; each beat is told after its commit.
 * Throws Problem: `locked` when another instance plays there, `dirty` when files were changed outside and nothing says what to do with
 * them, `stalled` after a beat with which somebody passed again and again for the same reason.
 */
export async function playMany(
  dir: string,
  limits: Limits,
  onBeat: OnBeat,
  options: Pick<OpenOptions, 'machine' | 'given'> & { edits?: EditsAnswer | undefined } = {}
): Promise<Played> {
  const made: Required<Limits> = { beats: 0, scenes: 0, sessions: 0 }
  const open = await openFolder(resolve(dir), { ...options, announce: () => undefined })
  try {
    const aside = await settleEdits(open.campaign, options.edits, onBeat)
    const full = (): boolean => (['beats', 'scenes', 'sessions'] as const).some((unit) => made[unit] >= (limits[unit] ?? Number.POSITIVE_INFINITY))
    while (!full()) {
      const before = open.campaign.snapshot.state
      const beat = await open.table.step()
      if (!beat && open.table.waiting !== undefined) throw handWaits(open.table.waiting)
      if (!beat) break
      const after = open.campaign.snapshot.state
      made.beats++
      if (before.scene && !after.scene) made.scenes++
      // After a milestone the table only goes back to where it was.
      if (before.next.phase !== 'done' && after.next.phase === 'done' && !before.next.resume) made.sessions++
      onBeat(beat, refusalsOf(beat.n, open.campaign.turns.of(beat.id)?.calls ?? []))
      if (open.table.stalled) throw open.table.stalled
    }
    const { state, game } = open.campaign.snapshot
    return { ...made, lost: ready(state, game).length === 0, ...(aside === undefined ? {} : { aside }) }
  } finally {
    open.campaign.dispose()
    open.release()
  }
}

/** Does with files that were changed outside what was chosen; answers the folder of those set aside. Throws Problem `dirty` where nothing was. */
async function settleEdits(campaign: OpenCampaign, answer: EditsAnswer | undefined, onBeat: OnBeat): Promise<string | undefined> {
  const edits = campaign.edits()
  if (edits.length === 0 || answer === 'leave') return undefined
  if (answer === 'set-aside') return campaign.setAside()
  if (answer === undefined)
    throw notAdopted(edits, 'Say what to do with them: --edits adopt, --edits set-aside, or --edits leave to play the saved world.')
  onBeat((await campaign.adopt()).beat, [])
  return undefined
}

/** In a terminal nobody can play by hand. */
const handWaits = (who: string): Problem =>
  new Problem('refused', `It's ${who}'s turn, and table.yaml says that you play it. Play it in the app, or name an agent: --agent ${who}=offline.`, {
    who
  })

/** Opens a campaign for reading, hands it to `work` and closes it again. With `sealed`, what this machine keeps of it need not be read from every commit. */
export async function reading<T>(dir: string, work: (campaign: OpenCampaign) => T | Promise<T>, sealed = new SealedFiles(undefined)): Promise<T> {
  endLeftWork(dir)
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => Date.now(), sealed })
  try {
    return await work(campaign)
  } finally {
    campaign.dispose()
  }
}

/** A revision (branch, abbreviated id, HEAD~n) as a commit id. Throws Problem `not-found`. */
export function revision(campaign: OpenCampaign, rev: string | undefined): string {
  if (rev === undefined) return campaign.snapshot.commit.id
  const id = campaign.history.resolve(rev)
  if (id === undefined) throw new Problem('not-found', `This campaign has no beat "${rev}". Name a branch, a commit id, or HEAD~3.`)
  return id
}

/** A state, with what its game calls items, conditions and stats, by id. */
export interface NamedState {
  state: GameState
  names: Record<'items' | 'conditions' | 'stats', Readonly<Record<string, string>>>
}

/** State at a revision. Without names of the game where its rules don't load. */
export const stateAt = (dir: string, rev?: string): Promise<NamedState> =>
  reading(dir, async (campaign) => {
    const { state, tree } = campaign.past.momentAt(revision(campaign, rev))
    const game = await gameLists(campaign.past, tree)
    const named = <T>(list: Readonly<Record<string, T>> | undefined, name: (one: T) => string): Readonly<Record<string, string>> =>
      Object.fromEntries(Object.entries(list ?? {}).map(([id, one]) => [id, name(one)]))
    const items = named(game?.equipment, (one) => one.name)
    return { state, names: { items, conditions: named(game?.conditions, (one) => one.name), stats: named(game?.manifest.stats, (one) => one.label) } }
  })

/** What somebody may do at a revision, and why not. */
export const actionsAt = (dir: string, as: string, rev?: string): Promise<Standings> =>
  reading(dir, (campaign) => campaign.past.actions(as, revision(campaign, rev)))

/** Exact chances at a revision, and how far people come; `tell` hears how far the counting is. */
export const oddsAt = (dir: string, as?: string, rev?: string, tell?: (at: OddsProgress) => void): Promise<Odds & { reach: Reach }> =>
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

/**
 * Every public entry of the story up to a revision, oldest first, with the beat's commit where it is on this line. `refused`: what was
 * refused after it and before the next one, as far as it was recorded here.
 */
export function storyLog(dir: string, rev?: string): Promise<{ entry: LogEntry; commit: string; scene: string; refused?: Refusal[] }[]> {
  return reading(dir, (campaign) => {
    const head = revision(campaign, rev)
    const byNumber = new Map<number, string>()
    const ends = new Map<string, string>()
    for (let id: string | undefined = head; id !== undefined;) {
      const commit: Commit = campaign.history.commit(id)
      const { beat } = parseMessage(commit)
      byNumber.set(beat.n, id)
      if (beat.scene !== undefined && !ends.has(beat.scene)) ends.set(beat.scene, id)
      id = commit.parents[0]
    }
    return [...ends].toReversed().flatMap(([scene, end]) => {
      const { entries = [], refused = [] } = campaign.past.log(end, scene) ?? {}
      return entries.map((entry, i) => {
        const next = entries[i + 1]?.beat ?? Infinity
        const meanwhile = refused.filter(({ beat }) => beat > entry.beat && beat <= next)
        const commit = byNumber.get(entry.beat) ?? head
        return { entry, scene, commit, ...(meanwhile.length === 0 ? {} : { refused: meanwhile }) }
      })
    })
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
    return campaign.recordings.take(text, file, [DM, ...party(campaign.snapshot.state)])
  })
}
export { checkDir } from '../story/checks/check'
