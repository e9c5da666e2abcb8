import type { AbortSignalLike } from '../../shared/base/abort'
import { MAX_SESSIONS } from '../../shared/lab/limits'
import type { LabProgress } from '../../shared/lab/report'
import { type LabPlan, partyOf, seedOf } from '../../shared/lab/plan'
import type { SessionRows } from '../../shared/lab/rows'
import { Problem, toProblem } from '../../shared/base/problem'
import type { ResultsPort } from './results/port'
import type { Players, SessionPlayer } from './player'

/** The sessions that are saved together at most, or after so many ms. */
const BATCH_SESSIONS = 32
const BATCH_MS = 500
/** How often progress is told, in ms. */
const PROGRESS_MS = 100
/** How often a session is tried whose player was lost. */
const MAX_TRIES = 2

/** The sessions of one run while they are played. */
export class Playing {
  /** Resolves when the run is over: done, or stopped. Rejects with a Problem if it can't go on; what was saved stays. */
  readonly over: Promise<'done' | 'stopped'>
  #isStopped = false
  #done: number
  #beats = 0
  #failures = 0
  readonly #started = performance.now()
  readonly #queue: number[]
  readonly #playing = new Set<SessionPlayer>()
  #batch: SessionRows[] = []
  #saving: Promise<void> = Promise.resolve()
  #savedAt = performance.now()

  /**
   * `played`: the numbers of the sessions that are in the results already. `saved` is called after each batch, with the number of sessions that are done.
   * `until`: plays only the sessions with a lower number; the run then counts as stopped.
   */
  constructor(
    private readonly id: string,
    private readonly plan: LabPlan,
    private readonly players: Players,
    private readonly results: Pick<ResultsPort, 'add'>,
    played: readonly number[],
    private readonly saved: (done: number) => void = () => undefined,
    until = MAX_SESSIONS
  ) {
    const isPlayed = new Set(played)
    this.#done = played.length
    this.#queue = Array.from({ length: Math.min(until, this.plan.sessions) }, (_, session) => session).filter((session) => !isPlayed.has(session))
    this.over = this.#play()
    this.over.catch(() => undefined)
  }

  get progress(): LabProgress {
    const seconds = (performance.now() - this.#started) / 1000
    return {
      run: this.id,
      done: this.#done,
      of: this.plan.sessions,
      beats: this.#beats,
      beatsPerSecond: seconds > 0 ? Math.round(this.#beats / seconds) : 0,
      failures: this.#failures,
      ...(this.players.news === undefined ? {} : { news: this.players.news })
    }
  }

  /** The progress until the run is over. */
  async *watch(stop?: AbortSignalLike): AsyncGenerator<LabProgress> {
    const over = this.over.then(
      () => true,
      () => true
    )
    const later = (): Promise<false> => new Promise((done) => setTimeout(() => done(false), PROGRESS_MS))
    for (let isOver = false; !isOver; isOver = await Promise.race([over, later()])) {
      if (stop?.aborted) return
      yield this.progress
    }
    yield this.progress
  }

  /** Ends the sessions that are being played; those that are over are saved. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const player of this.#playing) player.close()
    await this.over.catch(() => undefined)
  }

  async #play(): Promise<'done' | 'stopped'> {
    const count = Math.min(this.players.count, this.#queue.length)
    try {
      await Promise.all(Array.from({ length: count }, () => this.#playInTurn()))
    } finally {
      for (const player of this.#playing) player.close()
      const closed = this.players.close()
      await this.#save()
      await closed
    }
    return this.#done < this.plan.sessions ? 'stopped' : 'done'
  }

  /** Plays sessions with one player until none is left. A lost player is replaced. */
  async #playInTurn(): Promise<void> {
    let player = await this.#newPlayer()
    for (let session = this.#queue.shift(); session !== undefined; session = this.#queue.shift()) {
      for (let tries = 1; !this.#isStopped; tries++) {
        const rows = await player.play(session).catch(toProblem)
        if (this.#isStopped) break
        if (!(rows instanceof Problem)) {
          await this.#add(rows)
          break
        }
        if (rows.data['lost'] !== true) throw rows
        this.#playing.delete(player)
        player = await this.#newPlayer()
        if (tries < MAX_TRIES) continue
        await this.#add(this.#lost(session, rows.message))
        break
      }
      if (this.#isStopped) this.#queue.unshift(session)
      if (this.#isStopped) return
    }
  }

  async #newPlayer(): Promise<SessionPlayer> {
    const player = await this.players.start()
    this.#playing.add(player)
    if (this.#isStopped) player.close()
    return player
  }

  async #add(rows: SessionRows): Promise<void> {
    this.#beats += rows.session.beats
    if (rows.session.failures > 0 || rows.session.ending === 'failed') this.#failures++
    this.#batch.push(rows)
    if (this.#batch.length >= BATCH_SESSIONS || performance.now() - this.#savedAt >= BATCH_MS) await this.#save()
  }

  /** Saves the sessions that are over, one batch after the other. */
  #save(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    this.#savedAt = performance.now()
    this.#saving = this.#saving.then(async () => {
      if (batch.length === 0) return
      await this.results.add(batch)
      this.#done += batch.length
      this.saved(this.#done)
    })
    return this.#saving
  }

  /** The row of a session whose player was lost twice. */
  #lost(session: number, problem: string): SessionRows {
    const { plan } = this
    const none = { beats: 0, scenes: 0, story_sessions: 0, minutes: 0, able: 0, down: 0, dead: 0, stuck: 0, stuck_from: 0, refused: 0, repeated: 0 }
    return {
      session: {
        ...none,
        session,
        seed: seedOf(plan, session),
        party: partyOf(plan, session).name,
        ending: 'failed',
        last_event: '',
        failures: 1,
        problem,
        digest: ''
      },
      beat: [],
      action: [],
      visit: [],
      roll: [],
      outcome: [],
      exercise: [],
      offer: [],
      value: []
    }
  }
}
