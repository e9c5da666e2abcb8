import { own } from '../base/json'
import type { Lore, Picture } from './lore'
import { PICTURES } from './pictures'
import { altOf } from '../words/alt-text'
import type { LogEntry } from './play'

/** A picture for readers: the path of its file in the campaign, and its alternative text, which is empty for a decorative one. */
export interface ShownPicture {
  path: string
  alt: string
}

const shown = (picture: Picture | undefined): ShownPicture[] => (picture ? [{ path: `${PICTURES}/${picture.file}`, alt: altOf(picture) }] : [])

/** The picture with which a scene opens: that of its story event, otherwise that of its place. */
export function openingPictures(lore: Pick<Lore, 'story' | 'places'>, { place, story }: { place?: string; story?: string }): ShownPicture[] {
  const event = story === undefined ? undefined : lore.story.find(({ id }) => id === story)
  return shown(event?.picture ?? (place === undefined ? undefined : own(lore.places, place)?.picture))
}

/** The pictures that belong to a log entry: those of a document's text, and those of the places where players arrive. */
export function entryPictures({ pictures, changes }: LogEntry, lore: Pick<Lore, 'places'>, isPlayer: (id: string) => boolean): ShownPicture[] {
  const arrivals = Object.entries(changes?.actors ?? {}).flatMap(([id, { place }]) => (place && isPlayer(id) ? [place.to] : []))
  return [
    ...(pictures ?? []).map(({ file, alt }) => ({ path: file, alt: altOf({ file, alt }) })),
    ...[...new Set(arrivals)].flatMap((place) => shown(own(lore.places, place)?.picture))
  ]
}
