import type { Span, Visits } from '../../shared/analysis/visits'
import type { HistoryReader, Whereabouts } from './happened'
import { Cache } from './git/cache'
import type { Oid } from './history'
import { actsIn, beatFactsOf } from './beat-message'

/** The cached facts of a commit: the party's place after it, whether the table played it, and whether it opened a session. */
interface Step {
  parent: Oid | undefined
  stage: string | undefined
  played: boolean
  opens: boolean
}

const MAX_CACHED_COMMITS = 300_000

/** Counts how often the party entered each place and how many beats it stayed. Facts are cached by commit, so only new commits cost. */
export class VisitCount {
  readonly #steps = new Cache<Step>(MAX_CACHED_COMMITS, () => 1)

  constructor(
    private readonly read: HistoryReader,
    private readonly whereabouts: Whereabouts
  ) {}

  /**
   * The visits on the line of history that ends at a commit: on all of it, or from the beginning of its last session. `mayContinue` is awaited after
   * each uncached commit and returns whether to go on; if not, older commits aren't counted.
   */
  async upTo(end: Oid, span: Span, mayContinue: () => Promise<boolean>): Promise<Visits> {
    const steps: Step[] = []
    let opened = false
    for (let at: Oid | undefined = end; at !== undefined && !opened; at = steps.at(-1)?.parent) {
      const fresh = !this.#steps.get(at)
      const step = this.#of(at)
      steps.push(step)
      opened = span === 'session' && step.opens
      if (fresh && !(await mayContinue())) break
    }
    return span === 'session' && !opened ? counted([]) : counted(steps.toReversed())
  }

  #of(id: Oid): Step {
    return this.#steps.once(id, () => {
      const commit = this.read.commit(id)
      const { parents, tree, message } = commit
      const actor = actsIn(message)
      return {
        parent: parents[0],
        stage: this.whereabouts.stage(this.read.tree(tree)),
        played: actor !== undefined && actor !== 'designer',
        // The full check must run rarely.
        opens: message.includes(OPENS) && beatFactsOf(commit).facts.action === 'open_session'
      }
    })
  }
}

const OPENS = '\nAction: open_session\n'

/** Counts steps, oldest first. The party's first place counts as one visit. */
function counted(steps: readonly Step[]): Visits {
  const places = new Map<string, { entered: number; beats: number }>()
  let last: string | undefined
  let beats = 0
  for (const { stage, played } of steps) {
    if (played) beats++
    if (stage !== undefined) {
      const one = places.get(stage) ?? { entered: 0, beats: 0 }
      places.set(stage, one)
      if (stage !== last) one.entered++
      if (played) one.beats++
    }
    last = stage
  }
  return { beats, places: Object.fromEntries(places) }
}
