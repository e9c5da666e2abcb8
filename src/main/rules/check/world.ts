import { own, pointerKeys } from '../../../shared/base/json'
import { pathOf, actorFolder, fileName } from '../../../shared/story/layout'
import type { ProblemData } from '../../../shared/base/problem'
import { slotsUsed } from '../../../shared/story/sheet'
import type { Actor, Item } from '../../../shared/story/state'
import { storyFaults } from '../../../shared/story/story-faults'
import type { Manifest } from '../../../shared/story/game'
import { listed } from '../../../shared/words/labels'
import { unsetFacts, factsSet } from './facts'
import { perhaps } from '../../../shared/base/suggest'
import { finding, type FindingRemedy } from './finding'
import { flagFindings } from './flags'
import type { ParsedGame } from './parsed-game'
import { linesIn, placeFile, type Report, sheetFile, type World } from './world-files'
import type { Line, Wants } from '../../../shared/story/lore'
import { parse } from '../../../shared/predicate/parse'
import { unknownNames, vocabularyOf } from '../../../shared/predicate/vocabulary'

/** Names that a campaign's files use but its game doesn't have: stats, conditions, items, places, facts. */
export function worldFindings(all: ParsedGame, world: World): ProblemData[] {
  const out: ProblemData[] = []
  const lineIn = linesIn(world)
  const say: Report = (level, file, path, message, remedy) => void out.push(finding(level, file, lineIn(file, path), message, remedy))
  for (const [id, actor] of Object.entries(world.state.actors)) sheet(all, world, id, actor, say)
  places(all, world, say)
  journeys(world, say)
  story(world, say)
  unsetFacts(all, world, say)
  premiseFindings(all, world, say)
  beliefFindings(all, world, say)
  for (const { path, sentence } of storyFaults(world.state)) say('problem', pathOf('state'), pointerKeys(path), sentence)
  for (const [file, text] of world.texts) if (file.startsWith('world/') && file.endsWith('.yaml')) out.push(...flagFindings(file, text))
  return out
}

function sheet({ game, known }: ParsedGame, { state }: World, id: string, actor: Actor, say: Report): void {
  const file = sheetFile(id, actor)
  const { stats, slots } = game.manifest
  const lists = { equipment: game.equipment, conditions: game.conditions, manifest: game.manifest }
  for (const part of ['stats', 'max'] as const)
    for (const stat of Object.keys(actor[part]))
      if (!Object.hasOwn(stats, stat))
        say('problem', file, [part, stat], `${actor.name} has "${stat}", which isn't one of the game's stats.${perhaps(stat, known.stat)}`)
  const missing = isNew(actor, game.manifest) ? [] : Object.keys(stats).filter((stat) => !Object.hasOwn(actor.stats, stat))
  if (missing.length > 0)
    say(
      actor.kind === 'player' ? 'problem' : 'remark',
      file,
      ['stats'],
      `${actor.name} has no ${listed(
        missing.map((stat) => `"${stat}"`),
        'or'
      )}. Write ${missing.length === 1 ? 'it' : 'them'} under "stats".`
    )
  for (const [stat, { min, has_max }] of Object.entries(stats)) {
    const value = own(actor.stats, stat)
    const most = own(actor.max, stat)
    if (value === undefined) continue
    if (value < min) say('problem', file, ['stats', stat], `${actor.name} has "${stat}" ${value}, but the minimum is ${min}.`)
    else if (most !== undefined && value > most)
      say('problem', file, ['stats', stat], `${actor.name} has "${stat}" ${value}, but the maximum is ${most}.`)
    else if (has_max && most === undefined)
      say(actor.kind === 'player' ? 'problem' : 'remark', file, ['max'], `${actor.name} has no maximum for "${stat}". Write it under "max".`)
  }
  for (const condition of Object.keys(actor.conditions))
    if (!known.condition.includes(condition))
      say(
        'problem',
        file,
        ['conditions', condition],
        `${actor.name} has the condition "${condition}", which doesn't exist.${perhaps(condition, known.condition)}`,
        { missing: { kind: 'condition', name: condition } }
      )
  things(known.item, actor.inventory, `${actor.name} carries`, file, ['inventory'], say)
  // During play, a character may be overburdened on purpose.
  if (slots !== undefined && state.next.beat === 0 && slotsUsed(actor, lists) > slots)
    say('remark', file, ['inventory'], `${actor.name} carries ${slotsUsed(actor, lists)} slots of items, but has only ${slots}.`)
}

/** Whether a player still has only the manifest's newcomer sheet. What is missing then comes during play, for example with a class. */
const isNew = ({ kind, stats }: Actor, { newcomer, stats: all }: Manifest): boolean =>
  kind === 'player' &&
  Object.keys(newcomer.stats).length > 0 &&
  Object.keys(all).every((stat) => Object.hasOwn(stats, stat) === Object.hasOwn(newcomer.stats, stat))

