import type { Exit, SeenActor, SeenPlace } from '../../../shared/table/agents'
import type { Feature, Item, Place } from '../../../shared/story/state'
import { defusedLine, nameWithId, setIn } from '../../agents/context/fence'

/** The exits of a place for an agent, one a line. */
export function exitsWords({ name, id, exits }: SeenPlace): string {
  if (exits.length === 0) return `${defusedLine(name)} (${id}) has no open exit.`
  return [`Exits of ${defusedLine(name)} (${id}):`, ...exits.map(exitLine)].join('\n')
}

function exitLine({ journey, to, label, direction, duration, risks, description, visited, mates = [] }: Exit): string {
  const more = [
    ...(risks.length === 0 ? [] : [`risks: ${risks.map(defusedLine).join(', ')}`]),
    ...(visited ? ['visited'] : []),
    ...(mates.length === 0 ? [] : [`the shortest way to ${mates.join(', ')}`])
  ]
  const text = description === '' ? '' : ` ${defusedLine(description)}`
  return `- ${journey}: ${defusedLine(direction)} to ${defusedLine(label)} (${to}), ${[defusedLine(duration), ...more].join('; ')}.${text}`
}

/** A place's description for an agent, with everybody there. `whole`: the place with what is hidden, for a role that may read secrets. */
export function placeWords(seen: SeenPlace, present: readonly SeenActor[], whole: Place | undefined): string {
  const features = whole
    ? Object.entries(whole.features).map(featureLine)
    : Object.entries(seen.features).map(([id, name]) => `${defusedLine(name)} (${id})`)
  const items = Object.entries(whole?.inventory ?? {}).map(([id, item]) => itemWords(id, item, seen.items[id]))
  const lying = whole ? items : Object.entries(seen.items).map(([id, name]) => `${defusedLine(name)} (${id}, item ${seen.itemIds[id]})`)
  const tags = Object.entries(seen.tags).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`))
  const { name: _, region: __, features: ___, inventory: ____, tags: _____, ...more } = whole ?? ({} as Partial<Place>)
  return [
    `${defusedLine(seen.name)} (${seen.id}), in the region ${seen.region}.`,
    ...(seen.description === '' ? [] : [setIn(seen.description)]),
    ...(seen.picture === undefined ? [] : [`Its picture shows: ${setIn(seen.picture)}`]),
    ...(seen.gm_guide === undefined || seen.gm_guide === '' ? [] : [`Guide, for the DM only: ${setIn(seen.gm_guide)}`]),
    ...(seen.senses.length === 0 ? [] : [`Here and now: ${seen.senses.map(defusedLine).join('; ')}.`]),
    ...list('Can be searched', features, whole !== undefined),
    ...list('Lying here', lying),
    ...list('Tags', tags),
    ...Object.entries(more).map(([key, value]) => `${key}: ${defusedLine(typeof value === 'string' ? value : JSON.stringify(value))}`),
    ...list('Here', present.map(personWords), true)
  ].join('\n')
}

/** A list in one line, or with one thing a line; empty if there are no things. */
function list(label: string, things: readonly string[], isLong = false): string[] {
  if (things.length === 0) return []
  return isLong ? [`${label}:`, ...things.map((thing) => `- ${thing}`)] : [`${label}: ${things.join(', ')}.`]
}

function featureLine([id, { name, text, fact, item, after = [], hidden, searched, ...more }]: [string, Feature]): string {
  const states = [
    searched === true ? 'searched' : 'not searched',
    ...(hidden ? ['hidden until the place is explored'] : []),
    ...(after.length === 0 ? [] : [`only after ${after.join(', ')}`]),
    ...(fact === undefined ? [] : [`sets the fact ${fact}`]),
    ...(item === undefined ? [] : [`holds ${item}`]),
    ...Object.entries(more).map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  ]
  return `${defusedLine(name)} (${id}; ${states.map(defusedLine).join('; ')})${text === '' ? '' : `: ${defusedLine(text)}`}`
}

function itemWords(id: string, { item, name, count, tags = {}, ...more }: Item, shown = name): string {
  const facts = [
    id,
    `item ${item}`,
    ...Object.entries(tags).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`)),
    ...Object.entries(more).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  ]
  return `${count === undefined ? '' : `${count} × `}${defusedLine(shown ?? item)} (${facts.map(defusedLine).join(', ')})`
}

function personWords({ id, name, kind, sheet }: SeenActor): string {
  const stats = kind === 'npc' && sheet ? Object.entries(sheet.stats).map(([stat, value]) => `${stat} ${value}`) : []
  return `${nameWithId(name, id)}, ${kind === 'npc' ? 'an NPC' : 'a player'}${stats.length === 0 ? '' : `: ${stats.join(', ')}`}`
}
