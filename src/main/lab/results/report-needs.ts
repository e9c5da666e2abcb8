import { own } from '../../../shared/base/json'
import type { Exercised, LabReport, NeverExercised } from '../../../shared/lab/report'
import { LAB_KINDS, type LabKind } from '../../../shared/lab/kinds'
import { fileAt } from '../../../shared/story/layout'
import type { StoryEvent } from '../../../shared/story/lore'
import { holds } from '../../../shared/story/premises'
import { factName, settersOf, subjectOf, whyUnset } from '../../../shared/story/why-not'
import { capitalised, counted, listed } from '../../../shared/words/labels'
import { percentText } from '../../odds/ratio'
import type { LabSubject, LabWorld } from '../lab-world'
import { questNeeds, questTimes } from './report-quests'
import { rowChance } from './report-rolls'

/** The parts of a report from which sentences about the rest take their numbers. */
export interface SeenInRun extends Pick<LabReport, 'sessions' | 'places' | 'actions' | 'outcomes'> {
  exercised: readonly Exercised[]
  /** The number of sessions with a fight. */
  fights: number
}

/** The most names in a sentence; others are counted. */
const MAX_NAMES = 4
/** The most journeys whose rolls a report looks at, each of which takes some hundredths of a second the first time. */
const MAX_IMPASSABLE = 20

/** What no session exercised, by kind and then in the order of the files, with what each would need. Of no session nothing is said. */
export function neverOf(world: LabWorld, seen: SeenInRun): NeverExercised[] {
  if (seen.sessions === 0) return []
  const needs = new Needs(world, seen)
  return world.subjects
    .filter(({ kind, id }) => !needs.times.has(`${kind} ${id}`) && !(kind === 'quest' && needs.quests.has(id)))
    .map((subject) => ({ ...subject, needs: needs.of(subject) }))
    .toSorted((a, b) => LAB_KINDS.indexOf(a.kind) - LAB_KINDS.indexOf(b.kind))
}

/** Words about what would be needed: what the rules and the world say, and how often the run had it. */
class Needs {
  /** What was exercised, by kind and id. */
  readonly times: ReadonlyMap<string, Exercised>
  /** The quests that were given or ended. */
  readonly quests: ReadonlyMap<string, number>
  readonly #visited: ReadonlyMap<string, number>
  readonly #over: ReadonlyMap<string, number>
  readonly #nodes = new Map<string, ReadonlyMap<number, string>>()
  /** The number of journeys whose rolls were looked at. */
  #impassable = 0

  constructor(
    private readonly world: LabWorld,
    private readonly seen: SeenInRun
  ) {
    this.times = new Map(seen.exercised.map((one) => [`${one.kind} ${one.id}`, one]))
    this.quests = questTimes(seen.outcomes)
    this.#visited = new Map(seen.places.map(({ place, visited }) => [place, visited.count]))
    this.#over = new Map(seen.outcomes.flatMap(({ of, id, share }) => (of === 'event' ? [[id, share.count] as const] : [])))
  }

  of({ kind, id }: LabSubject): string[] {
    switch (kind) {
      case 'event':
        return this.#event(this.world.lore.story.find((event) => event.id === id))
      case 'quest':
        return questNeeds(this.world.state, id, this.quests, { until: (fact) => this.#untilFact(fact), some: (n) => capitalised(this.#some(n)) })
      case 'location':
        return this.#location(id)
      case 'fact':
        return this.#fact(id)
      case 'node':
        return this.#node(id)
      case 'action':
        return this.#action(id)
      case 'condition':
        return this.#named('condition', id, 'Nothing in the rules or the world names it.')
      case 'item':
        return this.#item(id)
      default:
        return this.#row(id)
    }
  }

  /** "no session", "12 of 200 sessions", "all 200 sessions". */
  #some(n: number): string {
    if (n > 1 && n === this.seen.sessions) return `all ${counted(n, 'session')}`
    return n === 0 ? 'no session' : `${n.toLocaleString('en')} of ${counted(this.seen.sessions, 'session')}`
  }

  #count(kind: LabKind, id: string): number {
    return this.times.get(`${kind} ${id}`)?.share.count ?? 0
  }

