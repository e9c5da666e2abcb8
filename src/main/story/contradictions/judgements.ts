import { z } from 'zod'
import { Contradiction, type BeatContradictions } from '../../../shared/analysis/contradictions'
import { Usage } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import type { KeptFile } from '../../campaign/chronicle/chronicle'

/** Raise this whenever the request to the model changes. Earlier judgements are then out of date, but their cost still counts. */
const JUDGE_VERSION = 2

/** A model's judgement of a beat. `understood`: what was understood of the report, if it was nearly right. */
const One = z.object({
  model: z.string(),
  beat: z.number().int(),
  scene: z.string(),
  contradictions: z.array(Contradiction),
  understood: z.string().optional()
})
const Kept = z.object({ judge: z.number().int(), usage: Usage, beats: z.record(z.string(), z.unknown()) })

/** Contradictions that models marked in a campaign's beats, and the cost of judging. Stored beside the history, never in it. */
export class Judgements {
  readonly #beats = new Map<string, z.infer<typeof One>>()
  readonly #outdated = new Set<string>()
  #usage: Usage = NOTHING_USED
  #isRead = false

  constructor(private readonly file?: KeptFile) {}

  /** The contradictions in a beat, by its commit; undefined if there are none. */
  of(commit: string): Omit<BeatContradictions, 'commit'> | undefined {
    this.#read()
    const one = this.#beats.get(commit)
    return one && one.contradictions.length > 0 ? { beat: one.beat, scene: one.scene, contradictions: one.contradictions } : undefined
  }

  isJudged(commit: string, model: string): boolean {
    this.#read()
    return this.#beats.get(commit)?.model === model
  }

  /** Whether the judgement of a beat is out of date: it answers an older request, or it can't be read. */
  isOutdated(commit: string): boolean {
    this.#read()
    return this.#outdated.has(commit)
  }

  /** The usage of all judging, on any of the campaign's branches. */
  ledger(): Usage {
    this.#read()
    return this.#usage
  }

  /** Stores judgements of some beats and the usage of the request. For a failed request, stores the usage alone. */
  add(model: string, beats: readonly BeatContradictions[], usage: Usage, understood?: string): void {
    this.#read()
    for (const { commit, beat, scene, contradictions } of beats) {
      this.#beats.set(commit, { model, beat, scene, contradictions, ...(understood === undefined ? {} : { understood }) })
      this.#outdated.delete(commit)
    }
    this.#usage = added(this.#usage, usage)
    this.file?.write(Buffer.from(JSON.stringify({ judge: JUDGE_VERSION, usage: this.#usage, beats: Object.fromEntries(this.#beats) })))
  }

  /** Loads the judgements that are stored on this machine. Loads nothing if the file is missing or damaged. */
  #read(): void {
    if (this.#isRead) return
    this.#isRead = true
    try {
      const { judge, usage, beats } = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      this.#usage = usage
      for (const [commit, one] of Object.entries(beats)) {
        const { success, data } = One.safeParse(one)
        if (success && judge === JUDGE_VERSION) this.#beats.set(commit, data)
        else this.#outdated.add(commit)
      }
    } catch {
      // Judgements that can't be read can be requested again.
    }
  }
}
