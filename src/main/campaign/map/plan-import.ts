import { own } from '../../../shared/base/json'
import { badId, fold, freeName, RESERVED_ACTORS, slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { isDuration } from '../world/put'
import type { MapJourney, MapPerson, MapPlace, ReadMap } from './map-world'

/** A character who comes with a map, and the place where they are. */
export interface ImportedCharacter {
  person: MapPerson & { id: string }
  place: string
}
/** The result of planning an import: edits of the world, new characters, and remarks for the user. */
export interface MapImport {
  edits: WorldEdit[]
  arrivals: ImportedCharacter[]
  notes: string[]
}

const MAX_NAMED_FAULTS = 5

/**
 * Plans how a map is added to a world without changing anything that exists. Places that name no region go to `region`, otherwise to the only region
 * of the file, otherwise to the only one of the campaign. Throws Problem `refused` with every fault in `data.references`: duplicate or existing ids,
 * journeys to missing places.
 */
export function planImport(map: ReadMap, state: GameState, region?: string): MapImport {
  return new Planning(map, state, region).plan()
}

class Planning {
  readonly #faults: string[] = []
  readonly #notes: string[]
  readonly #edits: WorldEdit[] = []
  readonly #places = new Map<string, string>()
  readonly #regions = new Map<string, string>()
  readonly #newRegions = new Set<string>()

  constructor(
    private readonly map: ReadMap,
    private readonly state: GameState,
    private readonly region: string | undefined
  ) {
    this.#notes = [...map.notes]
  }

  plan(): MapImport {
    this.#takeRegions()
    const places = this.#withIds(this.map.places, 'place', this.state.places, this.#places)
    for (const { id, one } of places) this.#takePlace(id, one)
    this.#takeJourneys()
    const arrivals = this.#arrivals(places)
    if (this.#faults.length > 0) {
      const more = this.#faults.length > MAX_NAMED_FAULTS ? `; and ${this.#faults.length - MAX_NAMED_FAULTS} more` : ''
      const sentence = `This map can't be imported: ${this.#faults.slice(0, MAX_NAMED_FAULTS).join('; ')}${more}. Correct the file and import again.`
      throw new Problem('refused', sentence, { references: this.#faults })
    }
    return { edits: this.#edits, arrivals, notes: this.#notes }
  }

  /** Every entry with its final id: its own if that is valid, otherwise one derived from it or from its name. */
  #withIds<T extends { id?: string | undefined; name?: string | undefined }>(
    list: readonly T[],
    what: string,
    existing: Readonly<Record<string, unknown>>,
    ids: Map<string, string>
  ): { id: string; one: T }[] {
    const taken = new Set<string>()
    const inWorld = new Set(Object.keys(existing).map(fold))
    const out: { id: string; one: T }[] = []
    const settle = (one: T, id: string): void => {
      taken.add(fold(id))
      if (one.id !== undefined) ids.set(one.id, id)
      else if (one.name !== undefined && !ids.has(one.name)) ids.set(one.name, id)
      out.push({ id, one })
    }
    for (const one of list) {
      if (one.id === undefined) continue
      const id = canBeId(one.id) ? one.id : slug(one.id)
      if (id !== one.id)
        this.#notes.push(`The ${what} "${one.id}" is called ${id} here, because an id has letters, digits, dashes and underscores only.`)
      if (taken.has(fold(id))) this.#faults.push(`the file has two ${what}s "${one.id}"`)
      else if (inWorld.has(fold(id))) this.#faults.push(`this campaign has a ${what} "${id}" already`)
      else settle(one, id)
    }
    for (const one of list) {
      if (one.id !== undefined) continue
      if (one.name === undefined) this.#faults.push(`a ${what} has no id and no name`)
      else
        settle(
          one,
          freeName(slug(one.name), (id) => taken.has(id) || inWorld.has(id))
        )
    }
    return out
  }

  #takeRegions(): void {
    const seen = new Set<string>()
    for (const { id: key, name = key, about } of this.map.regions) {
      if (name === undefined) {
        this.#faults.push('a region has no id and no name')
        continue
      }
      const id = key !== undefined && canBeId(key) ? key : slug(key ?? name)
      if (seen.has(fold(id))) this.#faults.push(`the file has two regions "${key ?? name}"`)
      seen.add(fold(id))
      const created = this.#makeRegion(id, name, about)
      this.#regions.set(key ?? name, created)
      if (!this.#regions.has(name)) this.#regions.set(name, created)
    }
  }

  /** Creates a region if it doesn't exist; an existing one keeps its name and text. Returns its id. */
  #makeRegion(id: string, name: string, about?: string): string {
    const existing = [...Object.keys(this.state.regions), ...this.#newRegions].find((one) => fold(one) === fold(id))
    if (existing !== undefined) {
      if (Object.hasOwn(this.state.regions, existing))
        this.#notes.push(`The region ${own(this.state.regions, existing)?.name ?? existing} already exists. The imported places go into it.`)
      return existing
    }
    this.#newRegions.add(id)
    this.#edits.push({ op: 'put-region', id, name, ...(about === undefined ? {} : { about }) })
    return id
  }

  #regionOf(named: string | undefined = this.region): string {
    const only = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined)
    if (named === undefined) {
      const home = only([...new Set(this.#regions.values())]) ?? only(Object.keys(this.state.regions))
      return home ?? this.#regionId('imported', 'Imported')
    }
    return this.#regions.get(named) ?? this.#regionId(Object.hasOwn(this.state.regions, named) || canBeId(named) ? named : slug(named), named)
  }

  /** The id of a region, which is created if neither the file nor the campaign has it. */
  #regionId(id: string, name: string): string {
    return Object.hasOwn(this.state.regions, id) || this.#newRegions.has(id) ? id : this.#makeRegion(id, name)
  }

  #takePlace(id: string, { name = id, region, position, description, gm_guide, senses, features, inventory, tags }: MapPlace): void {
    const fields = { name, description, gm_guide, senses, features, inventory, tags }
    this.#edits.push({ op: 'put-place', id, region: this.#regionOf(region), fields, ...(position ? { spot: position } : {}) })
  }

  #takeJourneys(): void {
    const end = (id: string): string | undefined => this.#places.get(id) ?? (Object.hasOwn(this.state.places, id) ? id : undefined)
    const whole: (MapJourney & { from: string; to: string })[] = []
    for (const journey of this.map.journeys) {
      const from = end(journey.from)
      const to = end(journey.to)
      const named = journey.id === undefined ? 'a journey' : `the journey "${journey.id}"`
      if (from === undefined || to === undefined)
        this.#faults.push(
          `${named} leads from "${journey.from}" to "${journey.to}", but there is no place ${from === undefined ? journey.from : journey.to}`
        )
      else if (journey.duration !== undefined && !isDuration(journey.duration))
        this.#faults.push(`${named} lasts "${journey.duration}", which is not a duration such as "10 minutes"`)
      else whole.push({ ...journey, from, to })
    }
    const named = this.#withIds(
      whole.filter(({ id }) => id !== undefined),
      'journey',
      this.state.journeys,
      new Map()
    )
    const taken = new Set([...named.map(({ id }) => fold(id)), ...Object.keys(this.state.journeys).map(fold)])
    const nameless = whole
      .filter(({ id }) => id === undefined)
      .map((one) => {
        const id = freeName(`${one.from}--${one.to}`, (wished) => taken.has(fold(wished)))
        taken.add(fold(id))
        return { id, one }
      })
    for (const { id, one } of [...named, ...nameless]) {
      const { id: _, ...fields } = one
      this.#edits.push({ op: 'put-journey', id, fields })
    }
  }

  #arrivals(places: readonly { id: string; one: MapPlace }[]): ImportedCharacter[] {
    const list = places.flatMap(({ id: place, one }) => (one.npcs ?? []).map((person) => ({ ...person, place })))
    const people = this.#withIds(list, 'person', this.state.actors, new Map())
    for (const { id } of people)
      if (RESERVED_ACTORS.some((voice) => fold(voice) === fold(id)))
        this.#faults.push(`a character can't be called "${id}", because the table uses that name`)
    return people.map(({ id, one: { place, ...person } }) => ({ person: { ...person, id }, place }))
  }
}

const canBeId = (id: string): boolean => id.length <= 120 && badId(id) === undefined
