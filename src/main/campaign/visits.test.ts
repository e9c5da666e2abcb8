import { expect, it } from 'vitest'
import { type HistoryReader, Whereabouts } from './happened'
import { type Commit, FOLDER, type GitTree } from './history'
import { VisitCount } from './visits'

/** A line of commits in memory: where each player is after each, and its message. */
function lineOf(steps: readonly { at: Record<string, string>; message: string }[]): { read: HistoryReader; ids: string[]; reads: () => number } {
  const objects = new Map<string, unknown>()
  const put = (id: string, value: unknown): string => (objects.set(id, value), id)
  const folder = (id: string, entries: Record<string, string>, mode = FOLDER): string =>
    put(id, new Map(Object.entries(entries).map(([name, oid]) => [name, { mode, oid }])) satisfies GitTree)
  const ids = steps.map(({ at, message }, i) => {
    const sheets = Object.entries(at).map(([who, place]): [string, string] => {
      const key = `${who}@${place}`
      return [who, folder(`${key}/`, { 'STATS.yaml': put(key, Buffer.from(`name: ${who}\nlocation: ${place}\n`)) }, 0o100644)]
    })
    const players = folder(`players ${JSON.stringify(at)}`, Object.fromEntries(sheets))
    const tree = folder(`root ${i}`, { world: folder(`world ${i}`, { players }) })
    const commit: Commit = { id: `c${i}`, tree, parents: i === 0 ? [] : [`c${i - 1}`], author: { name: '', email: '' }, time: i, message }
    return put(commit.id, commit)
  })
  let reads = 0
  const get = (id: string): unknown => {
    reads++
    return objects.get(id)
  }
  const read = { commit: get, tree: get, blob: get } as HistoryReader
  return { read, ids, reads: () => reads }
}

const did = (action: string, actor = 'DM'): string => `Said\n\nAction: ${action}\nActor: ${actor}\nBeat: 1\n`
const on = (): Promise<boolean> => Promise.resolve(true)
const count = ({ read }: ReturnType<typeof lineOf>): VisitCount => new VisitCount(read, new Whereabouts(read))

const story = lineOf([
  { at: { Pym: 'inn', Wren: 'inn' }, message: did('new', 'designer') },
  { at: { Pym: 'inn', Wren: 'inn' }, message: did('open_session') },
  { at: { Pym: 'inn', Wren: 'inn' }, message: 'Somebody else was here' },
  { at: { Pym: 'moor', Wren: 'inn' }, message: did('travel', 'Pym') },
  { at: { Pym: 'moor', Wren: 'moor' }, message: did('travel', 'Wren') },
  { at: { Pym: 'inn', Wren: 'inn' }, message: did('edit', 'designer') },
  { at: { Pym: 'inn', Wren: 'inn' }, message: did('open_session') },
  { at: { Pym: 'inn', Wren: 'inn' }, message: `Action: open_session\n${did('narrate')}` }
])

it('the party is where most players are; its visits and their lengths are counted', async () => {
  expect(await count(story).upTo('c7', 'branch', on)).toEqual({
    beats: 5,
    places: { inn: { entered: 2, beats: 4 }, moor: { entered: 1, beats: 1 } }
  })
})

it('visits of a session are counted from the beat that opened it; before the first session there are none', async () => {
  const visits = count(story)
  expect(await visits.upTo('c7', 'session', on)).toEqual({ beats: 2, places: { inn: { entered: 1, beats: 2 } } })
  expect(await visits.upTo('c4', 'session', on)).toEqual({ beats: 3, places: { inn: { entered: 1, beats: 2 }, moor: { entered: 1, beats: 1 } } })
  expect(await visits.upTo('c0', 'session', on)).toEqual({ beats: 0, places: {} })
})

it('a commit is read only once', async () => {
  const visits = count(story)
  await visits.upTo('c6', 'branch', on)
  const before = story.reads()
  await visits.upTo('c6', 'branch', on)
  expect(story.reads()).toBe(before)
  await visits.upTo('c7', 'branch', on)
  expect(story.reads()).toBe(before + 3)
})

it('a party without readable sheets is nowhere', async () => {
  const nowhere = lineOf([
    { at: {}, message: did('open_session') },
    { at: { Wren: '{' }, message: did('speak', 'Wren') }
  ])
  expect(await count(nowhere).upTo('c1', 'branch', on)).toEqual({ beats: 2, places: {} })
})
