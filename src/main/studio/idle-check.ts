import type { Verified } from '../../shared/analysis/reports'
import { checkBeat } from '../story/checks/verify'
import type { OpenCampaign } from '../story/open-campaign'

/** The pause after each beat in ms, during which play and clients have their turns. */
const PAUSE_MS = 4
/** The number of beats between two progress events. */
const BEATS_PER_NEWS = 25
/** The most differing beats on a line. The `verify` command checks the rest. */
const MAX_DIFFERING_BEATS = 100

/**
 * Verifies the history while the table is idle, one beat at a time, and saves its progress, so that each beat is verified once on this machine. If
 * that file is missing or damaged, everything is verified again. Then it counts the coverage of the beats, so that a report finds it counted.
 */
export class IdleCheck {
  #working = false
  #closed = false
  /** The progress on the current line. */
  verified: Verified | undefined

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly options: { isIdle: () => boolean; tell: (verified: Verified) => void; enough?: number }
  ) {}

  get #mayGoOn(): boolean {
    return !this.#closed && this.options.isIdle()
  }

  /** Continues the remaining work while the table is idle. Call it every few seconds. Never throws: calls report an unreadable history. */
  async work(): Promise<void> {
    if (this.#working || !this.#mayGoOn) return
    this.#working = true
    try {
      const head = this.campaign.history.head().commit
      if (!this.#isVerified(head)) await this.#check(head)
      if (this.#isVerified(head))
        await this.campaign.coverage.countWhile(
          () => this.#mayGoOn,
          () => pause()
        )
    } catch {
      // Calls that need a history report that it can't be read.
    } finally {
      this.#working = false
    }
  }

  /** Whether every beat of a line has been verified, and the last report was about this line. */
  #isVerified(head: string): boolean {
    const { depth } = this.campaign.verified.at(head)
    return depth >= 0 && this.verified?.of === depth + 1
  }

  dispose(): void {
    this.#closed = true
  }

  async #check(head: string): Promise<void> {
    const { verified: lines, history } = this.campaign
    const { last, newer } = await lines.of(head)
    if (!this.#mayGoOn) return
    let at = lines.at(last)
    const of = at.depth + 1 + newer.length
    const tell = (): void => this.#tell({ checked: at.depth + 1, of, wrong: at.wrong })
    const { enough = MAX_DIFFERING_BEATS } = this.options
    if (at.wrong.length >= enough && this.verified?.of === of) return
    tell()
    let done = 0
    while (done < newer.length && this.#mayGoOn && at.wrong.length < enough) {
      const commit = history.commit(newer[done++] ?? '')
      const { wrong } = await checkBeat(this.campaign, commit)
      at = lines.add(commit, wrong)
      if (wrong || done % BEATS_PER_NEWS === 0) tell()
      await pause()
    }
    if (done === 0) return
    lines.keep(newer[done - 1] ?? head, last)
    tell()
  }

  #tell(verified: Verified): void {
    this.verified = verified
    if (!this.#closed) this.options.tell(verified)
  }
}

const pause = (): Promise<void> => new Promise((done) => void setTimeout(done, PAUSE_MS))
