import { type AbortSignalLike, never } from '../../shared/base/abort'
import { Queue } from '../../shared/base/queue'
import { refusalsOf } from '../../shared/table/present'
import { Problem } from '../../shared/base/problem'
import type { Beat } from '../../shared/story/play'
import type { PlayNews } from '../../shared/contract/table-calls'
import { ready } from '../engine/people'
import { notAdopted } from '../story/edits/external-changes'
import type { OpenCampaign } from '../story/open-campaign'
import type { Table } from './table'

/** How far to play, and what to do with external changes. */
interface Wanted {
  beats?: number | undefined
  scenes?: number | undefined
  sessions?: number | undefined
  edits?: 'adopt' | 'set-aside' | 'leave' | undefined
}

const UNITS = ['beats', 'scenes', 'sessions'] as const

/** Lets a table play up to the first limit, or until nothing is left to play. Throws Problem `locked`, `dirty`, `stalled`. */
export async function* playOn(
  { campaign, table }: { campaign: OpenCampaign; table: Table },
  wanted: Wanted,
  stop: AbortSignalLike
): AsyncGenerator<PlayNews> {
  const done = { beats: 0, scenes: 0, sessions: 0 }
  yield* settleEdits(campaign, wanted.edits)
  const isFull = (): boolean => UNITS.some((unit) => done[unit] >= (wanted[unit] ?? Number.POSITIVE_INFINITY))
  while (!isFull() && !stop.aborted) {
    if (table.hands.client !== undefined) throw waitsForClient(table.hands.client)
    const before = campaign.snapshot.state
    const failedBefore = campaign.turns.failed
    const { beat, beats } = yield* steppedBy(table, (wanted.beats ?? Number.POSITIVE_INFINITY) - done.beats - 1)
    if (!beat && table.hands.waiting !== undefined) throw waitsForHand(table.hands.waiting)
    if (!beat) break
    const after = campaign.snapshot.state
    for (const earlier of beats) if (earlier.id !== beat.id) yield { kind: 'beat', beat: earlier, refused: [] }
    done.beats += beats.length
    if (before.scene && !after.scene) done.scenes++
    // The end of a milestone only returns to the phase before it, so it doesn't end a session.
    if (before.next.phase !== 'done' && after.next.phase === 'done' && !before.next.resume) done.sessions++
    const { failed } = campaign.turns
    yield {
      kind: 'beat',
      beat,
      refused: refusalsOf(beat.n, campaign.turns.of(beat.id)?.calls ?? []),
      ...(failed && failed !== failedBefore ? { problem: failed.toJSON() } : {})
    }
    if (table.stalled) throw table.stalled
  }
  const { state, game } = campaign.snapshot
  yield {
    kind: 'played',
    played: { ...done, lost: ready(state, game).length === 0, ended: state.next.phase === 'done' && state.next.ended === true }
  }
}

/** Plays one turn and reports each wait for a model before it begins. `beats`: every beat of the turn; with a plan it has several. */
async function* steppedBy(table: Table, ahead: number): AsyncGenerator<PlayNews, { beat: Beat | undefined; beats: Beat[] }> {
  const news = new Queue<PlayNews | 'over'>()
  const beats: Beat[] = []
  const stopListening = table.listen((event) => {
    if (event.kind === 'beat') beats.push(event.beat)
    if (event.kind === 'live' && event.live.at === 'retry') news.push({ kind: 'retry', who: event.live.who, retry: event.live.retry })
  })
  try {
    const step = table.step(ahead).finally(() => news.push('over'))
    // The failure is thrown by the `await` below.
    step.catch(() => undefined)
    for await (const one of news.until(never)) {
      if (one === 'over') break
      yield one
    }
    const beat = await step
    // A beat of the designer's in a replay isn't announced by itself.
    return { beat, beats: beat && !beats.some(({ id }) => id === beat.id) ? [...beats, beat] : beats }
  } finally {
    stopListening()
  }
}

/** Adopts, sets aside or ignores external changes, as the caller chose. Throws Problem `dirty` if there are any and the caller chose nothing. */
async function* settleEdits(campaign: OpenCampaign, answer: Wanted['edits']): AsyncGenerator<PlayNews> {
  const edits = campaign.external.list()
  if (edits.length === 0 || answer === 'leave') return
  if (answer === 'set-aside') yield { kind: 'aside', folder: campaign.external.setAside() }
  else if (answer === 'adopt') yield { kind: 'beat', beat: (await campaign.adopt()).beat, refused: [] }
  else throw notAdopted(edits, 'Say what to do with them: --edits adopt, --edits set-aside, or --edits leave to play the saved world.')
}

/** The problem of a manual seat's turn on the command line, where nobody can play it. */
const waitsForHand = (who: string): Problem =>
  new Problem('refused', `It's ${who}'s turn, and table.yaml says that you play it. Play it in the app, or name an agent: --agent ${who}=offline.`, {
    who
  })

/** The same for a seat that an MCP client plays. */
const waitsForClient = (who: string): Problem =>
  new Problem(
    'refused',
    `It's ${who}'s turn, and an MCP client plays that seat. Let the client start "proscenium mcp", or name an agent: --agent ${who}=offline.`,
    { who }
  )
