import { changeWords } from '../../../shared/words/change-words'
import { own } from '../../../shared/base/json'
import { threadOf } from '../../../shared/story/story-state'
import type { View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { type NpcDealings, sceneFacts, type SceneFacts, type Traded } from '../../engine/scene-facts'
import { placeName, sentence, sentences, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import { entryIs } from './kinds'
import { actionsIn, mentions, partyOf } from './read'
import { clause, isAimMet } from './speech'

/** The beginning of a summary's line about visited places. Narration searches for it. */
export const WERE_AT = 'They were at'

/** The maximum number of events in a summary: of a session, of a campaign, and of each session in it. */
const MAX_EVENTS = { session: 9, campaign: 12, ofSession: 5 }

/** The due summary: of a scene from its log, of a session or campaign from the summaries of its parts. */
export function summary(view: View): string {
  if (view.closing === 'session') return sessionSummary(view)
  return view.closing === 'campaign' ? campaignSummary(view) : sections(withDefeat(view, eventsOf(view)), metIn(view), openIn(view))
}

function factsOf(view: View): SceneFacts {
  const threads = (view.story ?? []).map(({ id, title, starts_when, done_when }) => ({ id, title, starts_when, done_when }))
  const actors = Object.entries(view.cast ?? {}).map(([id, actor]) => ({ id, ...actor }))
  return sceneFacts(view.log, { actors, threads, facts: view.facts ?? {} })
}

function sessionSummary(view: View): string {
  const { scenes } = view.summaries
  const record = RECORDED.flatMap((kind) => {
    const parts = scenes.flatMap((text) => linesUnder(text, EVENTS).filter((line) => line.startsWith(kind)))
    return parts.length === 0 ? [] : [sentence(`${kind} ${parts.map((line) => line.slice(kind.length).replace(/\.$/, '').trim()).join('; ')}`)]
  })
  const room = MAX_EVENTS.session - record.length
  const events = scenes.slice(-room).flatMap((text) => essentials(text, scenes.length * 3 > room))
  return sections(
    withDefeat(view, [...events, ...record, ...visited(view, scenes, events)]),
    people(scenes),
    linesUnder(scenes.at(-1) ?? '', THREADS).slice(0, 1 + MAX_THREADS)
  )
}

/** The lines of the record that a session's summary joins from all its scenes. */
const RECORDED = ['Fell:', 'Gained:', 'Lost or used up:', 'Closed:']

/** The subject, the most important result and the outcome of a scene; in one line if there is little room. */
function essentials(text: string, inOneLine: boolean): string[] {
  const [head, ...rest] = linesUnder(text, EVENTS)
  const end = rest.at(-1)
  if (head === undefined || end === undefined) return head === undefined ? [] : [head]
  const middle = mostImportant(rest.slice(0, -1))
  return inOneLine ? [[head, ...middle.filter((line) => !line.startsWith('Settled')), end].join(' ')] : [head, ...middle, end]
}

const mostImportant = (lines: readonly string[]): string[] =>
  [/^Settled:/, /^Promised/, /^With /, /^(?!Fell:|Searched:|Gained:|Lost or)/].flatMap((kind) => lines.filter((line) => kind.test(line))).slice(0, 1)

/**
 * The campaign in a few lines: for each session, also the running one, its beginning, some of its events, and its end; then the present situation.
 */
function campaignSummary(view: View): string {
  const { sessions = [], session, scenes } = view.summaries
  const running = session === undefined && view.scene !== undefined
  const parts = session === undefined ? scenes : [session]
  const now = parts.flatMap((text) => (session === undefined ? essentials(text, scenes.length > 2) : linesUnder(text, EVENTS)))
  const events = [...sessions.map((text) => linesUnder(text, EVENTS)), [...now, ...(running ? eventsOf(view).slice(0, 1) : [])]].filter(
    (lines) => lines.length > 0
  )
  const recent = events.slice(-MAX_EVENTS.campaign)
  const room = Math.max(1, Math.min(MAX_EVENTS.ofSession, Math.floor(MAX_EVENTS.campaign / Math.max(1, recent.length))))
  const older = events.length - recent.length
  const shown = recent.flatMap((lines) => spread(lines, room))
  return sections(
    [
      ...(older === 0 ? [] : [`What came before stands in the summaries of the first ${older === 1 ? 'session' : `${older} sessions`}.`]),
      ...shown,
      ...visited(view, [...sessions, ...parts], shown),
      ...withDefeat(view, [whereabouts(view)])
    ],
    people([...sessions, ...parts]).concat(running ? metIn(view) : []),
    running ? openIn(view) : linesUnder([...sessions, ...parts].at(-1) ?? '', THREADS).slice(0, 1 + MAX_THREADS)
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
    const down = Object.values(actor.conditions).map((name) => name.toLowerCase())
    const low = Object.entries(actor.sheet?.max ?? {}).flatMap(([stat, max]) => {
      const value = actor.sheet?.stats[stat] ?? max
      return value < max ? [`${value} of ${max} ${stat === 'hp' ? 'HP' : stat}`] : []
    })
    const all = [...down, ...low]
    return all.length === 0 ? [] : [`${actor.name} (${all.join(', ')})`]
  })
  return [
    `Where things stand after ${view.session === 1 ? 'one session' : `${view.session} sessions`}:`,
    party.length === 0 ? 'nobody of the party is alive' : `the party is at ${listed(places)}`,
    ...(injuries.length === 0 ? [party.length === 0 ? '.' : ', and nobody is hurt.'] : [`; hurt: ${listed(injuries)}.`])
  ]
    .join(' ')
    .replaceAll(/ ([,;.])/g, '$1')
}

/** At most `most` entries of a list: the last one if only one, otherwise the first, the last and evenly spaced ones. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  const at = Array.from({ length: most }, (_, i) => (most === 1 ? list.length - 1 : Math.round((i * (list.length - 1)) / (most - 1))))
  return at.flatMap((i) => list[i] ?? [])
}

const EVENTS = 'Key events'
const MET = 'People met'
const THREADS = 'Unresolved threads'

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
    ...rows.map(({ entry }) => `${short(entry.text)}${truthOf(view, entry)}`),
    ...recordOf(view, factsOf(view)),
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
function truthOf(view: View, { changes }: LogEntry): string {
  if (!changes) return ''
  const names = { actor: (id: string) => nameIn(view, id), place: (id: string) => own(view.places, id) ?? id }
  const party = Object.entries(changes.actors ?? {}).filter(([id]) => view.party.includes(id))
  const costs = changeWords({ actors: Object.fromEntries(party) }, names)
    .filter(({ kind, tone }) => kind === 'stat' && tone === 'bad')
    .map(({ who = '', words }) => `${who} ${words}`)
  return costs.length === 0 ? '' : ` (${costs.join(', ')})`
}

const nameIn = (view: View, id: string): string => own(view.cast, id)?.name ?? id

/** The lines of a scene's record, one for each kind of fact. */
function recordOf(view: View, facts: SceneFacts): string[] {
  const { fell, finds: found, won, lost, promised, closed } = facts
  const name = (id: string): string => nameIn(view, id)
  const ends = { dead: 'dead', down: 'still down', able: 'on their feet again' } as const
  const traded = (all: readonly Traded[]): string =>
    listed(all.map((one) => `${name(one.who)} ${one.count === 1 ? one.name : `${one.count} × ${one.name}`}`))
  const titles = closed.flatMap((id) => view.story?.find((event) => event.id === id && event.id === view.scene?.story)?.title ?? [])
  return [
    ...facts.dealings.flatMap((one) => dealingLine(view, one)).slice(0, MAX_DEALINGS),
    ...(fell.length > 0 ? [`Fell: ${listed(fell.map(({ who, now }) => `${name(who)} (${ends[now]})`))}.`] : []),
    ...(found.length > 0 ? [`Searched: ${listed([...new Set(found.map((one) => the(one.name)))])}.`] : []),
    ...(won.length > 0 ? [`Gained: ${traded(won)}.`] : []),
    ...(lost.length > 0 ? [`Lost or used up: ${traded(lost)}.`] : []),
    ...promised.slice(-1).map(({ by, text }) => `Promised by ${name(by)}: “${text}”`),
    ...titles.map((title) => `Settled: ${title}.`),
    ...view.log.flatMap(({ action, text }) => (action === 'close_thread' ? [`Closed: ${sentence(text)}`] : []))
  ]
}

const MAX_DEALINGS = 3

/** "With Marl Goss: talk × 2 (1 success, 1 failure); now friendly." */
function dealingLine(view: View, { npc, actions, attitude, now }: NpcDealings): string[] {
  const actionCounts = [...actions].map(([action, counts]) => {
    const times = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const statusCounts = [...counts].filter(([status]) => status !== '').map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`)
    return `${action.replaceAll(/[-_]/g, ' ')}${times === 1 ? '' : ` × ${times}`}${statusCounts.length === 0 ? '' : ` (${statusCounts.join(', ')})`}`
  })
  const end = [...(attitude?.to === undefined || attitude.to === attitude.from ? [] : [`now ${attitude.to}`]), ...(now ? [`in the end ${now}`] : [])]
  const parts = [listed(actionCounts), ...end].filter((part) => part !== '')
  return parts.length === 0 ? [] : [`With ${nameIn(view, npc)}: ${parts.join('; ')}.`]
}

/** The NPCs with whom the party dealt, who spoke, or whom it saw. */
function metIn(view: View): string[] {
  const text = view.log.map((entry) => entry.text).join(' ')
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
const MAX_THREADS = 4

/** The places of the scene: where it was opened, and all destinations in the log. */
function placesOf(view: View): string[] {
  const travels = view.log.filter((entry) => entryIs('move', entry))
  const visited = travels.flatMap((entry) => Object.values(view.places ?? {}).filter((name) => mentions(entry.text, name)))
  return [...new Set([own(view.places, view.scene?.place ?? '') ?? view.place?.name ?? 'a place without a name', ...visited])].map(placeName)
}

/** The first sentence or two of a text. A quotation is kept to its end, because a part of it would misquote the speaker. */
function short(text: string): string {
  let summary = ''
  for (const [at, part] of sentences(text).entries()) {
    const open = summary.split('“').length > summary.split('”').length
    if (at > 0 && !open && (at > 1 || summary.length + part.length >= 110)) break
    summary = summary === '' ? part : `${summary} ${part}`
  }
  return sentence(summary || text)
}

function sections(events: readonly string[], met: readonly string[], open: readonly string[]): string {
  const body = (lines: readonly string[], none: string): string => (lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n'))
  return [
    `## ${EVENTS}`,
    body([...new Set(events)], 'Nothing of note happened.'),
    '',
    `## ${MET}`,
    met.length === 0 ? 'Nobody new.' : `${listed([...new Set(met)])}.`,
    '',
    `## ${THREADS}`,
    body([...new Set(open)], 'None that anybody at the table could name.')
  ].join('\n')
}

function people(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => linesUnder(text, MET).flatMap((line) => line.replace(/\.$/, '').split(/, | and /)))
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('Nobody'))
}

