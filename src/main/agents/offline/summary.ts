import { changeWords } from '../../../shared/words/change-words'
import { own } from '../../../shared/base/json'
import { listed } from '../../../shared/words/labels'
import { NOTHING } from '../../../shared/words/nothing-yet'
import { threadOf } from '../../../shared/story/story-state'
import type { View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { factsOf, nameIn, recordLines, short } from '../scene-record'
import { concessions } from './disagree'
import { placeName, sentence, the } from './grammar'
import { actionsIn, mentions, partyOf } from './read'
import { clause, isAimMet } from './speech'
import { ailments } from './state-words'
import { EVENTS, inOneLine, joinedRecord, linesUnder, MET, mostImportant, NOW, THREADS, told, WERE_AT } from './summary-parts'

/** The maximum number of scenes that the campaign's summary tells in a line of their own. */
const MAX_SCENES = 12

/** The due summary: of a scene from its log, of a session or campaign from the summaries of its parts. */
export function summary(view: View): string {
  if (view.closing === 'session') return sessionSummary(view)
  return view.closing === 'campaign' ? campaignSummary(view) : sceneSummary(view)
}

const sceneSummary = (view: View): string => sections(withDefeat(view, eventsOf(view)), metIn(view), openIn(view))

/** Every scene in a line, and what their records say together. */
function sessionSummary(view: View): string {
  const { scenes } = view.summaries
  return sections(
    withDefeat(view, [...scenes.flatMap(inOneLine), ...joinedRecord(scenes)]),
    people(scenes),
    linesUnder(scenes.at(-1) ?? '', THREADS).slice(0, 1 + MAX_THREADS)
  )
}

/** The campaign: the most important scenes of all sessions, also the running one, what the records say together, and the present situation. */
function campaignSummary(view: View): string {
  const { sessions = [], session, scenes } = view.summaries
  const isRunning = session === undefined && view.scene !== undefined
  const open = isRunning ? sections(eventsOf(view), metIn(view), openIn(view)) : undefined
  const texts = [...sessions, ...(session === undefined ? scenes : [session]), ...(open === undefined ? [] : [open])]
  const lines = [...sessions, ...(session === undefined ? [] : [session])].flatMap(told)
  const now = session === undefined ? [...scenes.flatMap(inOneLine), ...(open === undefined ? [] : linesUnder(open, EVENTS).slice(0, 1))] : []
  const shown = mostImportant(view, [...lines, ...now], texts, MAX_SCENES)
  return sections(
    [...shown, ...joinedRecord(texts), ...visited(view, texts, shown), ...withDefeat(view, [whereabouts(view)])],
    people(texts),
    linesUnder(texts.at(-1) ?? '', THREADS).slice(0, 1 + MAX_THREADS)
  )
}

/** A line with the visited places in the texts of summaries that the shown lines leave out, so that none of them is described again as new. */
function visited(view: View, texts: readonly string[], shown: readonly string[]): string[] {
  const lines = texts.flatMap((text) => linesUnder(text, EVENTS))
  const isIn = (name: string, among: readonly string[]): boolean => among.some((line) => line.includes(WERE_AT) && mentions(line, name))
  const others = Object.values(view.places ?? {}).filter((name) => isIn(name, lines) && !isIn(name, shown))
  return others.length === 0 ? [] : [`${WERE_AT} ${listed([...new Set(others)].map(placeName))}, too.`]
}

/** The present situation: the number of sessions, the party's place and condition. */
function whereabouts(view: View): string {
  const party = partyOf(view)
  const places = [...new Set(party.map(({ location }) => placeName(own(view.places, location) ?? location)))]
  const injuries = party.flatMap((actor) => {
    const low = Object.entries(actor.sheet?.max ?? {}).flatMap(([stat, max]) => {
      const value = actor.sheet?.stats[stat] ?? max
      return value < max ? [`${value} of ${max} ${stat === 'hp' ? 'HP' : stat}`] : []
    })
    const all = [...ailments(view, actor), ...low]
    return all.length === 0 ? [] : [`${actor.name} (${all.join(', ')})`]
  })
  return [
    `${NOW} after ${view.session === 1 ? 'one session' : `${view.session} sessions`}:`,
    party.length === 0 ? 'nobody of the party is alive' : `the party is at ${listed(places)}`,
    ...(injuries.length === 0 ? [party.length === 0 ? '.' : ', and nobody is hurt.'] : [`; hurt: ${listed(injuries)}.`])
  ]
    .join(' ')
    .replaceAll(/ ([,;.])/g, '$1')
}

/** The events of a summary and, if nobody of the party can go on, a line that says so. */
function withDefeat(view: View, events: readonly string[]): string[] {
  const party = view.actors.filter((actor) => view.party.includes(actor.id))
  if (party.length === 0 || party.some((actor) => actor.canAct)) return [...events]
  const dead = party.filter((actor) => 'dead' in actor.conditions).map((actor) => actor.name)
  const fate = dead.length === 0 ? 'none of them can get up' : `${listed(dead)} ${dead.length === 1 ? 'is' : 'are'} dead`
  const line = `Nobody of the party is left to go on: ${fate}.`
  return events.some((event) => event.includes(line)) ? [...events] : [...events, line]
}

/** The weight of an event in a summary, by its changes. */
const WEIGHT = { dead: 8, down: 6, fact: 4, searched: 3, fight: 3, attitude: 3, gained: 2, lost: 2, damage: 2, other: 0 } as const

/** The events of the scene: title and places, the most important actions in order, the lines of the record, and the outcome. */
function eventsOf(view: View): string[] {
  const outcome = view.log.findLast((entry) => entry.kind === 'scene')
  const rows = actionsIn(view.log)
    .map((entry, at) => ({ entry, at, weight: weightOf(entry) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || b.at - a.at)
    .slice(0, 3)
    .toSorted((a, b) => a.at - b.at)
  return [
    `${view.scene?.title ?? 'A scene'}. ${WERE_AT} ${listed(placesOf(view))}.`,
    ...rows.map(({ entry }) => `${short(entry.text)}${costOf(view, entry)}`),
    ...recordLines(view),
    ...concessions(view),
    ...(outcome && outcome !== view.log[0] ? [short(outcome.text)] : [])
  ]
}

function weightOf({ text, changes }: LogEntry): number {
  const { actors = {}, places = {}, facts = {}, fight } = changes ?? {}
  const each = Object.values(actors).map(
    ({ now, attitude, gained, lost, damage }) =>
      (now && now !== 'able' ? WEIGHT[now] : 0) +
      (attitude ? WEIGHT.attitude : 0) +
      (gained ? WEIGHT.gained : 0) +
      (lost ? WEIGHT.lost : 0) +
      (damage ? WEIGHT.damage : 0)
  )
  const known = Object.keys(facts).length > 0 ? WEIGHT.fact : 0
  const searched = Object.values(places).some((place) => place.searched) ? WEIGHT.searched : 0
  return text === '' ? 0 : Math.max(0, ...each) + known + searched + (fight ? WEIGHT.fight : 0)
}

/** The cost of an event to the party, which its sentence may only hint at: " (Wren 4→2 HP)". */
function costOf(view: View, { changes }: LogEntry): string {
  if (!changes) return ''
  const names = { actor: (id: string) => nameIn(view, id), place: (id: string) => own(view.places, id) ?? id }
  const party = Object.entries(changes.actors ?? {}).filter(([id]) => view.party.includes(id))
  const costs = changeWords({ actors: Object.fromEntries(party) }, names)
    .filter(({ kind, tone }) => kind === 'stat' && tone === 'bad')
    .map(({ who = '', words }) => `${who} ${words}`)
  return costs.length === 0 ? '' : ` (${costs.join(', ')})`
}

/** The NPCs with whom the party dealt, who spoke, or who are where the party is and of whom the log tells. */
function metIn(view: View): string[] {
  const text = view.log.flatMap((entry) => (entry.kind === 'record' ? [] : entry.text)).join(' ')
  const dealt = factsOf(view).dealings.map(({ npc }) => npc)
  const spoke = view.log.flatMap(({ kind, by }) => (kind === 'speech' ? by : []))
  const seen = view.actors.flatMap((actor) => (mentions(text, actor.name) ? actor.id : []))
  return [...new Set([...dealt, ...spoke, ...seen])].flatMap((id) => (own(view.cast, id)?.kind === 'npc' ? nameIn(view, id) : []))
}

function openIn(view: View): string[] {
  const event = view.story?.find((one) => one.id === view.scene?.story)
  return [
    ...(view.scene && !event?.done && !isAimMet(view, clause(view.scene.aim)) ? [sentence(`Still to do: ${clause(view.scene.aim)}`)] : []),
    ...Object.keys(view.threads ?? {})
      .slice(-MAX_THREADS)
      .map((id) => `Open: ${sentence(threadOf({ threads: view.threads ?? {} }, id)?.setup ?? id)}`),
    ...Object.values(view.place?.features ?? {})
      .slice(0, 2)
      .map((name) => sentence(`Nobody has looked into ${the(name)}`)),
    ...view.actors
      .filter((actor) => actor.kind === 'player' && !actor.canAct)
      .map((actor) => sentence(`${actor.name} is ${listed(Object.values(actor.conditions)).toLowerCase() || 'out of it'}`))
  ]
}

/** The maximum number of open threads in a summary, the newest ones. */
const MAX_THREADS = 12

/** The names of the scene's places: where it was opened, and everywhere a player went. */
export function placesOf(view: View): string[] {
  const ids = [view.scene?.place ?? view.place?.id ?? '', ...factsOf(view).places]
  const names = ids.flatMap((id) => own(view.places, id) ?? (view.place?.id === id ? view.place.name : []))
  return names.length === 0 ? ['a place without a name'] : [...new Set(names)].map(placeName)
}

function sections(events: readonly string[], met: readonly string[], open: readonly string[]): string {
  const body = (lines: readonly string[], none: string): string => (lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n'))
  return [
    `## ${EVENTS}`,
    body([...new Set(events)], 'Nothing of note happened.'),
    '',
    `## ${MET}`,
    met.length === 0 ? NOTHING.people : `${listed([...new Set(met)])}.`,
    '',
    `## ${THREADS}`,
    body([...new Set(open)], NOTHING.threads)
  ].join('\n')
}

function people(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => linesUnder(text, MET).flatMap((line) => line.replace(/\.$/, '').split(/, | and /)))
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('Nobody'))
}
