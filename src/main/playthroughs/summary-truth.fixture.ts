import type { Params } from '../../shared/story/play'
import { isOver } from '../../shared/story/premises'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import type { Lore } from '../../shared/story/lore'
import { factWords } from '../../shared/words/fact-words'
import type { Outcome } from '../engine/outcome'
import { canAct } from '../engine/people'

/** One beat: the states before and after, its call, and what it wrote. */
export interface PlayedBeat {
  before: GameState
  after: GameState
  action: string
  actor: string
  params: Params
  writes: Outcome['writes']
}

/** What happened in a scene, a session or the campaign, from the states and calls alone. */
interface Span {
  titles: string[]
  /** Ids of NPCs whom a player's call names, and how often. */
  dealt: Map<string, number>
  /** NPCs whose attitude or ability changed. */
  changed: Set<string>
  facts: Set<string>
  settled: Set<string>
  dead: Set<string>
  down: Set<string>
}
const emptySpan = (): Span => ({
  titles: [],
  dealt: new Map(),
  changed: new Set(),
  facts: new Set(),
  settled: new Set(),
  dead: new Set(),
  down: new Set()
})

/** Compares the summaries of a story with what its states and calls say, beat by beat. Every difference is a line. */
export class SummaryCheck {
  readonly faults: string[] = []
  #spans = { scene: emptySpan(), session: emptySpan(), campaign: emptySpan() }

  constructor(
    private readonly game: Game,
    private readonly lore: Lore
  ) {}

  add(beat: PlayedBeat): void {
    const spans = Object.values(this.#spans)
    if (beat.action === 'open_scene') for (const span of spans) span.titles.push(beat.after.scene?.title ?? '?')
    for (const span of spans) this.#count(span, beat)
    for (const write of beat.writes) {
      if (write.kind !== 'summary') continue
      const span = this.#spans[write.of]
      for (const fault of this.#faultsOf(write, span, beat.after)) this.faults.push(`beat ${beat.after.next.beat}, ${write.of}: ${fault}`)
      if (write.of !== 'campaign') this.#spans = { ...this.#spans, [write.of]: emptySpan() }
    }
  }

  #count(span: Span, { before, after, actor, params }: PlayedBeat): void {
    for (const [id, now] of Object.entries(after.actors)) {
      const was = before.actors[id]
      const isNamed = before.actors[actor]?.kind === 'player' && Object.values(params).flat().includes(id)
      if (now.kind === 'npc' && isNamed) span.dealt.set(id, (span.dealt.get(id) ?? 0) + 1)
      const able = [before, after].map((state) => state.actors[id] !== undefined && canAct(state, this.game, id))
      if (now.kind === 'npc' && (was?.attitude !== now.attitude || able[0] !== able[1])) span.changed.add(id)
      if (able[0] && !able[1]) span.down.add(id)
      const isDead = (state: GameState): boolean => Object.keys(state.actors[id]?.conditions ?? {}).some((one) => this.game.conditions[one]?.dead)
      if (isDead(after) && !isDead(before)) span.dead.add(id)
    }
    for (const [fact, value] of Object.entries(after.facts)) if (value !== before.facts[fact]) span.facts.add(fact)
    for (const event of this.lore.story) if (isOver(event, after) && !isOver(event, before)) span.settled.add(event.title)
  }

  #faultsOf({ of, text, recap }: { of: string; text: string; recap: string }, span: Span, state: GameState): string[] {
    const lines = text.split('\n').map((line) => line.replace(/^- /, ''))
    const name = (id: string): string => state.actors[id]?.name ?? id
    const after = (kind: string): string[] =>
      lines.flatMap((line) => (line.startsWith(kind) ? line.slice(kind.length).replace(/\.$/, '').trim().split('; ') : []))
    const fell = new Map(after('Fell:').map((part) => [part.replace(/ \(.*/, ''), part]))
    const facts = [...span.facts].map((fact) => factWords(fact, name))
    const listed = after('Facts:').map((part) => part.replace(/^no longer: /, '').replace(/: [^:]+$/, ''))
    const settled = lines.flatMap((line) => /^Settled: ([^(.]+?)(?: \(|\.)/.exec(line)?.[1] ?? [])
    const missing = (what: string, all: Iterable<string>, said: readonly string[]): string[] =>
      [...all].flatMap((one) => (said.includes(one) ? [] : [`${what} is missing: ${one}`]))
    const invented = (what: string, said: readonly string[], all: readonly string[]): string[] =>
      said.flatMap((one) => (all.includes(one) ? [] : [`${what} is false: ${one}`]))
    return [
      ...(of === 'scene' ? this.#dealings(lines, span, name) : []),
      ...missing(
        'scene',
        of === 'campaign' ? [] : span.titles,
        lines.flatMap((line) => span.titles.filter((title) => line.startsWith(`${title}. They were at `)))
      ),
      ...missing('fact', facts, listed),
      ...invented('fact', listed, facts),
      ...missing('event', span.settled, settled),
      ...invented('event', settled, [...span.settled]),
      ...missing(
        'death',
        [...span.dead].map(name),
        [...fell].flatMap(([who, part]) => (part.includes('(dead)') ? who : []))
      ),
      ...invented('fall', [...fell.keys()], [...span.dead, ...span.down].map(name)),
      ...(recap.startsWith(`In “${span.titles[0]}” the party was at `) ? [] : [`the recap begins with “${recap.slice(0, 60)}”`])
    ]
  }

  #dealings(lines: readonly string[], span: Span, name: (id: string) => string): string[] {
    const said = new Map(
      lines.flatMap((line) => [/^With ([^:]+): (.*)$/.exec(line)].flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? ''] as const] : [])))
    )
    const dealt = new Map([...span.dealt].map(([id, times]) => [name(id), times]))
    const changed = [...span.changed].map(name)
    return [
      ...[...dealt.keys()].flatMap((one) => (said.has(one) ? [] : [`dealing is missing: ${one}`])),
      ...[...said].flatMap(([one, words]) => {
        const actions = /^(?:now|in the end) /.test(words)
          ? []
          : (words.replace(/\.$/, '').split('; ')[0] ?? '').replaceAll(/ \([^)]*\)/g, '').split(/, | and /)
        const times = actions.reduce((sum, action) => sum + Number(/ × (\d+)$/.exec(action)?.[1] ?? 1), 0)
        const isTrue = times === (dealt.get(one) ?? 0) && (times > 0 || changed.includes(one))
        return isTrue ? [] : [`dealing is false: ${one}: ${words} (really ${dealt.get(one) ?? 0})`]
      })
    ]
  }
}
