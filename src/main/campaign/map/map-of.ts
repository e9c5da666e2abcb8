import { actorFolder, fileName } from '../../../shared/story/layout'
import { own, type JsonObject } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { Actor, GameState } from '../../../shared/story/state'
import type { MapPerson, MapWorld } from './map-world'

type Filled<T> = { [Key in keyof T]?: T[Key] }

function filled<T extends object>(fields: T): Filled<T> {
  const isFilled = (value: unknown): boolean =>
    value !== undefined && value !== '' && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value))) as Filled<T>
}

/** The map at a commit, sorted by id. `about` returns a region's text. With `secrets` the map includes what only the DM may know. */
export function mapOf({ state, lore }: { state: GameState; lore: Lore }, about: (region: string) => string, secrets: boolean): MapWorld {
  const people = new Map<string, MapPerson[]>()
  for (const [id, actor] of Object.entries(state.actors))
    if (actor.kind === 'npc') people.set(actor.location, [...(people.get(actor.location) ?? []), personOf(id, actor, secrets)])
  return {
    regions: Object.entries(state.regions).map(([id, { name }]) => ({ id, name, about: about(id) })),
    places: Object.entries(state.places).map(([id, { name, region, features, inventory, tags }]) => {
      const { description = '', gm_guide = '', senses = [] } = own(lore.places, id) ?? {}
      const secret = secrets ? { gm_guide } : {}
      return {
        id,
        name,
        region,
        description,
        ...filled({ ...secret, senses, features, tags, npcs: people.get(id) ?? [] }),
        inventory,
        ...filled({ position: own(lore.map, id) })
      }
    }),
    journeys: Object.entries(state.journeys).map(([id, { from, to, direction, duration, difficulty, risks, requires }]) => {
      const rest = filled({ requires, description: own(lore.journeys, id) ?? '' })
      return { id, from, to, direction, duration, difficulty, risks, ...rest }
    })
  }
}

function personOf(id: string, { name, stats, max, attitude, inventory, tags, reveals }: Actor, secrets: boolean): MapPerson {
  return { id, name, stats, ...filled({ max, attitude, inventory, tags, ...(secrets ? { reveals } : {}) }) }
}

/** The sheet and other files of a new character. `newcomer` has the default stats. */
export function personFiles(
  person: MapPerson & { id: string },
  location: string,
  newcomer: { stats: Record<string, number>; max: string[] },
  kind: Actor['kind'] = 'npc'
): Map<string, JsonObject | string> {
  const { id, name = id, description = '', hp, hostile, inventory = {}, tags = {}, reveals } = person
  const attitude = person.attitude ?? (hostile ? 'hostile' : undefined)
  const stats = { ...newcomer.stats, ...(hp === undefined ? {} : { hp }), ...person.stats }
  const full = Object.fromEntries(newcomer.max.filter((stat) => Object.hasOwn(stats, stat)).map((stat) => [stat, own(stats, stat) ?? 0]))
  const sheet = {
    name,
    location,
    ...filled({ attitude }),
    stats,
    max: { ...full, ...person.max },
    inventory,
    conditions: {},
    tags,
    ...filled({ reveals })
  }
  const folder = actorFolder(kind, id)
  return new Map<string, JsonObject | string>([
    [`${folder}/${fileName('sheet')}`, sheet as unknown as JsonObject],
    [`${folder}/${fileName('actor')}`, `# ${name.replace(/\s+/g, ' ')}\n${description === '' ? '' : `\n${description.trim()}\n`}`],
    [`${folder}/${fileName('beliefs')}`, '{}\n'],
    [`${folder}/${fileName('timeline')}`, '[]\n']
  ])
}
