import { z } from 'zod'
import { Contradiction, type BeatContradictions } from '../../../shared/contradictions'
import { Usage } from '../../../shared/turns'
import { added, NOTHING_USED } from '../../../shared/usage'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Ledger } from '../budget'

/** Raised whenever a model is asked something else about the same beats: what was judged before is out of date, but not its cost. */
const JUDGE_VERSION = 1

const Beat = z.object({ model: z.string(), beat: z.number().int(), scene: z.string() })
/** What a model said about a beat. At first its contradictions were stored as `found`. */
const One = z.union([
  Beat.extend({ contradictions: z.array(Contradiction) }),
  Beat.extend({ found: z.array(Contradiction) }).transform(({ found, ...beat }) => ({ ...beat, contradictions: found }))
])
const Kept = z.object({ judge: z.number().int(), usage: Usage, unpriced: z.array(z.string()), beats: z.record(z.string(), z.unknown()) })

/** A model's marks on a campaign's beats, and their cost. Stored beside the history, never in it. */
export class Judged {
  readonly #beats = new Map<string, z.infer<typeof One>>()
  readonly #outdated = new Set<string>()
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

  /** Whether what a model said about a beat is out of date: it was asked something else, or wrote what can't be read any more. */
  isOutdated(commit: string): boolean {
    this.#read()
    return this.#outdated.has(commit)
  }

  /** The usage of all judging, in any of the campaign's branches. */
  ledger(): Ledger {
    this.#read()
    return this.#ledger
  }

  /** Stores what a model found in some beats and what asking it cost; a request that failed has its cost alone. */
  add(model: string, beats: readonly BeatContradictions[], usage: Usage): void {
    this.#read()
    for (const { commit, beat, scene, contradictions } of beats) {
      this.#beats.set(commit, { model, beat, scene, contradictions })
      this.#outdated.delete(commit)
    }
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
      for (const [commit, one] of Object.entries(beats)) {
        const { success, data } = One.safeParse(one)
        if (success && judge === JUDGE_VERSION) this.#beats.set(commit, data)
        else this.#outdated.add(commit)
      }
    } catch {
      // It can be paid for again.
    }
  }
}
