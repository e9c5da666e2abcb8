import { expect, it } from 'vitest'
import type { LogEntry } from './play'
import { entryPictures, openingPictures } from './shown-pictures'

const QUAY = { file: 'quay.jpg', alt: "Ada's quay at dusk 🌊" }
const LORE = {
  places: { quay: { picture: QUAY }, tower: { picture: { file: 'old-tower.png' } }, moor: {} },
  story: [{ id: 'storm', picture: { file: 'storm.webp', alt: 'decorative' } }, { id: 'calm' }]
} as unknown as Parameters<typeof openingPictures>[0]
const isPlayer = (id: string): boolean => ['Wren', 'Pym', 'נועה'].includes(id)
/** A beat after which each of these characters is somewhere else. */
const arrivals = (places: Readonly<Record<string, string | undefined>>): LogEntry =>
  ({
    changes: { actors: Object.fromEntries(Object.entries(places).map(([id, to]) => [id, to === undefined ? {} : { place: { from: 'moor', to } }])) }
  }) as unknown as LogEntry
const shownOn = (places: Readonly<Record<string, string | undefined>>) => entryPictures(arrivals(places), LORE, isPlayer)

it('the party sees the picture of the place where it arrives, once for all of them', () => {
  const quay = { path: 'world/pictures/quay.jpg', alt: "Ada's quay at dusk 🌊" }
  expect(shownOn({ Wren: 'quay', Pym: 'quay', נועה: 'quay' })).toEqual([quay])
  // A picture that nobody has described is named by its file.
  expect(shownOn({ Wren: 'quay', Pym: 'tower' })).toEqual([quay, { path: 'world/pictures/old-tower.png', alt: 'old tower' }])
})

it('shows no picture where only others arrive, where a place has none or is gone, and where a character is only hurt', () => {
  expect(shownOn({ Gant: 'quay' })).toEqual([])
  expect(shownOn({ Wren: 'moor', Pym: 'drowned', נועה: 'constructor' })).toEqual([])
  expect(shownOn({ Wren: undefined })).toEqual([])
  expect(entryPictures({} as LogEntry, LORE, isPlayer)).toEqual([])
})

it('shows the pictures of a text before those of the place to which it leads', () => {
  const entry = { ...arrivals({ Wren: 'quay' }), pictures: [{ file: 'world/pictures/lamp.jpg', alt: 'A lamp' }] }
  expect(entryPictures(entry, LORE, isPlayer).map(({ alt }) => alt)).toEqual(['A lamp', QUAY.alt])
})

it('a scene opens with the picture of its story event, otherwise of its place', () => {
  expect(openingPictures(LORE, { place: 'quay', story: 'storm' })).toEqual([{ path: 'world/pictures/storm.webp', alt: '' }])
  expect(openingPictures(LORE, { place: 'quay', story: 'calm' }).map(({ alt }) => alt)).toEqual([QUAY.alt])
  expect([openingPictures(LORE, { place: 'moor' }), openingPictures(LORE, {})]).toEqual([[], []])
})
