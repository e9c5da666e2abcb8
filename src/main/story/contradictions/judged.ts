import { z } from 'zod'
import { Contradiction, type BeatContradictions } from '../../../shared/contradictions'
import { Usage } from '../../../shared/turns'
import { added, NOTHING_USED } from '../../../shared/usage'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Ledger } from '../budget'

/** Raised whenever a model is asked something else about the same beats: what was judged before is forgotten, but not its cost. */
const JUDGE_VERSION = 1

const One = z.object({ model: z.string(), beat: z.number().int(), scene: z.string(), contradictions: z.array(Contradiction) })
const Kept = z.object({ judge: z.number().int(), usage: Usage, unpriced: z.array(z.string()), beats: z.record(z.string(), z.unknown()) })

/** What a model said about a campaign's beats, and what that cost. It stands beside the history, never in it. */
export class Judged {
  readonly #beats = new Map<string, z.infer<typeof One>>()
  #ledger: Ledger = { usage: NOTHING_USED, unpriced: new Set() }
  #isRead = false

  constructor(private readonly file?: KeptFile) {}

  /** What was found in a beat, by its commit; undefined if nothing was. */
  of(commit: string): Omit<BeatContradictions, 'commit'> | undefined {
    this.#read()
    const one = this.#beats.get(commit)
    return one && one.contradictions.length > 0 ? { beat: one.beat, scene: one.scene, contradictions: one.contradictions } : undefined
  }

  /** Whether a model has judged a beat. */
  isJudged(commit: string, model: string): boolean {
    this.#read()
    return this.#beats.get(commit)?.model === model
  }

  /** The usage of all judging, in any of the campaign's branches. */
  ledger(): Ledger {
    this.#read()
    return this.#ledger
  }

  /** Stores what a model found in some beats and what asking it cost; a request that failed has its cost alone. */
  add(model: string, beats: readonly BeatContradictions[], usage: Usage): void {
    this.#read()
    for (const { commit, beat, scene, contradictions } of beats) this.#beats.set(commit, { model, beat, scene, contradictions })
    const isUnpriced = usage.cost === undefined && usage.input + usage.output > 0
    this.#ledger = {
      usage: added(this.#ledger.usage, usage),
      unpriced: new Set([...this.#ledger.unpriced, ...(isUnpriced ? [model] : [])])
    }
    const { usage: sum, unpriced } = this.#ledger
    this.file?.write(
      Buffer.from(JSON.stringify({ judge: JUDGE_VERSION, usage: sum, unpriced: [...unpriced], beats: Object.fromEntries(this.#beats) }))
    )
  }

  /** Takes up what this machine stored; nothing where that is missing or damaged. */
  #read(): void {
    if (this.#isRead) return
    this.#isRead = true
    try {
      const { judge, usage, unpriced, beats } = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      this.#ledger = { usage, unpriced: new Set(unpriced) }
      if (judge === JUDGE_VERSION) for (const [commit, one] of Object.entries(beats)) this.#beats.set(commit, One.parse(one))
    } catch {
      // It can be paid for again.
    }
  }
}
