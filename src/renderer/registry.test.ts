import { beforeEach, expect, test } from 'vitest'
import { allFeatures, allPanels, dialogOf, panelsBeside, railViews, registerFeatures, viewOf, type Feature } from './registry'

const body = (): null => null
const icon = { type: 'i', props: {}, key: null }
const map: Feature = {
  id: 'world',
  order: 2,
  views: [{ id: 'map', label: 'Map', body, rail: { order: 2, icon, shortcut: '2' }, beside: { view: [64, 24], side: [36, 28] } }],
  panels: [{ id: 'place', label: 'Place', body, order: 2, only: 'map' }]
}
const play: Feature = {
  id: 'play',
  order: 1,
  views: [
    { id: 'play', label: 'Play', body, rail: { order: 1, icon, shortcut: '1' } },
    { id: 'compare', label: 'Comparison', body }
  ],
  panels: [{ id: 'log', label: 'Log', body, order: 1, shortcut: 'l' }],
  dialogs: [{ id: 'palette', body }]
}
const lab: Feature = { id: 'lab', views: [{ id: 'lab', label: 'Lab', body, rail: { order: 4, icon, shortcut: '4' } }] }

beforeEach(() => registerFeatures([lab, map, play]))

test('features, the rail and the tabs stand in their own order; what has no place in the rail is a view all the same', () => {
  expect(allFeatures().map(({ id }) => id)).toEqual(['play', 'world', 'lab'])
  expect(railViews().map(({ id }) => id)).toEqual(['play', 'map', 'lab'])
  expect(allPanels().map(({ id }) => id)).toEqual(['log', 'place'])
  expect(viewOf('compare')?.label).toBe('Comparison')
})

test('beside a view stand the panels of all views and its own, or its own alone', () => {
  const beside = { view: [60, 20], side: [40, 20] } as const satisfies { view: [number, number]; side: [number, number] }
  const view = { id: 'map', label: 'Map', body }
  const ids = (one: Parameters<typeof panelsBeside>[0]): string[] => panelsBeside(one).map(({ id }) => id)
  expect([ids({ ...view, beside }), ids({ ...view, beside: { ...beside, own: true } }), ids({ ...view, id: 'lab', beside }), ids(view)]).toEqual([
    ['log', 'place'],
    ['place'],
    ['log'],
    []
  ])
})

test('an id that a newer or older version saved leads nowhere', () => {
  expect([viewOf('gone'), viewOf(undefined), dialogOf('gone'), dialogOf(undefined)]).toEqual([undefined, undefined, undefined, undefined])
})

test('two things of a kind cannot have one id', () => {
  expect(() => registerFeatures([play, { id: 'copy', views: [{ id: 'map', label: 'Map', body }] }, map])).toThrow('"map"')
  expect(() => registerFeatures([play, play])).toThrow('"play"')
  expect(() => registerFeatures([play, { id: 'other', dialogs: [{ id: 'palette', body }] }])).toThrow('"palette"')
})
