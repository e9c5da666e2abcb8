import { beforeEach, expect, it } from 'vitest'
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

it('sorts features, rail and tabs by their own order; a view may be missing from the rail', () => {
  expect(allFeatures().map(({ id }) => id)).toEqual(['play', 'world', 'lab'])
  expect(railViews().map(({ id }) => id)).toEqual(['play', 'map', 'lab'])
  expect(allPanels().map(({ id }) => id)).toEqual(['log', 'place'])
  expect(viewOf('compare')?.label).toBe('Comparison')
})

it('lists the panels of a view: its own and those of all views, or only its own', () => {
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

it('an unknown saved id leads nowhere', () => {
  expect([viewOf('gone'), viewOf(undefined), dialogOf('gone'), dialogOf(undefined)]).toEqual([undefined, undefined, undefined, undefined])
})

it('refuses two items of a kind with one id', () => {
  expect(() => registerFeatures([play, { id: 'copy', views: [{ id: 'map', label: 'Map', body }] }, map])).toThrow('"map"')
  expect(() => registerFeatures([play, play])).toThrow('"play"')
  expect(() => registerFeatures([play, { id: 'other', dialogs: [{ id: 'palette', body }] }])).toThrow('"palette"')
})
