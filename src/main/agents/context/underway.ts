import { pathOf } from '../../../shared/story/layout'
import type { View } from '../../../shared/table/agents'
import type { Tier } from '../../../shared/table/turns'
import { isObject, type Json, own } from '../../../shared/base/json'
import { draft, type PieceDraft } from './budget'
import { defusedLine } from './fence'
import { rankedLines } from './ranked'

/** The keys that may hold the name of an entry; the first that exists counts. */
const NAMES = ['title', 'name', 'setup', 'text']

/**
 * The open matters of the campaign. For players: the quests that they know of and their own standing. For the DM alone: quests, threads of the story,
 * factions, relationships, and narratives.
 */
export function underwayDrafts(view: View): PieceDraft[] {
  const { quests, threads, factions, ties, narratives, lesserNarratives, knownQuests = [], standing = [] } = view
  const called = callerIn(view)
  const known = (id: string, title: string, lines: readonly string[], why: string, tier: Tier = 'warm', source = pathOf('state')): PieceDraft[] => {
    const { parts, rank } = rankedLines(lines.map(defusedLine), view)
    return lines.length === 0 ? [] : [draft(tier, id, title, source, parts, why, { rank })]
  }
  const entries = (
    id: string,
    title: string,
    all: Readonly<Record<string, Json>> | undefined,
    why: string,
    ...from: [Tier?, string?]
  ): PieceDraft[] => {
    const lines = Object.entries(all ?? {}).map(([key, entry]) => entryLine(key, entry, called))
    return known(id, title, lines, why, ...from)
  }
  return [
    ...known('quests', 'Your quests', knownQuests, 'quests that you know of'),
    ...known('ties', 'Where you stand', standing, 'your own relationships and factions'),
    ...entries('quests', 'Quests', quests, 'open goals of the players, for the DM only'),
    ...entries('threads', 'Threads of the story', threads, 'open threads, for the DM only'),
    ...entries('factions', 'Factions', factions, 'groups of the world, for the DM only'),
    ...entries('ties', 'Ties', ties, 'relationships of the characters in sight, for the DM only'),
    ...entries('narratives', 'What is told', narratives, 'narratives that matter now, for the DM only', 'hot', 'world/story'),
    ...entries('lesserNarratives', 'What is also told', lesserNarratives, 'narratives that matter less now, for the DM only', 'warm', 'world/story')
  ]
}

/** Converts a text to words: if it is the id of a character, faction, place or quest, its name, followed by the id in brackets. */
type Called = (text: string) => string

/** The text of a field; empty if the field holds no text. */
function textAt(entry: Readonly<Record<string, Json>>, key: string): string {
  const value = own(entry, key)
  return typeof value === 'string' ? value : ''
}

function callerIn({ cast, factions, places, quests }: View): Called {
  const named = (entries: Readonly<Record<string, Json>> | undefined, id: string): string | undefined => {
    const entry = own(entries, id)
    const key = isObject(entry) ? NAMES.find((one) => typeof own(entry, one) === 'string') : undefined
    return isObject(entry) && key !== undefined ? textAt(entry, key) : undefined
  }
  return (text) => {
    const name = own(cast, text)?.name ?? named(factions, text) ?? own(places, text) ?? named(quests, text)
    return name === undefined || name === text ? text : `${name} (${text})`
  }
}

/** An entry of world/STATE.yaml on one line: "Bring Jory home (find-jory). owner: Wren; done when: jory-found". */
function entryLine(id: string, entry: Json, called: Called): string {
  if (!isObject(entry)) return `${defusedLine(id)}: ${words(entry, called)}`
  const { from, to, type, text, ...rest } = entry
  if (typeof from === 'string' && typeof to === 'string') {
    const kind = words(type ?? '', called).toLowerCase()
    const said = words(text ?? '', called)
    const bond = kind === '' || said === '' ? kind || said : `${kind} (${said})`
    return defusedLine(`${called(from)} → ${called(to)}: ${[bond, more(rest, called)].filter(Boolean).join('; ')}`)
  }
  const naming = NAMES.find((key) => typeof own(entry, key) === 'string')
  const named = naming === undefined ? id : `${textAt(entry, naming)} (${id})`
  const others = more(
    Object.fromEntries(Object.entries(entry).filter(([key, value]) => key !== naming && key !== 'open' && !(key === 'status' && value === 'active'))),
    called
  )
  return defusedLine([named, others].filter(Boolean).join(' — '))
}

const more = (fields: Readonly<Record<string, Json>>, called: Called): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${words(value, called).replace(/\.$/, '')}`)
    .join('; ')

/** A value in words: of a map whose values are all true, its keys; otherwise each key with its text or number. Deeper values are written as JSON. */
function words(value: Json, called: Called): string {
  if (typeof value === 'string') return called(value)
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.map(called).join(', ') : JSON.stringify(value)
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value)
  if (entries.every(([, one]) => one === true)) return entries.map(([key]) => called(key)).join(', ')
  const objectives = entries.flatMap(([, one]) =>
    isObject(one) && typeof one['text'] === 'string' ? `${one['text']}${one['done'] === true ? ' (done)' : ''}` : []
  )
  if (objectives.length === entries.length) return objectives.join(', ')
  if (entries.some(([, one]) => typeof one === 'object')) return JSON.stringify(value)
  return entries.map(([key, one]) => `${called(key)}: ${typeof one === 'string' ? one : JSON.stringify(one)}`).join(', ')
}
