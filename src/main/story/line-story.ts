import { isPlayed } from '../../shared/story/beat-kinds'
import { diff } from '../../shared/base/json'
import type { ActionCall, Params, Spent } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { Writer } from '../../shared/story/writers'
import { lineTo } from '../campaign/commit-line'
import { documentsOf } from '../campaign/arrow-documents'
import { filesWithMutations, resolveCall } from '../campaign/beat-files'
import { type Author, type Commit, FOLDER, type History, type NewCommit } from '../campaign/history'
import { authorOf, beatMessage, parseBeatMessage } from '../campaign/beat-message'
import { readAgain, reopened } from '../campaign/reopened'
import { choiceStream } from '../engine/dice'
import type { Past, Snapshot } from './past'
import type { PastTurn, SavedBeat, Story, Turns } from './story'
import { hasSeat, type TurnRecords } from './turns/turn-records'

/** The recorded turns of a story whose beats are commits. */
export type LineTurns = Turns & Pick<TurnRecords, 'of'>

/** The number of commits that are searched for a seat's earlier turns. */
const MAX_TURN_COMMITS = 400

/** A story whose beats are commits on a line: that of `HEAD` (`OpenCampaign`), or a branch that isn't checked out (`BranchStory`). */
export abstract class LineStory implements Story {
  abstract readonly history: History
  abstract readonly past: Past
  abstract readonly turns: LineTurns
  abstract get snapshot(): Snapshot
  abstract recordBeat(request: ActionCall, spent?: Spent): SavedBeat

  constructor(protected readonly clock: () => number) {}

  get lastParams(): Params {
    return parseBeatMessage(this.snapshot.commit).params
  }

  /** Plays a call at the end of the line, and saves its beat with `save`. Throws Problem; then nothing has changed. */
  protected playBeat(
    request: ActionCall,
    spent: Spent | undefined,
    save: (beat: NewCommit) => Commit,
    writerOf?: (call: ActionCall, beat: number) => Writer | undefined
  ): SavedBeat & { snapshot: Snapshot } {
    const { commit, state, game, lore } = this.snapshot
    const { call, outcome: played } = this.resolve(request)
    const { files, outcome, isMutated } = filesWithMutations((path) => this.past.bytes(commit.tree, path), { state, lore }, played, game)
    const writer = writerOf?.(call, outcome.state.next.beat)
    const message = beatMessage(call, outcome, state, game, files, { spent, writer })
    let after = { state: outcome.state, lore }
    const check = (tree: string): void => {
      after = isMutated
        ? readAgain(this.past.files, { state, lore }, tree, files.keys())
        : { ...after, lore: reopened(this.past.files, { state, lore }, tree, files.keys(), outcome.state) }
    }
    const saved = save({ parent: commit.id, files, message, author: this.authorOf(state, call), time: this.clock(), check })
    return {
      snapshot: this.past.snapshot({ commit: saved, ...after, game }),
      beat: parseBeatMessage(saved).beat,
      outcome: isMutated ? { ...outcome, state: after.state, changes: diff(state, after.state) } : outcome
    }
  }

  /** The author of a beat: for what a person did, the one whom git knows here. */
  protected authorOf(state: GameState, call: ActionCall): Author {
    return { ...authorOf(state, call), ...(call.agent === 'hand' ? this.history.person() : {}) }
  }

  /** The result of a call now. Nothing is saved. Throws Problem. */
  resolve(call: ActionCall): ReturnType<typeof resolveCall> {
    const { commit, lore } = this.snapshot
    const documents = documentsOf(lore, (path) => this.past.bytes(commit.tree, path))
    return resolveCall(this.snapshot, call, (path) => this.#folder(path), { documents })
  }

  #folder(path: string): ReadonlyMap<string, { mode: number }> | undefined {
    const { tree } = this.snapshot.commit
    const entry = path === '' ? { mode: FOLDER, oid: tree } : this.past.files.entry(tree, path)
    return entry?.mode === FOLDER ? this.history.tree(entry.oid) : undefined
  }

  chance(who: string, stream: 'policy' | 'voice'): () => number {
    return choiceStream(this.snapshot.state.next, stream, who)
  }

  /** A seat's earlier turns on this line, newest first. */
  *turnsOf(who: string): Generator<PastTurn> {
    let last: PastTurn | undefined
    for (const { id } of this.#recentCommits()) {
      const turn = this.turns.of(id)
      if (turn && hasSeat(turn) && turn.who === who && turn !== last) yield (last = turn)
    }
  }

  follows(commit: string): boolean {
    for (const saved of this.#recentCommits()) {
      if (saved.id === commit) return true
      if (!isPlayed(parseBeatMessage(saved).beat.kind)) return false
    }
    return false
  }

  *#recentCommits(): Generator<Commit> {
    let examined = 0
    for (const commit of lineTo(this.history, this.snapshot.commit.id)) {
      if (examined++ === MAX_TURN_COMMITS) return
      yield commit
    }
  }
}
