import type { Game } from '../../shared/story/game'
import type { ActionCall } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { evaluate, isTruthy } from '../../shared/predicate/evaluate'
import { parse, type Expression } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import { type LabPlan, partyOf, seedOf } from '../../shared/lab/plan'
import type { SessionEnd, SessionRows } from '../../shared/lab/rows'
import { Problem, toProblem } from '../../shared/base/problem'
import { offlineAgent } from '../agents/offline'
import { nextFile } from '../campaign/beat-files'
import { EMPTY_TREE } from '../campaign/history'
import { Hydrator } from '../campaign/hydrate'
import { FILES } from '../campaign/layout'
import { DESIGNER, ready } from '../engine/people'
import { loadGame } from '../rules/load-game'
import { FILE_EDIT } from '../story/edits/edit-history'
import { overlay } from '../story/edits/overlay'
import { Beginning, MemoryStory } from '../story/memory-story'
import { offersOf } from '../story/seats/seat-view'
import type { Story } from '../story/story'
import { type ScratchBeat, ScratchLine } from '../story/trying/scratch-line'
import { playTurn } from '../table/play-one-turn'
import { deciderNow } from '../table/table-turn'
import { drivenFiles, type LabMaterial, partyFiles, withFacts } from './material'
import { Measures } from './measures'
import { FollowedScripts, type Script, scriptsOf } from './scripts'

/** The start of sessions. `edits`: the files of the edit that gives the party its personas and sets the facts of drivers. */
interface Start {
  beginning: Beginning
  state: GameState
  edits: Map<string, Buffer>
}

/** The expressions of a plan, parsed. */
interface Expressions {
  when: Expression | undefined
  watch: { name: string; expression: Expression }[]
  /** The scripts of drivers, with the values in their order. */
  scripts: Script[]
}

/** The most starts that are kept. */
const MAX_STARTS = 32

const seat = { agent: 'offline' } as const

/** Plays sessions of a campaign in memory, one at a time. The game stays loaded. */
export class Sessions {
  /** The starts that were used last, by their party and the values of their drivers. */
  readonly #starts = new Map<string, Start>()
  readonly #agent = offlineAgent()
  readonly #own: Start

