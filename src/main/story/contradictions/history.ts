import { z } from 'zod'
import { Contradiction, type BeatContradictions } from '../../../shared/analysis/contradictions'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import { CHECKER_VERSION, contradictionsIn } from './find'
import type { Judgements } from './judgements'
import { lineSince, Passages, type PassageReader } from './passages'

const MAX_TIPS = 40

type BeatMarks = Omit<BeatContradictions, 'commit'>

const Kept = z.object({
  checker: z.literal(CHECKER_VERSION),
  tips: z.array(z.string().regex(/^[0-9a-f]{40}$/)).max(MAX_TIPS),
  beats: z.record(z.string(), z.object({ beat: z.number().int(), scene: z.string(), contradictions: z.array(Contradiction) }))
})

/** The contradictions of a campaign's beats, each checked once here and cached beside the history. A new `CHECKER_VERSION` checks all again. */
export class Contradictions {
  /** Commits that are checked together with all their ancestors on the first-parent line. */
  readonly #checked = new Set<string>()
  readonly #byCommit = new Map<string, BeatMarks>()
  readonly #passages: Passages
  #tips: string[] | undefined

  constructor(
    private readonly log: PassageReader,
    private readonly file?: KeptFile,
    /** The contradictions that a model found, if one has judged beats. */
    private readonly judged?: Judgements
  ) {
    this.#passages = new Passages(log)
  }

  /**
   * The contradictions on the line that ends with a commit, oldest first; with `after`, only those of the beats that follow it on that line. Awaits
   * `yieldThread` between beats, so that a running table isn't blocked. Throws Problem if a commit can't be read.
   */
  async upTo(head: string, after?: string, yieldThread: () => Promise<void> = async () => undefined): Promise<BeatContradictions[]> {
    this.#load()
    const line = await lineSince(this.log, head, yieldThread, (id) => this.#checked.has(id))
    for await (const { commit, beat, scene, situations } of this.#passages.of(line)) {
      const contradictions = situations.flatMap(contradictionsIn)
      if (contradictions.length > 0 && scene !== undefined) this.#byCommit.set(commit.id, { beat, scene, contradictions })
      this.#checked.add(commit.id)
      await yieldThread()
    }
    if (line.length > 0) this.#keep(head, line[0]?.parents[0])
    const list: BeatContradictions[] = []
    for (let id: string | undefined = head; id !== undefined && id !== after; id = this.log.history.commit(id).parents[0]) {
      const one = mergedMarks(this.#byCommit.get(id), this.judged?.of(id))
      if (one) list.push({ commit: id, ...one })
    }
    return list.toReversed()
  }

  /** Loads the results that are cached on this machine. Loads nothing if the file is missing, damaged or from another checker. */
  #load(): void {
    if (this.#tips) return
    this.#tips = []
    try {
      const file = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      for (const tip of file.tips)
        for (let id: string | undefined = tip; id !== undefined && !this.#checked.has(id); id = this.log.history.commit(id).parents[0])
          this.#checked.add(id)
      for (const [commit, one] of Object.entries(file.beats)) if (this.#checked.has(commit)) this.#byCommit.set(commit, one)
      this.#tips = file.tips
    } catch {
      this.#checked.clear()
      this.#byCommit.clear()
    }
  }

  #keep(tip: string, start: string | undefined): void {
    if (!this.file) return
    this.#tips = [tip, ...(this.#tips ?? []).filter((one) => one !== tip && one !== start)].slice(0, MAX_TIPS)
    const beats = Object.fromEntries(this.#byCommit)
    this.file.write(Buffer.from(JSON.stringify({ checker: CHECKER_VERSION, tips: this.#tips, beats })))
  }
}

/** A beat's contradictions by rules and by a model, in the text's order. Where both mark the same words as one kind, the rules' mark stays. */
function mergedMarks(rules: BeatMarks | undefined, model: BeatMarks | undefined): BeatMarks | undefined {
  if (!rules || !model) return rules ?? model
  const more = model.contradictions.filter(
    (one) => !rules.contradictions.some(({ kind, from, to }) => kind === one.kind && from < one.to && one.from < to)
  )
  return { ...rules, contradictions: [...rules.contradictions, ...more].toSorted((a, b) => a.from - b.from) }
}
