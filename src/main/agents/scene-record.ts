import { own } from '../../shared/base/json'
import { memoized } from '../../shared/base/memoized'
import type { View } from '../../shared/table/agents'
import { factChange, questChange } from '../../shared/words/change-words'
import { factWords } from '../../shared/words/fact-words'
import { listed } from '../../shared/words/labels'
import { type NpcDealings, sceneFacts, type SceneFacts, type Traded } from '../engine/scene-facts'
import { sentence, sentences, the } from './offline/grammar'

/** How the lines of a record begin. A session's summary finds them in those of its scenes, the campaign's in those of its sessions. */
export const RECORD = {
  settled: 'Settled:',
  promised: 'Promised by ',
  dealings: 'With ',
  fell: 'Fell:',
  recovered: 'On their feet again:',
  searched: 'Searched:',
  gained: 'Gained:',
  lost: 'Lost or used up:',
  facts: 'Facts:',
  quests: 'Quests:',
  ties: 'Feelings:',
  opened: 'Opened:',
  closed: 'Closed:'
} as const

export const FATES = { dead: 'dead', down: 'still down', able: 'on their feet again' } as const

/** What the entries of a scene's log record as data. */
export const factsOf = memoized((view: View): SceneFacts => {
  const threads = (view.story ?? []).map(({ id, title, starts_when, done_when }) => ({ id, title, starts_when, done_when }))
  const actors = Object.entries(view.cast ?? {}).map(([id, actor]) => ({ id, ...actor }))
  return sceneFacts(view.log, { actors, threads, facts: view.facts ?? {} })
})

export const nameIn = (view: View, id: string): string => own(view.cast, id)?.name ?? id

/** The record of the running scene in words, one line for each kind of fact. */
export function recordLines(view: View): string[] {
  const facts = factsOf(view)
  const name = (id: string): string => nameIn(view, id)
  const line = (kind: keyof typeof RECORD, parts: readonly string[]): string[] =>
    parts.length === 0 ? [] : [sentence(`${RECORD[kind]} ${parts.join('; ')}`)]
  const traded = (all: readonly Traded[]): string[] =>
    all.map((one) => `${name(one.who)} ${one.count === 1 ? one.name : `${one.count} × ${one.name}`}`)
  const fell = facts.fell.filter(({ worst }) => worst !== 'able')
  const searched = [...new Set(facts.finds.map((one) => the(one.name)))]
  return [
    ...settledIn(view, facts),
    ...facts.promised.map(({ by, text }) => `${RECORD.promised}${name(by)}: “${text}”`),
    ...facts.dealings.flatMap((one) => dealingLine(view, one)),
    ...line(
      'fell',
      fell.map(({ who, now }) => `${name(who)} (${FATES[now]})`)
    ),
    ...line(
      'recovered',
      facts.fell.flatMap(({ who, worst }) => (worst === 'able' ? name(who) : []))
    ),
    ...line('searched', searched.length === 0 ? [] : [listed(searched)]),
    ...line('gained', traded(facts.won)),
    ...line('lost', traded(facts.lost)),
    ...line(
      'facts',
      [...facts.facts].map(([fact, value]) => factChange(factWords(fact, name), value))
    ),
    ...line('quests', facts.quests.flatMap(questChange).map(asPart)),
    ...line(
      'ties',
      facts.ties.flatMap(({ from, to, by }) => (by === 0 ? [] : `${name(from)} ${by < 0 ? 'colder' : 'warmer'} towards ${name(to)}`))
    ),
    ...facts.threads.map(({ text, open, outcome = '' }) =>
      asPart(`${open ? RECORD.opened : RECORD.closed} ${sentence(text)}${open || outcome === '' ? '' : ` ${sentence(outcome)}`}`)
    )
  ]
}

/** A text as a part of a line, whose parts are divided by semicolons. */
const asPart = (text: string): string => text.replaceAll(';', ',')

/** One line for each story event that was settled in this scene: the facts that have held since then, and the start of its closing if it was narrated. */
function settledIn(view: View, { closed }: SceneFacts): string[] {
  const { scenes, session = '', campaign = '' } = view.summaries
  const isKnown = (title: string): boolean =>
    [...scenes, session, campaign].some((text) => text.includes(`${RECORD.settled} ${title} (`) || text.includes(`${RECORD.settled} ${title}.`))
  return (view.story ?? []).flatMap((event) => {
    const endedWithScene = event.id === view.scene?.story && event.done && event.done_when.length === 0 && !isKnown(event.title)
    if (!closed.includes(event.id) && !endedWithScene) return []
    const facts = [...event.done_when, ...event.outcomes.flatMap((outcome) => outcome.facts)].filter((fact) => own(view.facts, fact))
    const words = [...new Set(facts)].map((fact) => factWords(fact, (id) => nameIn(view, id)))
    const closing = event.closing.find((one) => view.log.some(({ text }) => text.includes(one)))
    return [
      `${RECORD.settled} ${event.title}${words.length === 0 ? '' : ` (${words.join('; ')})`}.${closing === undefined ? '' : ` ${short(closing)}`}`
    ]
  })
}

/** "With Marl Goss: talk × 2 (1 success, 1 failure); now friendly." */
function dealingLine(view: View, { npc, actions, attitude, now }: NpcDealings): string[] {
  const actionCounts = [...actions].map(([action, counts]) => {
    const times = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const statusCounts = [...counts].filter(([status]) => status !== '').map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`)
    return `${action.replaceAll(/[-_]/g, ' ')}${times === 1 ? '' : ` × ${times}`}${statusCounts.length === 0 ? '' : ` (${statusCounts.join(', ')})`}`
  })
  const end = [
    ...(attitude?.to === undefined || attitude.to === attitude.from ? [] : [`now ${attitude.to}`]),
    ...(now ? [`in the end ${FATES[now]}`] : [])
  ]
  const parts = [listed(actionCounts), ...end].filter((part) => part !== '')
  return parts.length === 0 ? [] : [`${RECORD.dealings}${nameIn(view, npc)}: ${parts.join('; ')}.`]
}

/** The first sentence or two of a text. A quotation is kept to its end, because a part of it would misquote the speaker. */
export function short(text: string): string {
  let summary = ''
  for (const [at, part] of sentences(text).entries()) {
    const open = summary.split('“').length > summary.split('”').length
    if (at > 0 && !open && (at > 1 || summary.length + part.length >= 110)) break
    summary = summary === '' ? part : `${summary} ${part}`
  }
  return sentence(summary || text)
}
