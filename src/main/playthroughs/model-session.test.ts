import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import { noting, usesWithoutResult } from '../agents/anthropic/noted-replies.fixture'
import { KEY, modelDesk, playOn, type Desk } from './studio.fixture'

let at: Desk | undefined
afterEach(() => at?.close())

/** Every file under a folder, git's own among them, as text. */
const everyFile = (dir: string): [string, string][] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .map((path) => [path, readFileSync(join(dir, path), 'latin1')])

it('three players and a DM who are models play the sample to its summaries; every beat plays again the same, and the key is nowhere', async () => {
  const { script, replied } = noting(fakeTable({ scenes: 1, rounds: 2 }))
  const model = await modelDesk(script)
  at = model
  const { studio } = model
  const ids = await playOn(studio)
  const present = await studio.present()
  expect(present?.state.next.phase).toBe('done')
  expect(model.fake.wrong).toEqual([])
  // Every call has its result in the next request of its seat.
  expect(usesWithoutResult(replied)).toEqual([])

  const files = new Map(everyFile(at.dir))
  const texts = [...files.values()].join('\n')
  const summed = [...files].filter(([path]) => /^(sessions\/.*)?SUMMARY\.md$/.test(path))
  expect(summed.map(([path]) => path).toSorted()).toEqual(['SUMMARY.md', 'sessions/session-1/001-scene/SUMMARY.md', 'sessions/session-1/SUMMARY.md'])
  for (const [, text] of summed) expect(text).toContain('The party looked where nobody had looked.')

  const records = await Promise.all(ids.map((id) => studio.turn({ id })))
  expect(new Set(records.map((record) => record?.who))).toEqual(new Set(['DM', ...(present?.state.party ?? [])]))
  expect(records.every((record) => record?.seat.agent === 'anthropic')).toBe(true)
  // A turn without a request continues the previous reply, which may not have decided anything, because the model hasn't read the result.
  const decided = (i: number): boolean => /^(?:Rolls|Changes): |^\{/m.test(records[i]?.calls.at(-1)?.result ?? '')
  const goingOn = records.flatMap((record, i) => (record?.exchanges.length === 0 ? [i] : []))
  const replyBefore = (i: number): number => records.findLastIndex((record, at) => at < i && record?.who === records[i]?.who)
  expect(goingOn.length).toBeGreaterThan(3)
  expect(goingOn.filter((i) => decided(replyBefore(i)))).toEqual([])
  expect(ids.filter((_, i) => decided(i)).length).toBeGreaterThan(5)
  expect(present?.table.usage.cost).toBeGreaterThan(0)
  expect(await studio.verify()).toMatchObject({ play: ids.length, mismatches: [] })

  expect(texts).not.toContain(KEY)
  expect(JSON.stringify([at.heard, records, present, await studio.timeline({ limit: 1000 })])).not.toContain(KEY)
})