  #place(id: string): string {
    return own(this.world.state.places, id)?.name ?? id
  }

  /** "Long Hall, which 12 of 200 sessions visited". */
  #visitedPlace(id: string): string {
    return `${this.#place(id)}, which ${this.#some(this.#visited.get(id) ?? 0)} visited`
  }

  #event(event: StoryEvent | undefined): string[] {
    if (!event) return []
    const { state, lore, uses } = this.world
    const needs = event.starts_when.flatMap((fact) => {
      const n = this.#count('fact', fact.replace(/^!/, ''))
      if (!holds(state.facts, [fact])) return `${whyUnset(fact, event, uses, this.world)}${fact.startsWith('!') ? '' : ` ${this.#setBy(n)}`}`
      return fact.startsWith('!') && n > 0 ? `It begins only without “${factName(fact.slice(1), lore.facts)}”, which ${this.#some(n)} set.` : []
    })
    const visited = this.#visited.get(event.place) ?? 0
    if (visited === 0) return [...needs, `No session visited ${this.#place(event.place)}, where it plays.`]
    return needs.length > 0 ? needs : [`It can begin at any time; it plays at ${this.#visitedPlace(event.place)}.`]
  }

  /** "No session set it." */
  #setBy = (n: number): string => (n === 0 ? 'No session set it.' : `${this.#some(n)} set it.`)

  #location(id: string): string[] {
    const { state, impassable } = this.world
    const into = Object.entries(state.journeys).filter(([, { to, from }]) => to === id && from !== id)
    if (into.length === 0) return ['No journey leads there.']
    const isOpen = (requires: string | undefined): boolean => requires === undefined || holds(state.facts, [requires])
    const closed = into.flatMap(([, { from, requires }]) =>
      requires === undefined || isOpen(requires) ? [] : [`The journey from ${this.#place(from)} is closed until ${this.#untilFact(requires)}.`]
    )
    const open = into.filter(([, { requires }]) => isOpen(requires))
    const visits = (place: string): number => this.#visited.get(place) ?? 0
    // The travel rule is run only for journeys that a character could have tried.
    const hard = open.filter(([journey, { from }]) => visits(from) > 0 && this.#impassable++ < MAX_IMPASSABLE && impassable(journey))
    const near = [...new Set(open.filter((one) => !hard.includes(one)).map(([, { from }]) => from))].toSorted((a, b) => visits(b) - visits(a))
    const names = near.map((place) => `${this.#place(place)} (visited by ${this.#some(visits(place))})`)
    return [
      ...closed,
      ...hard.map(([, { from }]) => `From ${this.#place(from)}, no roll of the party gets there.`),
      ...(names.length === 0 ? [] : [`Nobody went there from ${this.#few(names, 'or')}.`])
    ]
  }

  /** A fact that a journey waits for, with what could set it: "“hatch-open” holds, which no session set". */
  #untilFact(fact: string): string {
    const id = fact.replace(/^!/, '')
    const name = factName(id, this.world.lore.facts)
    if (fact.startsWith('!')) return `“${name}” no longer holds`
    const setters = settersOf(id, this.world.uses)
    const how = setters.length === 0 ? 'nothing sets' : `${this.#some(this.#count('fact', id))} set`
    return `“${name}” holds, which ${how}`
  }

  #fact(id: string): string[] {
    const setters = settersOf(id, this.world.uses)
    if (setters.length === 0) return ['Nothing sets it yet: let an outcome, a feature, a character or a rule set it.']
    return setters.flatMap(({ path }) => this.#setter(id, path))
  }

  /** How a file sets a fact. */
  #setter(fact: string, path: string): string[] {
    const { state, lore } = this.world
    const at = fileAt(path)
    const after = (facts: readonly string[] = []): string => {
      const missing = facts.filter((one) => !holds(state.facts, [one]))
      return missing.length === 0 ? '' : `, after ${this.#few(missing.map((one) => `“${factName(one, lore.facts)}”`))}`
    }
    switch (at?.kind) {
      case 'location': {
        const features = Object.values(own(state.places, at.parts.id)?.features ?? {}).filter((feature) => feature.fact === fact)
        return features.map(({ name, after: facts }) => `A search of “${name}” in ${this.#visitedPlace(at.parts.id)}, sets it${after(facts)}.`)
      }
      case 'sheet': {
        const actor = own(state.actors, at.parts.id)
        const reveal = actor?.reveals && own(actor.reveals, fact)
        if (!actor || !reveal) return []
        const when = reveal.needs === undefined ? '' : ` when ${reveal.needs}`
        return [`${actor.name}, who begins at ${this.#visitedPlace(actor.location)}, can tell it${when}${after(reveal.after)}.`]
      }
      case 'storyEvent': {
        const event = lore.story.find(({ id }) => id === at.parts.id)
        return event ? [`An outcome of “${event.title}” sets it, which was over in ${this.#some(this.#over.get(event.id) ?? 0)}.`] : []
      }
      default:
        return [`It can be set by ${this.#file(path, fact)}.`]
    }
  }

  #node(id: string): string[] {
    const at = id.lastIndexOf(' ')
    const [event, node] = [id.slice(0, at), Number(id.slice(at + 1))]
    const played = this.seen.exercised.flatMap((one) => (one.kind === 'node' && one.id.startsWith(`${event} `) ? [Number(one.id.slice(at + 1))] : []))
    if (played.length === 0) return [`“${this.world.eventName(event)}” was played in no session.`]
    const reasons = this.#nodes.get(event) ?? this.world.unreached(event, new Set(played))
    this.#nodes.set(event, reasons)
    const reason = reasons.get(node)
    return reason === undefined ? [] : [reason]
  }

  #action(id: string): string[] {
    const offered = this.seen.actions.find(({ action }) => action === id)
    if (offered && offered.offered > 0) return [`Offered in ${this.#some(offered.sessions.count)}, and never taken.`]
    const { entry_actions: entry, combat_actions: combat } = this.world.game.manifest
    const fights = combat.includes(id) && !entry.includes(id) ? [`It needs a fight; ${this.#some(this.seen.fights)} had one.`] : []
    const reasons = this.world.reasons(id)
    return fights.length > 0 ? fights : reasons.slice(0, MAX_NAMES)
  }

  #item(id: string): string[] {
    const { actors, places } = this.world.state
    const has = ({ inventory }: { inventory: Readonly<Record<string, { item: string }>> }): boolean =>
      Object.values(inventory).some(({ item }) => item === id)
    const holders = Object.values(actors).filter(has)
    const lying = Object.keys(places).filter((place) => has(places[place] ?? { inventory: {} }))
    const hidden = Object.entries(places).flatMap(([place, { features }]) =>
      Object.values(features).flatMap((feature) => (feature.item === id ? [{ place, name: feature.name }] : []))
    )
    const found = [
      ...(holders.length === 0
        ? []
        : [`${capitalised(this.#few(holders.map(({ name }) => name)))} ${holders.length === 1 ? 'has' : 'have'} it, and nobody used it.`]),
      ...lying.slice(0, MAX_NAMES).map((place) => `It lies in ${this.#visitedPlace(place)}.`),
      ...hidden.slice(0, MAX_NAMES).map(({ place, name }) => `It is in “${name}” in ${this.#visitedPlace(place)}.`)
    ]
    return found.length > 0 ? found : this.#named('item', id, 'Nobody has it, no place holds it, and no rule names it.')
  }

  #row(id: string): string[] {
    const at = id.indexOf('/')
    const [name, range] = [id.slice(0, at), id.slice(at + 1)]
    const table = own(this.world.game.tables, name)
    if (!table) return []
    const rolled = this.seen.exercised.reduce((sum, one) => sum + (one.kind === 'row' && one.id.startsWith(`${name}/`) ? one.times : 0), 0)
    if (rolled === 0) return [`“${table.name}” was never rolled.`, ...this.#named('table', name, 'No rule rolls it; only the DM can.')]
    const chance = rowChance(table, range)
    const comes = !chance ? '' : chance.over === 0n ? `; its dice never give ${range}` : `; ${range} comes up in ${percentText(chance)} of rolls`
    return [
      `“${table.name}” was rolled ${rolled === 1 ? 'once' : `${rolled.toLocaleString('en')} times`} in ${counted(this.seen.sessions, 'session')}${comes}.`
    ]
  }

  /** Which files name something of the rules. */
  #named(kind: 'condition' | 'item' | 'table', id: string, nothing: string): string[] {
    const files = this.world.naming(kind, id)
    return files.length === 0 ? [nothing] : [`It is named by ${this.#few(files.map((path) => this.#file(path, id)))}.`]
  }

  /** What a file that names an id is about; for an action with the number of sessions that did it. */
  #file(path: string, id: string): string {
    const at = fileAt(path)
    const { game } = this.world
    switch (at?.kind) {
      case 'action':
      case 'yamlAction':
        return `the action ${at.parts.id} (${this.#some(this.#count('action', at.parts.id))})`
      case 'diceTable':
        return `the table “${own(game.tables, at.parts.id)?.name ?? at.parts.id}”`
      case 'condition':
        return `the condition “${own(game.conditions, at.parts.id)?.name ?? at.parts.id}”`
      case 'equipment': {
        const named = Object.values(game.equipment).filter((item) => JSON.stringify(item).includes(JSON.stringify(id)))
        return named.length === 0 ? path : this.#few(named.map(({ name }) => `the item “${name}”`))
      }
      default:
        return subjectOf(path, this.world)
    }
  }

  #few(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
    const rest = names.length - MAX_NAMES
    return listed(rest <= 0 ? names : [...names.slice(0, MAX_NAMES), `${rest} more`], conjunction)
  }
}
