import type { Verified } from '../../shared/analysis/reports'
import { parseBeatMessage } from '../campaign/beat-message'
import { MAX_TIPS, recallChecked, rememberChecked, type VerifiedMismatches, checkBeat } from '../story/checks/verify'
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
  /** Every commit whose line has been verified: its depth, and the mismatches up to it. */
  readonly #known = new Map<string, { depth: number; wrong: VerifiedMismatches }>()
  #tips: string[] | undefined
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

  /**
   * Continues with the remaining work while the table is idle. Call it every few seconds. Never throws: calls that need an unreadable history report
   * it.
   */
  async work(): Promise<void> {
    if (this.#working || !this.#mayGoOn) return
    this.#working = true
    try {
      const head = this.campaign.history.head().commit
      if (!this.#isVerified(head)) {
        await this.#recall()
        await this.#check(head)
      }
      if (this.#isVerified(head))
        await this.campaign.coverage.countWhile(
          () => this.#mayGoOn,
          () => pause(PAUSE_MS)
        )
    } catch {
      // Calls that need a history report that it can't be read.
    } finally {
      this.#working = false
    }
  }

  /** Whether every beat of a line has been verified, and the last report was about this line. */
  #isVerified(head: string): boolean {
    const known = this.#known.get(head)
    return known !== undefined && this.verified?.of === known.depth + 1
  }

  dispose(): void {
    this.#closed = true
  }

  async #check(head: string): Promise<void> {
    const chain = await this.#unknown(head)
    if (!chain) return
    const from = this.#known.get(chain.start ?? '')
    let depth = from ? from.depth : -1
    let wrong: VerifiedMismatches = from?.wrong ?? []
    const of = depth + 1 + chain.ids.length
    const tell = (): void => this.#tell({ checked: depth + 1, of, wrong })
    const { enough = MAX_DIFFERING_BEATS } = this.options
    if (wrong.length >= enough && this.verified?.of === of) return
    tell()
    const before = depth
    for (const id of chain.ids.toReversed()) {
      if (!this.#mayGoOn || wrong.length >= enough) break
      const commit = this.campaign.history.commit(id)
      const { wrong: mismatch } = await checkBeat(this.campaign, commit)
      depth++
      if (mismatch) wrong = [...wrong, { beat: id, n: parseBeatMessage(commit).beat.n, message: mismatch.message }]
      this.#known.set(id, { depth, wrong })
      if (mismatch || (depth - before) % BEATS_PER_NEWS === 0) tell()
      await pause(PAUSE_MS)
    }
    if (depth > before) {
      this.#remember(chain.ids[of - 1 - depth] ?? head, chain.start)
      tell()
    }
  }

  #tell(verified: Verified): void {
    this.verified = verified
    if (!this.#closed) this.options.tell(verified)
  }

  /**
   * The unverified commits of a line, newest first, and the last verified one; undefined if the table continued meanwhile. Empty for a line that
   * no branch contains.
   */
  async #unknown(head: string): Promise<{ ids: string[]; start: string | undefined } | undefined> {
    const rows = await this.campaign.chronicle.upToDate()
    if (!this.#mayGoOn) return undefined
    const ids: string[] = []
    let row = rows.rowOf(head) ?? -1
    for (; row >= 0 && !this.#known.has(rows.ids[row] ?? ''); row = rows.parents.at(row)) ids.push(rows.ids[row] ?? '')
    return { ids, start: rows.ids[row] }
  }

  /** Loads the results from the last time the campaign was open. */
  async #recall(): Promise<void> {
    if (this.#tips) return
    const tips: string[] = []
    for (const { commit, wrong } of recallChecked(this.campaign.verified)) {
      const chain = await this.#unknown(commit)
      if (!chain) return
      const byBeat = new Map(wrong.map((one) => [one.beat, one]))
      let at = this.#known.get(chain.start ?? '') ?? { depth: -1, wrong: [] }
      for (const id of chain.ids.toReversed()) {
        const one = byBeat.get(id)
        at = { depth: at.depth + 1, wrong: one ? [...at.wrong, one] : at.wrong }
        this.#known.set(id, at)
      }
      if (this.#known.has(commit)) tips.push(commit)
    }
    this.#tips = tips
  }

  #remember(tip: string, start: string | undefined): void {
    const others = this.#tips?.filter((one) => one !== tip && one !== start) ?? []
    this.#tips = [tip, ...others].slice(0, MAX_TIPS)
    const tips = this.#tips.map((commit) => ({ commit, wrong: this.#known.get(commit)?.wrong ?? [] }))
    rememberChecked(this.campaign.verified, tips)
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))
