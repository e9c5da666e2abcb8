import { actorFolder, fileName, pathOf, type FileKind } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import { badId, fold, freeName, RESERVED_ACTORS } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { Actor, GameState } from '../../../shared/story/state'
import { FileDrafts, type OldFiles } from './file-drafts'
import { checkId } from './new-ids'
import type { Newcomer } from './newcomer'

/** The part of a journey that concerns the map. */
interface JourneyEnds {
  from: string
  to: string
  region: string
}

/** Kinds of map objects that have ids. */
export type Mapped = 'region' | 'place' | 'journey'

/** The world during an edit: the places, journeys and regions, and drafts of the files. Every step leaves it consistent for the next one. */
export class EditedWorld {
  readonly drafts: FileDrafts
  readonly regions: Map<string, string>
  readonly places: Map<string, { name: string; region: string }>
  readonly journeys: Map<string, JourneyEnds>
  readonly people: Map<string, string>
  readonly cast: Map<string, Pick<Actor, 'name' | 'kind'>>
  readonly story: Map<string, { title: string; place: string; order: number }>
  readonly removedIds = new Set<string>()
  /** Files that stay where they are and have another heading: links by the old one must follow. */
  readonly retitledFiles: [string, string][] = []
  readonly #taken = new Map<string, Set<string>>()
  /** The folded ids that no new character can have, those removed by the edit included. */
  #characterIds: Set<string> | undefined
  #eventIds: Set<string> | undefined

  constructor(
    readonly state: GameState,
    readonly lore: Lore,
    old: OldFiles,
    readonly newcomer: Newcomer
  ) {
    this.drafts = new FileDrafts(old)
    this.regions = new Map(Object.entries(state.regions).map(([id, { name }]) => [id, name]))
    this.places = new Map(Object.entries(state.places).map(([id, { name, region }]) => [id, { name, region }]))
    this.journeys = new Map(Object.entries(state.journeys).map(([id, { from, to, region }]) => [id, { from, to, region }]))
    this.people = new Map(Object.entries(state.actors).map(([id, { location }]) => [id, location]))
    this.cast = new Map(Object.entries(state.actors).map(([id, { name, kind }]) => [id, { name, kind }]))
    this.story = new Map(lore.story.map(({ id, title, place, order }) => [id, { title, place, order }]))
    this.scene = state.scene && { path: state.scene.path, title: state.scene.title, place: state.scene.place }
  }

  scene: { path: string; title: string; place: string } | undefined

  #all(what: Mapped): ReadonlyMap<string, unknown> {
    return what === 'region' ? this.regions : what === 'place' ? this.places : this.journeys
  }

  #names(what: Mapped): Set<string> {
    const cached = this.#taken.get(what)
    if (cached) return cached
    const names = new Set([...this.#all(what).keys()].map(fold))
    this.#taken.set(what, names)
    return names
  }

  /** Reserves `wished`, otherwise the first free one of `base`, `base-2`, … Throws Problem `bad-input` for an invalid id, `refused` if taken. */
  claim(what: Mapped, wished: string | undefined, base: string): string {
    const names = this.#names(what)
    if (wished !== undefined) {
      checkId(what, wished)
      if (names.has(fold(wished)))
        throw new Problem('refused', `A ${what} "${wished}" already exists, or one that differs only in capitals. Choose another id.`, { id: wished })
    }
    let id = wished ?? base
    for (let n = 2; names.has(fold(id)); n++) id = `${base}-${n}`
    names.add(fold(id))
    return id
  }

  release(what: Mapped, id: string): void {
    this.#names(what).delete(fold(id))
    this.removedIds.add(`${what}:${id}`)
  }

  place(id: string): { name: string; region: string } {
    const place = this.places.get(id)
    if (!place) throw unknownId('place', id)
    return place
  }

  journey(id: string): JourneyEnds {
    const journey = this.journeys.get(id)
    if (!journey) throw unknownId('journey', id)
    return journey
  }

  region(id: string): string {
    const name = this.regions.get(id)
    if (name === undefined) throw unknownId('region', id)
    return name
  }

  called(id: string): string {
    return this.places.get(id)?.name ?? id
  }

  placeFile(id: string): string {
    return pathOf('location', { region: this.place(id).region, id })
  }

  character(id: string): Pick<Actor, 'name' | 'kind'> {
    const character = this.cast.get(id)
    if (!character) throw missingEntry('character', id)
    return character
  }

  /** The path of a file in a character's folder. */
  characterFile(id: string, file: FileKind): string {
    return `${actorFolder(this.character(id).kind, id)}/${fileName(file)}`
  }

  /** An id for a new character: `wished`, or the first free one of `base`, `base-2`, … Throws Problem like `claim`. */
  claimCharacter(wished: string | undefined, base: string): string {
    const taken = (this.#characterIds ??= new Set([...RESERVED_ACTORS, ...this.cast.keys()].map(fold)))
    return claimId('character', 'another character or the table', taken, wished, base)
  }

  event(id: string): { title: string; place: string; order: number } {
    const event = this.story.get(id)
    if (!event) throw missingEntry('story event', id)
    return event
  }

  /** An id for a new story event, as `claimCharacter` finds one. Narratives and folders below world/story are taken too. */
  claimEvent(wished: string | undefined, base: string): string {
    const taken = (this.#eventIds ??= new Set(
      [
        ...this.story.keys(),
        ...Object.keys(this.state.plays ?? {}),
        ...this.drafts.under(STORY).map((path) => path.slice(STORY.length + 1).split('/', 1)[0] ?? '')
      ].map(fold)
    ))
    return claimId('story event', 'another story event or note', taken, wished, base)
  }

  sheetFile(id: string): string {
    return this.characterFile(id, 'sheet')
  }

  actorsAt(place: string): string[] {
    return [...this.people].filter(([, at]) => at === place).map(([id]) => id)
  }

  put(actor: string, place: string): void {
    this.people.set(actor, place)
    this.drafts.change(this.sheetFile(actor), { keys: ['location'], to: place })
  }
}

const STORY = 'world/story'
export const journeysFile = (region: string): string => pathOf('journeys', { region })
export const mapFile = (region: string): string => pathOf('map', { region })

/** Creates the Problem for an entry of a list that no longer exists. */
export const missingEntry = (what: string, id: string): Problem =>
  new Problem('not-found', `There is no ${what} "${id}". It may have been removed; look at the list again.`, { what, id })

/** Creates the Problem for something that an edit names but the world doesn't have. */
export const unknownId = (what: string, id: string): Problem =>
  new Problem('not-found', `There is no ${what} "${id}". It may have been removed; look at the map again.`, { what, id })

/** Takes an id that differs from the taken ones, which are folded, by more than capitals. `others` says in words what has those. */
function claimId(noun: 'character' | 'story event', others: string, taken: Set<string>, wished: string | undefined, base: string): string {
  const id = wished ?? freeName(base, (one) => taken.has(fold(one)) || badId(one) !== undefined)
  checkId(noun, id)
  if (taken.has(fold(id))) throw new Problem('refused', `"${id}" is taken by ${others}, perhaps in other capitals. Choose another id.`, { id })
  taken.add(fold(id))
  return id
}