/** The lines under a heading of a summary, without bullets. */
function linesUnder(text: string, heading: string): string[] {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.replace(/^#+\s*/, '') === heading)
  if (from < 0) return []
  const to = lines.findIndex((line, at) => at > from && line.startsWith('#'))
  return lines
    .slice(from + 1, to < 0 ? undefined : to)
    .map((line) => line.replace(/^-\s*/, '').trim())
    .filter((line) => line !== '')
}

/** The maximum number of actions in a scene's recap, and of sentences in the recap of a session or campaign. */
const MAX_ACTIONS = 4
const MAX_SENTENCES = 8
const NOTHING = 'Nothing that everybody saw was written down.'

/** The recap of what is being summarised: only what was said and done in front of all players. */
export function recap(view: View): string {
  const { scenes, session, sessions = [] } = view.summaries
  const text =
    view.closing === 'session'
      ? joined(scenes)
      : view.closing === 'campaign'
        ? joined([...sessions, ...(session === undefined ? scenes : [session])])
        : sceneRecap(view)
  return text.trim() === '' ? NOTHING : text
}

/** The scene's title, some of its actions, evenly spread, and its outcome. */
function sceneRecap({ scene, log }: View): string {
  const ending = log.findLast((entry) => entry.kind === 'scene' && entry !== log[0])
  const lines = [scene ? `${scene.title}.` : '', ...spread(actionsIn(log), MAX_ACTIONS).map((entry) => firstSentence(entry.text)), ending?.text ?? '']
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(sentence)
    .join(' ')
}

/** The recaps of the parts, each shortened to some of its sentences if there are many. */
function joined(texts: readonly string[]): string {
  const recaps = texts.map((text) => sentences(linesUnder(text, 'Recap').join(' '))).filter((lines) => lines.length > 0)
  const each = Math.max(1, Math.floor(MAX_SENTENCES / Math.max(1, recaps.length)))
  return recaps
    .slice(-MAX_SENTENCES)
    .flatMap((lines) => spread(lines, each))
    .join(' ')
}

const firstSentence = (text: string): string => (text.includes('“') || text.includes('"') ? text : (sentences(text)[0] ?? text))
