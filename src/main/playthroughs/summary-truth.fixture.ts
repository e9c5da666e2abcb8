import type { Params } from '../../shared/story/play'
import { questOf, threadOf } from '../../shared/story/story-state'
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
  /** Quests that moved and threads that were opened or closed, as the summary names them. */
  moved: Set<string>
  /** What the party as a whole has more or less of than at the beginning, by name. */
  items: Map<string, number>
  /** Everything that was said, with the speaker's name. */
  said: { who: string; text: string }[]
}
const emptySpan = (): Span => ({
  titles: [],
  dealt: new Map(),
  changed: new Set(),
  facts: new Set(),
  settled: new Set(),
  dead: new Set(),
  down: new Set(),
  moved: new Set(),
  items: new Map(),
  said: []
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

  #count(span: Span, { before, after, actor, params, writes }: PlayedBeat): void {
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
    for (const id of Object.keys(after.quests)) {
      const [was, now] = [questOf(before, id), questOf(after, id)]
      if (now && was?.status !== now.status) span.moved.add(`“${now.name}” ${QUEST_WORDS[now.status]}`)
    }
    for (const id of Object.keys(after.threads)) {
      const [was, now] = [threadOf(before, id), threadOf(after, id)]
      if (now && (was?.open ?? false) !== now.open) span.moved.add(`${now.open ? 'Opened' : 'Closed'}: ${now.setup.replace(/[.!?]$/, '')}`)
    }
    for (const [state, sign] of [
      [after, 1],
      [before, -1]
    ] as const)
      for (const { kind, inventory } of Object.values(state.actors))
        for (const { item, name = this.game.equipment[item]?.name ?? item, count = 1 } of kind === 'player' ? Object.values(inventory) : [])
          span.items.set(name, (span.items.get(name) ?? 0) + sign * count)
    for (const write of writes)
      if (write.kind === 'log' && write.entry.kind === 'speech')
        span.said.push({ who: after.actors[write.entry.by]?.name ?? write.entry.by, text: write.entry.text })
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
      ...[...span.moved].filter((one) => !movesIn(lines).some((line) => line.startsWith(one))).map((one) => `move is missing: ${one}`),
      ...invented(
        'move',
        movesIn(lines).filter((line) => ![...span.moved].some((one) => line.startsWith(one))),
        []
      ),
      ...this.#items(of, span, after),
      ...promises(lines, span),
      ...invented('fall', [...fell.keys()], [...span.dead, ...span.down].map(name)),
      ...(recap.startsWith(`In “${span.titles[0]}” the party was at `) ? [] : [`the recap begins with “${recap.slice(0, 60)}”`])
    ]
  }

  /** Every item that the party has more or less of is named; in a scene, nothing else is. */
  #items(of: string, { items }: Span, after: (kind: string) => string[]): string[] {
    return (['Gained:', 'Lost or used up:'] as const).flatMap((kind, at) => {
      const names = [...items].flatMap(([name, count]) => ((at === 0 ? count > 0 : count < 0) ? name : []))
      const listed = after(kind)
      return [
        ...names.filter((name) => !listed.some((part) => part.endsWith(name))).map((name) => `${kind} misses ${name}`),
        ...(of === 'scene' ? listed.filter((part) => !names.some((name) => part.endsWith(name))).map((part) => `${kind} invents ${part}`) : [])
      ]
    })
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

/** What a summary says of quests that moved and of threads. Objectives that are done belong to a quest that it names or that goes on. */
const movesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.startsWith('Quests: ')
      ? line
          .slice(8)
          .split('; ')
          .filter((part) => !part.startsWith('of “'))
      : /^(?:Opened|Closed): /.test(line)
        ? line.split('; ').map((part, at) => (at === 0 ? part : `${line.split(' ')[0]} ${part}`))
        : []
  )

const QUEST_WORDS = { inactive: 'waits', active: 'begins', completed: 'is completed', failed: 'has failed' } as const

/** Every sentence with “I promise” is a promise of the one who said it, and no other is. */
function promises(lines: readonly string[], { said }: Span): string[] {
  const listed = lines.filter((line) => line.startsWith('Promised by '))
  const isTrue = (line: string): boolean =>
    said.some(({ who, text }) => line.startsWith(`Promised by ${who}: “`) && text.includes(line.slice(line.indexOf('“') + 1, -1)))
  const isListed = (who: string, part: string): boolean => listed.some((line) => line === `Promised by ${who}: “${part.trim()}”`)
  return [
    ...listed.filter((line) => !isTrue(line)).map((line) => `promise is false: ${line}`),
    ...said.flatMap(({ who, text }) =>
      text
        .split(/(?<=[.!?…])/)
        .filter((part) => part.includes('I promise ') && !isListed(who, part))
        .map((part) => `promise is missing: ${who}: ${part}`)
    )
  ]
}
