import type { View } from '../../../shared/agents'
import type { LogEntry } from '../../../shared/play'
import { list, placeName, sentence, sentences, the } from './grammar'
import { kindOf, tellsOf, type Kind } from './kinds'
import { deeds, mentions } from './read'
import { clause } from './speech'

/** How a summary begins to say which places were visited; narration looks for it. */
export const WERE_AT = 'They were at'

/** The summary that is due: of the scene from its log, of the session and the campaign from the summaries below them. */
export function summary(view: View): string {
  if (view.closing === 'scene' || view.closing === undefined) return sceneSummary(view)
  const parts =
    view.closing === 'session' ? view.summaries.scenes : [view.summaries.campaign, view.summaries.session].filter((text) => text !== undefined)
  return sections(
    gather(parts, 'Key events', view.closing === 'session' ? 2 : 4, 8),
    people(parts),
    gather(parts.slice(-1), 'Unresolved threads', 3, 4)
  )
}

const RANK: Readonly<Partial<Record<Kind, number>>> = { search: 4, ask: 4, go: 3, fight: 2, run: 4, rest: 1, look: 1, use: 1 }
const NAMED: Readonly<Record<string, number>> = { 'end-combat': 5, hazard: 3, 'start-combat': 3 }

function sceneSummary(view: View): string {
  const outcome = view.log.findLast((entry) => entry.kind === 'scene')
  const rows = deeds(view.log)
    .map((entry, at) => ({ entry, at, rank: rankOf(view, entry) }))
    .toSorted((a, b) => b.rank - a.rank || b.at - a.at)
    .slice(0, 4)
    .toSorted((a, b) => a.at - b.at)
  const events = [
    `${view.scene?.title ?? 'A scene'}. ${WERE_AT} ${list(placesOf(view))}.`,
    ...rows.map((row) => short(row.entry.text)),
    ...(outcome && outcome !== view.log[0] ? [short(outcome.text)] : [])
  ]
  const text = view.log.map((entry) => entry.text).join(' ')
  const met = view.actors.filter((actor) => actor.kind === 'npc' && mentions(text, actor.name)).map((actor) => actor.name)
  const event = view.story?.find((one) => one.id === view.scene?.story)
  const open = [
    ...(view.scene && !event?.done ? [sentence(`Still to do: ${clause(view.scene.aim)}`)] : []),
    ...Object.values(view.place?.features ?? {})
      .slice(0, 2)
      .map((name) => sentence(`Nobody has looked into ${the(name)}`)),
    ...view.actors
      .filter((actor) => actor.kind === 'player' && !actor.canAct)
      .map((actor) => sentence(`${actor.name} is ${list(Object.values(actor.conditions)).toLowerCase() || 'out of it'}`))
  ]
  return sections(events, met, open)
}

/** Where the scene played: where it was opened, then wherever the log says somebody went. */
function placesOf(view: View): string[] {
  const ways = view.log.filter((entry) => tellsOf('go', entry))
  const went = ways.flatMap((entry) => Object.values(view.places ?? {}).filter((name) => mentions(entry.text, name)))
  return [...new Set([view.places?.[view.scene?.place ?? ''] ?? view.place?.name ?? 'a place without a name', ...went])].map(placeName)
}

/** Deeds that succeeded and were told at length weigh more. */
function rankOf(view: View, entry: LogEntry): number {
  const failed = entry.rolls?.some((roll) => roll.outcome === 'failure') ? 2 : 0
  const fell = view.actors.some((actor) => !actor.canAct && mentions(entry.text, actor.name)) ? 3 : 0
  return (NAMED[entry.action ?? ''] ?? RANK[kindOf(entry.action ?? '')] ?? 1) + Math.min(2, entry.text.length / 120) + fell - failed
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
    '## Key events',
    body([...new Set(events)], 'Nothing of note happened.'),
    '',
    '## People met',
    met.length === 0 ? 'Nobody new.' : `${list([...new Set(met)])}.`,
    '',
    '## Unresolved threads',
    body([...new Set(open)], 'None that anybody at the table could name.')
  ].join('\n')
}

/** Lines under a heading, of each text at most `each`, at most `most` in all: the last ones. */
function gather(texts: readonly string[], heading: string, each: number, most: number): string[] {
  return texts.flatMap((text) => linesUnder(text, heading).slice(0, each)).slice(-most)
}

function people(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => linesUnder(text, 'People met').flatMap((line) => line.replace(/\.$/, '').split(/, | and /)))
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