  private constructor(
    private readonly material: LabMaterial,
    private readonly plan: LabPlan,
    private readonly game: Game,
    private readonly expressions: Expressions
  ) {
    this.#own = this.#startOf()
    if (endOf(this.#own.state, game) !== undefined)
      throw new Problem('bad-input', 'The campaign is over at this commit, so there is nothing to play. Choose an earlier commit, or another branch.')
    // Every party is checked before the first session is played.
    for (const party of plan.parties) partyFiles(material, this.#own.beginning, party)
    this.#startFor(0)
  }

  /** Loads the game. Throws Problem `bad-input` for a plan that can't be played, `bad-file`, `not-a-campaign`. */
  static async load(material: LabMaterial, plan: LabPlan): Promise<Sessions> {
    const expressions: Expressions = {
      when: plan.end.when === undefined ? undefined : parse(plan.end.when),
      watch: plan.watch.map(({ name, expression }) => ({ name, expression: parse(expression) })),
      scripts: scriptsOf(plan.drivers)
    }
    const rules = [...material.files].filter(([path]) => path.startsWith('rules/'))
    const game = await loadGame(new Map(rules.map(([path, bytes]) => [path.slice('rules/'.length), Buffer.from(bytes)])))
    return new Sessions(material, plan, game, expressions)
  }

  /** Where a session starts. */
  #startFor(session: number): Start {
    const { plan, material } = this
    const driven = drivenFiles(material, plan.drivers, session, seedOf(plan, session))
    const party = partyOf(plan, session)
    const key = JSON.stringify([plan.parties.indexOf(party), [...driven.values()].map(String)])
    const cached = this.#starts.get(key)
    if (cached) return cached
    const edits = new Map([...partyFiles(material, this.#own.beginning, party), ...driven])
    const start = edits.size === 0 ? this.#own : this.#startOf(edits)
    const [oldest] = this.#starts.keys()
    if (this.#starts.size >= MAX_STARTS && oldest !== undefined) this.#starts.delete(oldest)
    this.#starts.set(key, start)
    return start
  }

  /** Where sessions start: at the commit, or after an edit, which is a beat of its own. */
  #startOf(edits?: Map<string, Buffer>): Start {
    const files = new Map<string, Buffer>()
    for (const [path, bytes] of this.material.files) if (!path.startsWith('rules/')) files.set(path, Buffer.from(bytes))
    for (const [path, bytes] of edits ?? []) files.set(path, bytes)
    if (edits) {
      const { next } = this.#own.state
      files.set(FILES.next, Buffer.from(nextFile({ ...next, beat: next.beat + 1 })))
    }
    const beginning = new Beginning(files, this.game)
    return { beginning, state: beginning.state, edits: edits ?? new Map() }
  }

  /** Unloads the game. */
  dispose(): void {
    this.game.dispose()
  }

  /** A new story at the commit, with the campaign's own party and a seed. */
  story(seed: string): MemoryStory {
    const story = new MemoryStory(this.#own.beginning, this.#own.state)
    story.recordBeat(reseeding(seed))
    return story
  }

  /** Plays a session to its end. A failure of the rules or of the table ends it, and its row says why. `line`: gets every beat. */
  async play(session: number, line?: ScratchLine): Promise<SessionRows> {
    const { plan, expressions, game } = this
    const party = partyOf(plan, session)
    const { beginning, state } = this.#startFor(session)
    const story = new MemoryStory(beginning, state)
    const keep = (): void => void (line && story.resolved && line.add(story.resolved))
    story.recordBeat(reseeding(seedOf(plan, session)))
    keep()
    const measures = new Measures({ session, seed: seedOf(plan, session), party: party.name }, story.snapshot, expressions.watch)
    const watched = watchedStory(story, (call, before, saved) => {
      keep()
      measures.beat(call, before, story.snapshot, saved)
    })
    const scripts = new FollowedScripts(expressions.scripts)
    /** Sets the facts of scripts whose next expression holds now, as one edit. */
    const follow = async (): Promise<void> => {
      const before = story.snapshot
      const due = scripts.due(before.state)
      if (!due) return
      const { facts, subject } = due
      const call: ActionCall = { kind: 'edit', action: FILE_EDIT, actor: DESIGNER, params: facts, agent: 'hand' }
      const saved = story.edit(call, subject, (text) => withFacts(text(FILES.state), facts))
      await line?.edit(withFacts(line.text(FILES.state) ?? '', facts), subject, facts)
      measures.beat(call, before, story.snapshot, saved)
    }
    const { storySessions, beats } = plan.end
    const first = state.next.phase === 'done' ? state.next.session : state.next.session - 1
    const ending = (): SessionEnd | undefined => {
      const now = story.snapshot.state
      const over = endOf(now, game)
      if (over) return over
      if (measures.beats > 0 && expressions.when && isTruthy(evaluate(expressions.when.root, partsOf(now)))) return 'goal'
      if (now.next.phase === 'done' && now.next.session - first >= storySessions) return 'sessions'
      return measures.beats >= beats ? 'beats' : undefined
    }
    for (;;) {
      const end = ending()
      if (end) return measures.rows(end, story.snapshot)
      await follow()
      const { snapshot } = story
      const who = deciderNow(snapshot)
      if (who !== undefined) measures.offered(offersOf(snapshot, who))
      const before = measures.beats
      try {
        const played = await playTurn(watched, () => Promise.resolve({ seat, agent: this.#agent }))
        if (played) measures.turn(played.calls, story.snapshot)
        if (measures.beats === before) return measures.rows('failed', story.snapshot, 'No seat had a call left to play.')
      } catch (thrown) {
        return measures.rows('failed', story.snapshot, toProblem(thrown).message)
      }
    }
  }

  /**
   * The beats of a session as they would be committed: the edit with the party's personas and the values of drivers, if there is one, the seed, and everything that was
   * played. Throws Problem `rule-failed` if the session plays differently than it was played first.
   */
  async beats(session: number, digest: string): Promise<ScratchBeat[]> {
    const { edits } = this.#startFor(session)
    const { objects, root } = overlay(NOTHING, EMPTY_TREE, new Map([...this.material.files].map(([path, bytes]) => [path, Buffer.from(bytes)])))
    const hydrator = new Hydrator(objects)
    const line = new ScratchLine(objects, hydrator, { root, ...hydrator.at(root), game: this.game })
    if (edits.size > 0) await line.edit(edits, `The start of session ${session}: the party “${partyOf(this.plan, session).name}”`, {})
    const rows = await this.play(session, line)
    if (rows.session.digest !== digest)
      throw new Problem(
        'rule-failed',
        'This session plays differently now, so it can’t be opened. Another version of Proscenium played it: play the run again.'
      )
    return line.beats
  }
}

/** Dice and choices are counted from here, so that they depend on the session's seed alone, whatever the number of the commit's beat. */
const reseeding = (seed: string): ActionCall => ({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed, count: 'anew' }, agent: 'hand' })

/** How a campaign ended; undefined if it goes on. */
function endOf(state: GameState, game: Game): 'ended' | 'lost' | undefined {
  if (state.next.phase !== 'done') return undefined
  return state.next.ended ? 'ended' : ready(state, game).length === 0 ? 'lost' : undefined
}

const NOTHING = { tree: () => new Map(), blob: () => Buffer.alloc(0) }

/** A story that reports each beat that is recorded. */
function watchedStory(
  story: MemoryStory,
  tell: (call: ActionCall, before: Story['snapshot'], saved: ReturnType<Story['recordBeat']>) => void
): Story {
  return {
    get snapshot() {
      return story.snapshot
    },
    get lastParams() {
      return story.lastParams
    },
    turns: story.turns,
    recordBeat: (call, spent) => {
      const before = story.snapshot
      const saved = story.recordBeat(call, spent)
      tell(call, before, saved)
      return saved
    },
    turnsOf: (who) => story.turnsOf(who),
    follows: (commit) => story.follows(commit),
    chance: (who, stream) => story.chance(who, stream)
  }
}
