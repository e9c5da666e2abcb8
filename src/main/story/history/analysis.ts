import { never, type AbortSignalLike } from '../../../shared/base/abort'
import type { Comparison } from '../../../shared/analysis/compare'
import type { FindNews, Watched } from '../../../shared/analysis/analysis'
import { parse, type Expression } from '../../../shared/predicate/parse'
import { unknownName, unknownNames, vocabularyOf, type Vocabulary } from '../../../shared/predicate/vocabulary'
import { PartReader } from '../../campaign/part-reader'
import { compare } from '../compare/compare'
import type { StoryReader } from '../reader'
import { timeSlices } from '../../work/time-slices'
import { find } from './find'
import { BeatLines, type BeatLine } from './line'
import { ExpressionReader } from './expression-reader'

/** The value of an expression along a line, only after the commit `after` if it is on the line. Once stopped, returns the part so far. */
async function watch(line: BeatLine, reading: Pick<ExpressionReader, 'at'>, after?: string, stop?: AbortSignalLike): Promise<Watched> {
  const known = after === undefined ? -1 : line.ids.lastIndexOf(after, line.count - 1)
  const out: Watched = { from: [], values: [], to: line.count - 1, end: line.ids[line.count - 1] ?? '' }
  const yieldThread = timeSlices()
  for (let i = known + 1; i < line.count; i++) {
    if (stop?.aborted === true) break
    const value = reading.at(line.trees[i] ?? '').value ?? null
    if (out.from.length === 0 || value !== out.values.at(-1)) {
      out.from.push(i)
      out.values.push(value)
    }
    await yieldThread()
  }
  return out
}

const MAX_CACHED_EXPRESSIONS = 16

/** Queries over many commits of an open campaign: where an expression is true, how its value changed, how two commits differ. */
export class Analysis {
  readonly #lines: BeatLines
  readonly #files: PartReader
  readonly #readings = new Map<string, ExpressionReader>()

  constructor(private readonly campaign: StoryReader) {
    this.#lines = new BeatLines((id) => campaign.history.commit(id))
    this.#files = new PartReader(campaign.history)
  }

  /** The names that expressions can use at a commit. */
  async vocabulary(at: string): Promise<Vocabulary> {
    const { state, tree } = this.campaign.past.hydratedAt(at)
    const game = await this.campaign.past.listsAt(tree)
    return vocabularyOf(state, game ? { items: Object.keys(game.equipment), conditions: Object.keys(game.conditions) } : {})
  }

  /** Where an expression is true on the line to a commit. Throws Problem `bad-input` with the position, also for a name that never existed there. */
  async *find(text: string, at: string, stop: AbortSignalLike = never): AsyncGenerator<FindNews> {
    const expression = parse(text)
    const { reading, doubtful } = await this.#reading(expression, at)
    const line = await this.#lines.of(at, timeSlices())
    for await (const news of find(expression, line, reading, stop)) {
      if (news.kind === 'finding' && doubtful) {
        if (!news.finding.confirmed) continue
        const [unknown] = reading.doubtful
        if (unknown) throw unknownName(unknown, await this.vocabulary(at))
      }
      yield news
    }
  }

  /** The value of an expression along the line that ends at a commit; only after `after` if that is on the line. */
  async watch(text: string, at: string, after?: string, stop?: AbortSignalLike): Promise<Watched> {
    const expression = parse(text)
    const { reading, doubtful } = await this.#reading(expression, at)
    const line = await this.#lines.of(at, timeSlices())
    const watched = await watch(line, reading, after, stop)
    const [unknown] = reading.doubtful
    if (doubtful && after === undefined && unknown && stop?.aborted !== true) throw unknownName(unknown, await this.vocabulary(at))
    return watched
  }

  /** The difference between two commits in the game's words. Throws Problem `not-found`, or `bad-file` if one of them can't be read. */
  compare(a: string, b: string): Promise<Comparison> {
    return compare(this.campaign, this.#lines, a, b)
  }

  /** The reader of an expression. If a name in it is unknown at the commit, the reader is new and looks for that name on the line. */
  async #reading(expression: Expression, at: string): Promise<{ reading: ExpressionReader; doubtful: boolean }> {
    const cached = this.#readings.get(expression.text)
    if (cached) return { reading: cached, doubtful: false }
    const doubts = unknownNames(expression, await this.vocabulary(at))
    const reading = new ExpressionReader(expression, this.#files, doubts)
    if (doubts.length > 0) return { reading, doubtful: true }
    this.#readings.set(expression.text, reading)
    for (const oldest of this.#readings.keys()) {
      if (this.#readings.size <= MAX_CACHED_EXPRESSIONS) break
      this.#readings.delete(oldest)
    }
    return { reading, doubtful: false }
  }
}
