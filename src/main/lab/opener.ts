import type { ScratchBeat } from '../story/trying/scratch-line'
import { type Player, type PlayerTask, startPlayer } from './player'

/** How long the player is kept after its last use, in ms. */
const KEPT_MS = 120_000

interface Opening {
  run: string
  player: Promise<Player>
  end: NodeJS.Timeout
  /** The session that was played ahead last. */
  ahead?: { session: number; beats: Promise<ScratchBeat[]> }
}

/** Opens sessions of the run that was read last, with a player of its own. */
export class Opener {
  #now: Opening | undefined
  /** The session that is to be played ahead; only the one that was named last is. */
  #expected: number | undefined

  constructor(
    private readonly taskOf: (run: string) => PlayerTask,
    private readonly start: (task: PlayerTask) => Promise<Player> = startPlayer
  ) {}

  /** Starts the player, and makes it as fast as it gets by playing a session. Throws Problem `not-found`. */
  async prepare(run: string): Promise<void> {
    // If this fails, opening a session says why.
    await this.#opening(run, (player) => player.play(0)).player.catch(() => undefined)
  }

  /** Plays a session ahead, unless another one is expected before its turn. Throws as `beats` does. */
  async expect(run: string, session: number, digest: string): Promise<void> {
    this.#expected = session
    const opening = this.#opening(run)
    const player = await opening.player
    await opening.ahead?.beats.catch(() => undefined)
    if (this.#expected !== session || opening.ahead?.session === session) return
    opening.ahead = { session, beats: this.#played(run, player, session, digest) }
    await opening.ahead.beats
  }

  /** A session's beats as they would be committed. Throws Problem `not-found`, `rule-failed`. */
  async beats(run: string, session: number, digest: string): Promise<ScratchBeat[]> {
    this.#expected = undefined
    const opening = this.#opening(run)
    const player = await opening.player
    const { ahead } = opening
    delete opening.ahead
    return ahead?.session === session ? ahead.beats : this.#played(run, player, session, digest)
  }

  /** A player that fails, which may be because its thread was lost, is replaced the next time. */
  #played(run: string, player: Player, session: number, digest: string): Promise<ScratchBeat[]> {
    const beats = player.beats(session, digest)
    beats.catch(() => this.close(run))
    return beats
  }

  /** Ends the player, unless it is of another run. */
  close(run = this.#now?.run): void {
    if (!this.#now || this.#now.run !== run) return
    clearTimeout(this.#now.end)
    void this.#now.player.then((player) => player.close()).catch(() => undefined)
    this.#now = undefined
  }

  #opening(run: string, warmUp?: (player: Player) => Promise<unknown>): Opening {
    if (this.#now?.run !== run) {
      this.close()
      const player = this.start(this.taskOf(run)).then(async (started) => {
        await warmUp?.(started)
        return started
      })
      this.#now = { run, player, end: setTimeout(() => this.close(), KEPT_MS).unref() }
      // One that can't be started, or fails, is started again the next time.
      player.catch(() => this.close(run))
    }
    this.#now.end.refresh()
    return this.#now
  }
}
