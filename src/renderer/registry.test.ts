import { beforeEach, expect, it, vi } from 'vitest'
import {
  allFeatures,
  allPanels,
  completeFeatures,
  completeWhenIdle,
  dialogOf,
  isComplete,
  missingFor,
  panelsBeside,
  railViews,
  registerFeatures,
  viewOf,
  watchFeatures,
  type Feature
} from './registry'

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

const rest = { bodies: { notes: body, links: body }, panels: [{ id: 'missing', label: 'Missing', body, order: 3 }], slots: { overlay: body } }
const notes = (load: () => Promise<typeof rest>): Feature => ({
  id: 'notes',
  order: 3,
  views: [{ id: 'notes', label: 'Notes', rail: { order: 3, icon, shortcut: '3' } }],
  panels: [{ id: 'links', label: 'Links', order: 2 }],
  slots: { status: body },
  rest: load
})

it('the rest of a feature brings the bodies of its view and panel and adds to it, once', async () => {
  const load = vi.fn(async () => rest)
  registerFeatures([notes(load), play])
  expect([railViews().map(({ id }) => id), viewOf('notes')?.body, isComplete()]).toEqual([['play', 'notes'], undefined, false])
  expect([missingFor('notes'), missingFor('links'), missingFor('play')].map((missing) => missing.map(({ id }) => id))).toEqual([
    ['notes'],
    ['notes'],
    []
  ])
  const drawn = vi.fn()
  const stop = watchFeatures(drawn)
  await Promise.all([completeFeatures(missingFor('notes')), completeFeatures()])
  stop()
  expect([load, drawn].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect([viewOf('notes')?.body, allPanels().map(({ id }) => id), isComplete(), missingFor('links')]).toEqual([
    body,
    ['log', 'links', 'missing'],
    true,
    []
  ])
  expect(allFeatures()[1]?.slots).toEqual({ status: body, overlay: body })
})

it('a view waits for a feature that is part of it', async () => {
  registerFeatures([play, { id: 'play-map', partOf: 'play', rest: async () => ({ slots: { 'play-map': body } }) }])
  expect(missingFor('play').map(({ id }) => id)).toEqual(['play-map'])
  await completeFeatures(missingFor('play'))
  expect(missingFor('play')).toEqual([])
})

it('a rest that could not be loaded is loaded again when it is asked for again', async () => {
  const load = vi.fn(async () => rest).mockRejectedValueOnce(new Error('offline'))
  registerFeatures([notes(load)])
  await expect(completeFeatures()).rejects.toThrow('offline')
  expect(isComplete()).toBe(false)
  await completeFeatures()
  expect([isComplete(), load.mock.calls.length]).toEqual([true, 2])
})

it('an idle window loads one rest after the other and draws them together', async () => {
  const order: string[] = []
  registerFeatures([
    { id: 'one', rest: async () => (order.push('one'), {}) },
    { id: 'two', rest: async () => (order.push('two'), {}) }
  ])
  const stop = watchFeatures(() => order.push('drawn'))
  await completeWhenIdle(async () => void order.push('idle'))
  stop()
  expect(order).toEqual(['idle', 'one', 'idle', 'two', 'idle', 'drawn'])
})