function things(known: readonly string[], inventory: Readonly<Record<string, Item>>, by: string, file: string, path: string[], say: Report): void {
  for (const [key, { item, name }] of Object.entries(inventory)) {
    if (known.includes(item)) continue
    const end = perhaps(item, known)
    // An item without an equipment entry can be found and carried. If its name is close to a known one, it is probably misspelt.
    if (end === '')
      say('remark', file, [...path, key, 'item'], `${by} "${name ?? item}", which no file in equipment/ defines, so it has no use.`, missing(item))
    else say('problem', file, [...path, key, 'item'], `${by} "${item}", which no file in equipment/ defines.${end}`, missing(item))
  }
}

const missing = (name: string): FindingRemedy => ({ missing: { kind: 'item', name } })

function places({ known }: ParsedGame, world: World, say: Report): void {
  for (const [id, place] of Object.entries(world.state.places)) {
    const file = placeFile(world, id)
    things(known.item, place.inventory, `${place.name} has`, file, ['inventory'], say)
    for (const [key, { item, name }] of Object.entries(place.features))
      if (item !== undefined && !known.item.includes(item))
        say(
          'problem',
          file,
          ['features', key, 'item'],
          `${name} holds "${item}", which no file in equipment/ defines.${perhaps(item, known.item)}`,
          missing(item)
        )
  }
}

const DURATION = /^\d+(-\d+)? (minute|hour|day)s?$/

