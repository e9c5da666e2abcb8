import { own } from '../../../shared/json'
import type { View } from '../../../shared/agents'
import type { LogEntry } from '../../../shared/play'
import { list, placeName, sentence, sentences, the } from './grammar'
import { kindOf, tellsOf, type Kind } from './kinds'
import { deeds, mentions } from './read'
import { clause } from './speech'

/** How a summary begins to say which places were visited; narration looks for it. */
export const WERE_AT = 'They were at'

/** Events that a summary of scenes, or of sessions, tells at most. */
const MAX_EVENTS = { session: 9, campaign: 12 }

/** The summary that is due: of the scene from its log, of the session and the campaign from the summaries below them. */
export function summary(view: View): string {
  if (view.closing === 'session') return sessionSummary(view)
  return view.closing === 'campaign' ? campaignSummary(view) : sections(toTheEnd(view, eventsOf(view)), metIn(view), openIn(view))
}

function sessionSummary(view: View): string {
  const { scenes } = view.summaries
  return sections(
    toTheEnd(view, scenes.flatMap((text) => gist(text, scenes.length)).slice(-MAX_EVENTS.session)),
    people(scenes),
    linesUnder(scenes.at(-1) ?? '', THREADS).slice(0, 3)
  )
}

/** What a scene was about and how it ended; of few scenes also what lay between. */
function gist(text: string, scenes: number): string[] {
  const [head, ...rest] = linesUnder(text, EVENTS)
  const end = rest.at(-1)
  if (head === undefined || end === undefined) return head === undefined ? [] : [head]
  return scenes > MAX_EVENTS.session / 3 ? [`${head} ${end}`] : [head, ...rest.slice(0, -1).slice(0, 1), end]
}

/** Every session has the same room; of one that still goes on, the scenes so far count, the running one among them. */
function campaignSummary(view: View): string {
  const { sessions = [], session, scenes } = view.summaries
  const running = session === undefined && view.scene !== undefined
  const parts = session === undefined ? scenes : [session]
  const now = parts.flatMap((text) => (session === undefined ? gist(text, scenes.length + 1) : linesUnder(text, EVENTS)))
  const told = [...sessions.map((text) => linesUnder(text, EVENTS)), [...now, ...(running ? eventsOf(view).slice(0, 1) : [])]].filter(
    (lines) => lines.length > 0
  )
  const recent = told.slice(-MAX_EVENTS.campaign)
  const room = Math.floor(MAX_EVENTS.campaign / Math.max(1, recent.length))
  const older = told.length - recent.length
  return sections(
    toTheEnd(view, [
      ...(older === 0 ? [] : [`What came before stands in the summaries of the first ${older === 1 ? 'session' : `${older} sessions`}.`]),
      ...recent.flatMap((lines) => spread(lines, room))
    ]),
    people([...sessions, ...parts]).concat(running ? metIn(view) : []),
    running ? openIn(view) : linesUnder([...sessions, ...parts].at(-1) ?? '', THREADS).slice(0, 4)
  )
}

/** At most so many of a list: the first, the last, and what lies evenly between. */
function spread(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines]
  if (most === 1) return lines.slice(-1)
  return Array.from({ length: most }, (_, i) => lines[Math.round((i * (lines.length - 1)) / (most - 1))] ?? '')
}

const EVENTS = 'Key events'
const MET = 'People met'
const THREADS = 'Unresolved threads'

/** Events of a summary and, when nobody of the party can go on, that it has come to its end. */
function toTheEnd(view: View, events: readonly string[]): string[] {
  const party = view.actors.filter((actor) => view.party.includes(actor.id))
  if (party.length === 0 || party.some((actor) => actor.canAct)) return [...events]
  const dead = party.filter((actor) => 'dead' in actor.conditions).map((actor) => actor.name)
  const fate = dead.length === 0 ? 'none of them can get up' : `${list(dead)} ${dead.length === 1 ? 'is' : 'are'} dead`
  const line = `Nobody of the party is left to go on: ${fate}.`
  return events.some((event) => event.includes(line)) ? [...events] : [...events, line]
}

