import { applyChanges, inverse, type StateChange } from '../../shared/base/json'
import type { StateAt } from '../../shared/table/present'
import type { Lore } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'

/** The state at one commit, and the world's prose at that commit. */
export interface Snapshot {
  commit: string
  state: GameState
  lore?: Lore | undefined
}

const MAX_STEPS = 64
const MAX_STATES = 24
const MAX_CHANGES = 4000
/** The number of beats ahead of the cursor whose changes are prefetched, and the number of known ones below which the next prefetch starts. */
const STEPS_AHEAD = 12
const MIN_STEPS = 6

/** The known parents and changes of beats. */
interface KnownStates {
  parentOf: (commit: string) => string | undefined
  changesOf: (commit: string) => readonly StateChange[] | undefined
}

/** The state at `target`, computed from `from` over at most 64 beats with known changes; undefined if a change is unknown. */
export function reach(from: Snapshot, target: string, known: KnownStates): Snapshot | undefined {
  return from.commit === target ? from : (forward(from, target, known) ?? backward(from, target, known))
}

function forward(from: Snapshot, target: string, known: KnownStates): Snapshot | undefined {
  const steps: (readonly StateChange[])[] = []
  for (let at: string | undefined = target; steps.length <= MAX_STEPS;) {
    if (at === from.commit)
      return { commit: target, state: steps.reduceRight((state, changes) => applyChanges(state, changes), from.state), lore: from.lore }
    const changes = at === undefined ? undefined : known.changesOf(at)
    if (at === undefined || !changes) return undefined
    steps.push(changes)
    at = known.parentOf(at)
  }
  return undefined
}

function backward(from: Snapshot, target: string, known: KnownStates): Snapshot | undefined {
  let state = from.state
  let at: string | undefined = from.commit
  for (let step = 0; step <= MAX_STEPS; step++) {
    if (at === target) return { commit: target, state, lore: from.lore }
    const changes: readonly StateChange[] | undefined = at === undefined ? undefined : known.changesOf(at)
    if (at === undefined || !changes) return undefined
    state = applyChanges(state, inverse(changes))
    at = known.parentOf(at)
  }
  return undefined
}

/** The dependencies of a scrubber. `ask` is `api.at`. */
interface ScrubPorts {
  ask(commit: string, have: string | undefined): Promise<StateAt>
  parentOf: (commit: string) => string | undefined
  nextOf: (commit: string) => string | undefined
  show(shown: Snapshot): void
  fail(error: unknown): void
}

/**
 * Computes the state of any commit for the view. Neighbours are reached by applying changes, and while the cursor moves along the line the changes
 * ahead are prefetched. Other states come from the core, with at most one request in flight; meanwhile only the latest target is kept.
 */
export class Scrubber {
  readonly #ports: ScrubPorts
  readonly #changes = new Map<string, readonly StateChange[]>()
  readonly #states = new Map<string, Snapshot>()
  #ahead = new Set<string>()
  #last: Snapshot | undefined
  #asking = false
  #wish: string | undefined

  constructor(ports: ScrubPorts) {
    this.#ports = ports
  }

  /** Caches the changes of a beat, so that stepping over it needs no request. */
  keep(commit: string, changes: readonly StateChange[]): void {
    this.#changes.set(commit, changes)
    if (this.#changes.size > MAX_CHANGES) for (const old of this.#changes.keys()) return void this.#changes.delete(old)
  }

  /** Clears everything, because another campaign is open or its history was rewritten. */
  clear(): void {
    this.#changes.clear()
    this.#states.clear()
    this.#ahead = new Set()
    this.#last = undefined
    this.#wish = undefined
  }

  remember(shown: Snapshot): void {
    this.#last = shown
  }

  /** Shows the state at `commit`, now or when the core has answered. A later call replaces this one. */
  want(commit: string): void {
    const near = this.#near(commit)
    if (near) {
      this.#wish = undefined
      this.#arrive(near)
      return
    }
    this.#wish = commit
    if (!this.#asking) void this.#run()
  }

  #near(commit: string): Snapshot | undefined {
    const cached = this.#states.get(commit)
    if (cached) return cached
    return this.#last && reach(this.#last, commit, { parentOf: (id) => this.#ports.parentOf(id), changesOf: (id) => this.#changes.get(id) })
  }

  #arrive(shown: Snapshot): void {
    const previous = this.#last?.commit
    this.#last = shown
    this.#states.delete(shown.commit)
    this.#states.set(shown.commit, shown)
    if (this.#states.size > MAX_STATES)
      for (const old of this.#states.keys()) {
        this.#states.delete(old)
        break
      }
    this.#ports.show(shown)
    if (previous !== undefined) this.#lookAhead(previous, shown.commit)
  }

  /** Prefetches the changes of the next beats when the cursor takes several steps in one direction. */
  #lookAhead(was: string, now: string): void {
    const { parentOf, nextOf } = this.#ports
    const back = parentOf(was) === now
    if (!back && parentOf(now) !== was) return
    const steps: { have: string; commit: string; beat: string }[] = []
    for (let have = now; steps.length < STEPS_AHEAD;) {
      const commit = back ? parentOf(have) : nextOf(have)
      if (commit === undefined) break
      steps.push({ have, commit, beat: back ? have : commit })
      have = commit
    }
    const isKnown = ({ beat }: { beat: string }): boolean => this.#changes.has(beat) || this.#ahead.has(beat)
    const known = steps.findIndex((step) => !isKnown(step))
    if (known >= 0 && known < MIN_STEPS) for (const step of steps) if (!isKnown(step)) void this.#askAhead(step, back)
  }

  async #askAhead({ have, commit, beat }: { have: string; commit: string; beat: string }, back: boolean): Promise<void> {
    const ahead = this.#ahead.add(beat)
    try {
      const { changes, lore } = await this.#ports.ask(commit, have)
      if (changes && lore === undefined && ahead === this.#ahead) this.keep(beat, back ? inverse(changes) : changes)
    } catch {
      // No view waits for this answer yet.
    }
  }

  async #run(): Promise<void> {
    this.#asking = true
    while (this.#wish !== undefined) {
      const commit = this.#wish
      const have = this.#last
      this.#wish = undefined
      try {
        const answer = await this.#ports.ask(commit, have?.commit)
        const state = answer.state ?? (have && answer.changes ? applyChanges(have.state, answer.changes) : undefined)
        // A beat that changed the prose always needs a request, because prose isn't part of the changes.
        const step = answer.lore === undefined ? answer.changes : undefined
        if (step && have && this.#ports.parentOf(commit) === have.commit) this.keep(commit, step)
        if (step && have && this.#ports.parentOf(have.commit) === commit) this.keep(have.commit, inverse(step))
        if (state && this.#wish === undefined) this.#arrive({ commit, state, lore: answer.lore ?? have?.lore })
      } catch (error) {
        if (this.#wish === undefined) this.#ports.fail(error)
      }
    }
    this.#asking = false
  }
}