function journeys(world: World, say: Report): void {
  const { journeys, places, actors } = world.state
  for (const [id, { region, duration, from, to }] of Object.entries(journeys)) {
    const file = pathOf('journeys', { region })
    if (!DURATION.test(duration))
      say(
        'problem',
        file,
        [id, 'duration'],
        `"${duration}" is not a duration. Write the duration of the journey "${id}" like "10 minutes", "2-4 hours" or "1 day".`
      )
    if (from === to)
      say('remark', file, [id], `The journey "${id}" leads from "${from}" back to "${from}". If that isn't intended, choose another destination.`)
  }
  const goals = grouped(Object.values(journeys), ({ from }) => from)
  const reached = new Set(Object.values(actors).flatMap(({ kind, location }) => (kind === 'player' ? [location] : [])))
  if (reached.size === 0) return
  // A set includes values added during iteration, so each new place is visited too.
  for (const place of reached) for (const { to } of goals.get(place) ?? []) reached.add(to)
  const cutOff = Object.entries(places).filter(([id]) => !reached.has(id))
  for (const [region, them] of grouped(cutOff, ([, { region }]) => region)) {
    const alone = them.length <= MAX_NAMED_PLACES ? them : them.slice(0, 1)
    for (const [id, { name }] of alone)
      say('unreached', placeFile(world, id), [], `Players can't reach ${name} ("${id}")${more(them.length - alone.length, region)}.`)
  }
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** The most unreachable places of a region that are listed by name. */
const MAX_NAMED_PLACES = 12
const more = (rest: number, region: string): string => (rest === 0 ? '' : `, or ${rest} other places in "${region}"`)

function story({ state, lore }: World, say: Report): void {
  for (const { id, title, place } of lore.story)
    if (!Object.hasOwn(state.places, place))
      say(
        'problem',
        pathOf('storyEvent', { id }),
        ['place'],
        `"${title}" takes place at "${place}", but no such place exists.${perhaps(place, Object.keys(state.places))}`
      )
  for (const [i, id] of (state.party ?? []).entries())
    if (state.actors[id]?.kind !== 'player')
      say('problem', pathOf('table'), ['party', `${i}`], `The party includes "${id}", who isn't a player.${perhaps(id, Object.keys(state.actors))}`)
}

/** Beliefs without a subject (no fact, story event, narrative, thread or quest, and no words of their own), and narratives that nobody knows. */
function beliefFindings(all: ParsedGame, world: World, say: Report): void {
  const { state, lore } = world
  const isFact = factsSet(all, world)
  const claims = new Set([
    ...lore.story.map(({ id }) => id),
    ...[lore.narratives, state.threads, state.quests, state.facts].flatMap((map) => Object.keys(map))
  ])
  for (const [who, { beliefs }] of Object.entries(lore.actors)) {
    const actor = own(state.actors, who)
    if (!actor) continue
    for (const [claim, { text }] of Object.entries(beliefs)) {
      if (text !== undefined || claims.has(claim) || isFact(claim)) continue
      const file = `${actorFolder(actor.kind, who)}/${fileName('beliefs')}`
      const words = `${actor.name} has a belief about "${claim}", which is no fact, story event, narrative, thread or quest.${perhaps(claim, claims)}`
      say('remark', file, [claim], `${words} Correct its name, say under "text" what is believed, or remove it.`)
    }
  }
  for (const [id, { name, about = {}, contradicts = [] }] of Object.entries(lore.narratives)) {
    const check = (path: string[], what: string, ids: readonly string[], known: readonly string[]): void =>
      ids.forEach((one, i) => {
        if (known.includes(one)) return
        const words = `The narrative “${name}” names "${one}", but there is no such ${what}.${perhaps(one, known)}`
        say('remark', pathOf('storyEvent', { id }), [...path, `${i}`], `${words} Correct the name, or remove it.`)
      })
    const people = Object.keys(state.actors)
    check(['about', 'characters'], 'character', about.characters ?? [], people)
    check(['about', 'relationship'], 'character', about.relationship ?? [], people)
    check(['about', 'places'], 'place', about.places ?? [], Object.keys(state.places))
    check(['contradicts'], 'narrative', contradicts, Object.keys(lore.narratives))
  }
}

/** An expression on which something in a file depends, and a description of that thing. */
interface Premise {
  text: string
  file: string
  who: string
}

/** Names that do not exist, in the premises of sentences and wants and in the outcomes of story events. */
function premiseFindings(all: ParsedGame, world: World, say: Report): void {
  outcomes(world, say)
  const set = factsSet(all, world)
  const { known } = all
  const names = vocabularyOf(world.state, { items: known.item, conditions: known.condition })
  const threads = [...names.thread, ...world.lore.story.flatMap(({ outcomes }) => outcomes.flatMap(({ opens }) => Object.keys(opens)))]
  for (const { text, file, who } of premisesOf(world))
    for (const { kind, id } of unknownNames(parse(text), { ...names, thread: threads, stat: [...names.stat, ...known.stat] })) {
      if (kind !== 'fact') say('problem', file, [id], `${who} depends on the ${kind} "${id}", which doesn't exist.${perhaps(id, names[kind])}`)
      else if (!set(id)) say('unreached', file, [id], `${who} depends on the fact "${id}", which no feature, reveal, rule or outcome sets.`)
    }
}

function outcomes({ state, lore }: World, say: Report): void {
  const opened = lore.story.flatMap(({ outcomes }) => outcomes.flatMap(({ opens }) => Object.keys(opens)))
  const threads = [...Object.keys(state.threads), ...opened]
  for (const { id, title, outcomes } of lore.story) {
    const file = pathOf('storyEvent', { id })
    const unknown = (kind: string, name: string, names: readonly string[]): void => {
      if (!names.includes(name))
        say('problem', file, [name], `An outcome of "${title}" names the ${kind} "${name}", which doesn't exist.${perhaps(name, names)}`)
    }
    for (const { moves, closes, wants, reactions, starts, completes, fails, feels } of outcomes) {
      for (const quest of [...starts, ...Object.keys(completes), ...Object.keys(fails)]) unknown('quest', quest, Object.keys(state.quests))
      for (const tie of Object.keys(feels)) unknown('relationship', tie, Object.keys(state.relationships))
      for (const name of [moves, wants, reactions].flatMap((map) => Object.keys(map))) unknown('character', name, Object.keys(state.actors))
      const acting = Object.values(reactions).flatMap((lines) => lines.flatMap((line) => (typeof line === 'string' ? [] : (line.by ?? []))))
      for (const name of acting) unknown('character', name, Object.keys(state.actors))
      for (const place of Object.values(moves)) unknown('place', place, Object.keys(state.places))
      for (const thread of Object.keys(closes)) unknown('thread', thread, threads)
    }
  }
}

const ofLines = (lines: readonly Line[], file: string, who: string): Premise[] =>
  lines.flatMap((line) => (typeof line === 'string' || line.when === undefined ? [] : { text: line.when, file, who }))

const ofWants = (wants: Wants, file: string, who: string): Premise[] =>
  typeof wants === 'string' ? [] : wants.flatMap(({ met }) => (met === undefined ? [] : { text: met, file, who }))

function premisesOf({ state, lore }: World): Premise[] {
  const people = Object.entries(lore.actors).flatMap(([id, { says, wants }]) => {
    const actor = state.actors[id]
    const file = actor ? `${actorFolder(actor.kind, id)}/${fileName('actor')}` : ''
    const name = actor?.name ?? id
    return [...ofWants(wants, file, `What ${name} wants`), ...Object.values(says).flatMap((lines) => ofLines(lines, file, `What ${name} says`))]
  })
  const events = lore.story.flatMap(({ id, title, opening, closing, closing_failed, foreshadow, epilogue, outcomes }) => {
    const file = pathOf('storyEvent', { id })
    const said = [opening, closing, closing_failed, foreshadow, epilogue, ...outcomes.flatMap(({ reactions }) => Object.values(reactions))]
    const whens = outcomes.flatMap(({ when }) => (when === undefined ? [] : { text: when, file, who: `An outcome of "${title}"` }))
    return [...said.flatMap((lines) => ofLines(lines, file, `A sentence of "${title}"`)), ...whens]
  })
  return [...people, ...events]
}
