import { expect, it } from 'vitest'
import type { ChroniclePage, KnownPosition } from '../../shared/analysis/chronicle'
import { progressOf, readOn, withPage } from './chronicle'

const id = (n: number): string => n.toString(16).padStart(40, '0')
const page = (from: number, to: number, more = false, store = 's'): ChroniclePage => {
  const rows = Array.from({ length: to - from }, (_, i) => from + i)
  return {
    store,
    columns: {
      from,
      ids: rows.map(id).join(''),
      back: rows.map((row) => (row === 0 ? 0 : 1)),
      steps: rows.map((row) => (row === 0 ? 0 : 1)),
      seconds: rows.map((row) => (row === 0 ? 1000 : 2)),
      actions: rows.map(() => 0),
      scenes: rows.map((row) => (row === 0 ? -1 : 0)),
      openings: from <= 1 && to > 1 ? [[1, 'Scene 1: The yard, at The yard']] : []
    },
    actions: [{ kind: 'play', action: 'narrate', actor: 'DM', agent: 'offline' }],
    scenes: from <= 1 && to > 1 ? ['sessions/session-1/001-scene'] : [],
    branches: [],
    more
  }
}

it('reads columns as beats, with numbers, places and times from the parents and subjects at scene starts', () => {
  const { reading } = withPage(undefined, page(0, 3), new Map())
  expect(reading.rows[0]).toEqual({ kind: 'play', action: 'narrate', actor: 'DM', agent: 'offline', id: id(0), n: 0, place: 0, time: 1_000_000 })
  expect(reading.rows[1]).toMatchObject({ parent: id(0), n: 1, place: 1, time: 1_002_000, subject: 'Scene 1: The yard, at The yard' })
  expect(reading.rows[2]).toMatchObject({ parent: id(1), n: 2, scene: 'sessions/session-1/001-scene' })
  expect(reading.rows[2]?.subject).toBeUndefined()
})

it('reads page by page to the end and returns new beats', async () => {
  const asked: (KnownPosition | undefined)[] = []
  const pages = [page(0, 2, true), page(2, 4)]
  const ask = (what: KnownPosition | undefined) => {
    asked.push(what)
    return Promise.resolve(pages.shift() ?? page(0, 0))
  }
  const read = await readOn(undefined, { ask, known: new Map(), isWanted: () => true })
  expect(read?.fresh.map(({ n }) => n)).toEqual([0, 1, 2, 3])
  expect(asked).toEqual([undefined, { store: 's', rows: 2, scenes: 1 }])
  pages.push(page(4, 5))
  expect((await readOn(read?.reading, { ask, known: new Map(), isWanted: () => true }))?.fresh.map((mark) => [mark.n, mark.parent])).toEqual([
    [4, id(3)]
  ])
})

it('reports progress while a history is read for the first time', async () => {
  const asked: (KnownPosition | undefined)[] = []
  const sizes: number[] = []
  const pages = [{ ...page(0, 0, true), reading: 300 }, { ...page(0, 2, true), reading: 700 }, page(2, 4, true), page(4, 5)]
  const ask = (what: KnownPosition | undefined) => {
    asked.push(what)
    return Promise.resolve(pages.shift() ?? page(0, 0))
  }
  const read = await readOn(undefined, { ask, known: new Map(), isWanted: () => true, tell: (commits) => sizes.push(commits) })
  expect(read?.fresh.map(({ id: commit }) => commit)).toEqual([0, 1, 2, 3, 4].map(id))
  expect(sizes).toEqual([300, 700])
  expect(asked).toEqual([undefined, { store: 's', rows: 0, scenes: 0 }, { store: 's', rows: 2, scenes: 1 }, { store: 's', rows: 4, scenes: 1 }])
})

it('reads another chronicle from the start and stops when it isn’t wanted', async () => {
  const before = withPage(undefined, page(0, 3), new Map()).reading
  const ask = () => Promise.resolve(page(0, 2, false, 'other'))
  const read = await readOn(before, { ask, known: new Map(), isWanted: () => true })
  expect([progressOf(read?.reading), read?.fresh.length]).toEqual([{ store: 'other', rows: 2, scenes: 1 }, 2])
  expect(await readOn(before, { ask, known: new Map(), isWanted: () => false })).toBeUndefined()
})
