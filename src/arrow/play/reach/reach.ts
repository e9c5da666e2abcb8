import type { ArrowDocument, ArrowId } from '../../document'
import { Problem } from '../../../shared/base/problem'
import type { PlayDraft } from '../draft'
import { run } from '../machine'
import { beginPlay, takeAction } from '../play'
import { playable, type Playable } from '../playable'
import { isPending, WAITING_TYPES, type PlayState } from '../state'
import { neverSet, unreachedNodes } from './explain'
import { RandomPlayer } from './player'
import type { ReachedOption, ReachReport, ReachWish } from './report'

/** The most nodes that a counted play may reach without a pause. */
const MAX_AUTOMATIC_NODES = 1000
/** The work limit of each action in counted plays. */
const MAX_WORK_STEPS = 1_000_000
/** The number of played nodes after which control returns to the caller. */
const NODES_PER_SLICE = 5000

/**
 * Plays a document many times at random, by a seed, and counts what is reached. Yields the number of finished plays, and returns the report; after an
 * early end, `report` has the counts so far. Throws Problem `not-found` for a start that isn't in the document.
 */
export function* countReach(document: ArrowDocument, wish: ReachWish): Generator<number, ReachReport> {
  const doc = playable(document)
  const from = wish.from ?? document.entry
  if (!doc.nodes.has(from)) throw new Problem('not-found', `Node ${from} isn’t in the document. Choose another node to start from.`, { node: from })
  const count = new Count(doc)
  const player = new RandomPlayer(doc, wish.seed)
  let played = 0
  for (let i = 0; i < wish.runs; i++) {
    const seed = mixed(wish.seed, i)
    player.begin(~seed)
    for (const steps of playOnce(document, wish, { from, seed, count, player })) {
      played += steps
      if (played < NODES_PER_SLICE) continue
      played = 0
      yield i
    }
  }
  return count.report(document, wish, from)
}

/** A seed for each play. */
const mixed = (seed: number, i: number): number => Math.imul(seed ^ 0x9e3779b9, i + 1) ^ (i * 0x85ebca6b)

interface Run {
  from: ArrowId
  seed: number
  count: Count
  player: RandomPlayer
}

/** One play. Yields the number of nodes that each action reached. */
function* playOnce(document: ArrowDocument, { steps, assume }: ReachWish, { from, seed, count, player }: Run): Generator<number> {
  const draft = beginPlay(document, { from, seed, variables: assume, onLeave: (id, slot) => count.left(id, slot) })
  count.begin(draft)
  for (let step = 0; ; step++) {
    const before = draft.count
    draft.work = MAX_WORK_STEPS
    run(draft, MAX_AUTOMATIC_NODES)
    count.after(draft)
    yield draft.count - before + 1
    if (draft.stopped) return count.end('stopped')
    const action = player.act(draft.open)
    if (!action) return count.end('ended')
    if (step >= steps) return count.end('cut')
    count.acts(draft, action.node, action.do === 'choose' ? action.index : undefined)
    if (takeAction(draft, action) !== undefined) takeAction(draft, { do: 'skip', ...(action.node === undefined ? {} : { node: action.node }) })
  }
}

interface OptionCount {
  offered: number
  taken: number
  dry: number
}

class Count {
  readonly #doc: Playable
  readonly #nodes = new Map<ArrowId, { plays: number; times: number; last: number }>()
  readonly #options = new Map<ArrowId, OptionCount[]>()
  readonly #problems = new Map<string, { message: string; node: ArrowId | null; plays: number; last: number }>()
  readonly #ends = { ended: 0, cut: 0, stopped: 0 }
  #start: Pick<PlayState, 'variables' | 'tags'> = { variables: {}, tags: {} }
  #run = 0
  #chosen: OptionCount | undefined

  constructor(doc: Playable) {
    this.#doc = doc
  }

  begin({ variables, tags }: PlayDraft): void {
    if (this.#run++ === 0) this.#start = { variables: { ...variables }, tags: { ...tags } }
    this.#chosen = undefined
  }

  end(how: 'ended' | 'cut' | 'stopped'): void {
    this.#ends[how]++
  }

  /** Counts the output by which play left a node; for lines and actions, the chosen one. */
  left(id: ArrowId, slot: number): void {
    const option = this.#optionsOf(id)?.[slot]
    if (option) option.taken++
  }

  /** Counts the player's choice. Whether the story ends there is known after the action. */
  acts(draft: PlayDraft, serial: number | undefined, index: number | undefined): void {
    const at = index === undefined ? undefined : draft.open.find((node) => node.serial === serial)
    this.#chosen = at && index !== undefined ? this.#optionsOf(at.id)?.[index] : undefined
  }

  /** Counts what an action reached, and clears its events. */
  after(draft: PlayDraft): void {
    let shows = false
    for (const event of draft.events) {
      if (event.ev === 'play') {
        this.#reached(event.id)
        for (const option of this.#optionsOf(event.id) ?? []) option.offered++
        shows ||= WAITING_TYPES.has(event.type)
      } else if (event.ev === 'problem') this.#met(event.problem.message, event.id)
    }
    draft.events.length = 0
    if (this.#chosen && !shows && !draft.open.some(isPending)) this.#chosen.dry++
    this.#chosen = undefined
  }

  #reached(id: ArrowId): void {
    const known = this.#nodes.get(id)
    if (!known) this.#nodes.set(id, { plays: 1, times: 1, last: this.#run })
    else {
      known.times++
      if (known.last !== this.#run) known.plays++
      known.last = this.#run
    }
  }

  #met(message: string, node: ArrowId | null): void {
    const known = this.#problems.get(message)
    if (known) {
      if (known.last !== this.#run) known.plays++
      known.last = this.#run
    } else if (this.#problems.size < 100) this.#problems.set(message, { message, node, plays: 1, last: this.#run })
  }

  #optionsOf(id: ArrowId): OptionCount[] | undefined {
    const known = this.#options.get(id)
    if (known) return known.length === 0 ? undefined : known
    const counts = texts(this.#doc, id).map(() => ({ offered: 0, taken: 0, dry: 0 }))
    this.#options.set(id, counts)
    return counts.length === 0 ? undefined : counts
  }

  report(document: ArrowDocument, wish: ReachWish, from: ArrowId): ReachReport {
    const all = [...this.#doc.nodes.values()].filter(({ scene }) => scene !== undefined)
    return {
      wish,
      runs: this.#run,
      ...this.#ends,
      nodes: all.map(({ id }) => ({ node: id, plays: this.#nodes.get(id)?.plays ?? 0, times: this.#nodes.get(id)?.times ?? 0 })),
      options: all.flatMap(({ id }) =>
        texts(this.#doc, id).map((text, index): ReachedOption => ({ node: id, index, text, ...(this.#optionsOf(id)?.[index] ?? NEVER) }))
      ),
      unreached: unreachedNodes(this.#doc, { from, reached: (id) => this.#nodes.has(id) }),
      outside: neverSet(this.#doc, document, this.#start, wish.assume ?? {}),
      problems: [...this.#problems.values()].map(({ message, node, plays }) => ({ message, node, plays }))
    }
  }
}

const NEVER: OptionCount = { offered: 0, taken: 0, dry: 0 }

/** The lines of a dialog or the actions of an interaction, with their placeholders. */
function texts(doc: Playable, id: ArrowId): string[] {
  const node = doc.nodes.get(id)?.node
  const listed = node?.type === 'dialog' ? node.data['lines'] : node?.type === 'interaction' ? node.data['actions'] : undefined
  return Array.isArray(listed) ? listed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) : []
}
