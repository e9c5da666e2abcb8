import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, playOn, type Desk } from '../../playthroughs/studio.fixture'

let at: Desk
let fork = ''
let main = ''
let other = ''
beforeAll(async () => {
  at = await desk()
  const ids = await playOn(at.studio, 40)
  main = await at.head()
  fork = ids[19] ?? ''
  await at.studio.branch({ at: fork, name: 'other', seed: 'another seed' })
  await playOn(at.studio, 25)
  other = await at.head()
})
afterAll(async () => at.close())

describe('two branches of a campaign that was played', () => {
  it('know their last common beat and what each has added since', async () => {
    const { a, b, base } = await at.studio.compare({ a: main, b: other })
    expect(base).toEqual({ commit: fork, n: 20 })
    expect(a).toMatchObject({ commit: main, n: 40, branches: ['main'], beats: 20 })
    expect(b).toMatchObject({ commit: other, n: 46, branches: ['other'], beats: 26 })
    expect([a.entries, b.entries].every((n) => n > 0)).toBe(true)
  })

  it('have a line for every file that differs, and the lines of each', async () => {
    const { groups } = await at.studio.compare({ a: main, b: other })
    const listed = new Set(groups.flatMap(({ lines }) => lines.flatMap(({ files }) => files)))
    expect(groups.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['table', 'clock', 'log']))
    expect(groups.map(({ kind }) => kind)).not.toContain('files')
    for (const path of listed) {
      const file = await at.studio.compareFile({ a: main, b: other, path })
      expect(file).toMatchObject({ path, left: 0, binary: false })
      expect(file.hunks.some((hunk) => 'lines' in hunk && hunk.lines.some(({ op }) => op !== 'same'))).toBe(true)
    }
  })

  it('are the same when they are one, and told the other way round', async () => {
    expect(await at.studio.compare({ a: main, b: main })).toMatchObject({ base: { commit: main, n: 40 }, a: { beats: 0, entries: 0 }, groups: [] })
    const clocks = await Promise.all([at.studio.compare({ a: main, b: other }), at.studio.compare({ a: other, b: main })])
    const [left, back] = clocks.map(({ groups }) => groups.find(({ kind }) => kind === 'table')?.lines.find(({ id }) => id === 'beat'))
    expect([left?.words, back?.words]).toEqual(['Beats: 40 → 46', 'Beats: 46 → 40'])
    expect(await at.studio.compareFile({ a: main, b: main, path: 'next' })).toEqual({
      path: 'next',
      change: 'same',
      hunks: [],
      left: 0,
      binary: false
    })
  })

  it('a commit that is not there is a problem', async () => {
    await expect(at.studio.compare({ a: main, b: '0'.repeat(40) })).rejects.toMatchObject({ name: 'Problem' })
  })
})