const RANK: Readonly<Partial<Record<Kind, number>>> = { search: 4, ask: 4, go: 3, fight: 2, run: 4, rest: 1, look: 1, use: 1 }
const NAMED: Readonly<Record<string, number>> = { 'end-combat': 5, hazard: 3, 'start-combat': 3 }

/** Title and places of the scene, its foremost deeds in order, and how it ended. */
function eventsOf(view: View): string[] {
  const outcome = view.log.findLast((entry) => entry.kind === 'scene')
  const rows = deeds(view.log)
    .map((entry, at) => ({ entry, at, rank: rankOf(view, entry) }))
    .toSorted((a, b) => b.rank - a.rank || b.at - a.at)
    .slice(0, 4)
    .toSorted((a, b) => a.at - b.at)
  return [
    `${view.scene?.title ?? 'A scene'}. ${WERE_AT} ${list(placesOf(view))}.`,
    ...rows.map((row) => short(row.entry.text)),
    ...(outcome && outcome !== view.log[0] ? [short(outcome.text)] : [])
  ]
}

function metIn(view: View): string[] {
  const text = view.log.map((entry) => entry.text).join(' ')
  return view.actors.filter((actor) => actor.kind === 'npc' && mentions(text, actor.name)).map((actor) => actor.name)
}

function openIn(view: View): string[] {
  const event = view.story?.find((one) => one.id === view.scene?.story)
  return [
    ...(view.scene && !event?.done ? [sentence(`Still to do: ${clause(view.scene.aim)}`)] : []),
    ...Object.values(view.place?.features ?? {})
      .slice(0, 2)
      .map((name) => sentence(`Nobody has looked into ${the(name)}`)),
    ...view.actors
      .filter((actor) => actor.kind === 'player' && !actor.canAct)
      .map((actor) => sentence(`${actor.name} is ${list(Object.values(actor.conditions)).toLowerCase() || 'out of it'}`))
  ]
}

/** Where the scene played: where it was opened, then wherever the log says somebody went. */
function placesOf(view: View): string[] {
  const ways = view.log.filter((entry) => tellsOf('go', entry))
  const went = ways.flatMap((entry) => Object.values(view.places ?? {}).filter((name) => mentions(entry.text, name)))
  return [...new Set([own(view.places, view.scene?.place ?? '') ?? view.place?.name ?? 'a place without a name', ...went])].map(placeName)
}

/** Deeds that succeeded and were told at length weigh more. */
function rankOf(view: View, entry: LogEntry): number {
  const failed = entry.rolls?.some((roll) => roll.outcome === 'failure') ? 2 : 0
  const fell = view.actors.some((actor) => !actor.canAct && mentions(entry.text, actor.name)) ? 3 : 0
  return (own(NAMED, entry.action ?? '') ?? RANK[kindOf(entry.action ?? '')] ?? 1) + Math.min(2, entry.text.length / 120) + fell - failed
}

/** The first sentence or two of a text; a quotation is kept to its end, because half of one says what nobody said. */
function short(text: string): string {
  let told = ''
  for (const [at, part] of sentences(text).entries()) {
    const open = told.split('“').length > told.split('”').length
    if (at > 0 && !open && (at > 1 || told.length + part.length >= 110)) break
    told = told === '' ? part : `${told} ${part}`
  }
  return sentence(told || text)
}

function sections(events: readonly string[], met: readonly string[], open: readonly string[]): string {
  const body = (lines: readonly string[], none: string): string => (lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n'))
  return [
    `## ${EVENTS}`,
    body([...new Set(events)], 'Nothing of note happened.'),
    '',
    `## ${MET}`,
    met.length === 0 ? 'Nobody new.' : `${list([...new Set(met)])}.`,
    '',
    `## ${THREADS}`,
    body([...new Set(open)], 'None that anybody at the table could name.')
  ].join('\n')
}

function people(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => linesUnder(text, MET).flatMap((line) => line.replace(/\.$/, '').split(/, | and /)))
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('Nobody'))
}

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
