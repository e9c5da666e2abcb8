import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { router } from '../../shared/api'
import { problemFrom } from '../../shared/contract/calls'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { oddsAt } from '../playthroughs/commands.fixture'

const home = mkdtempSync(join(tmpdir(), 'proscenium-odds-'))
const dir = join(home, 'well')
const studio = createStudio({ kind: 'terminal', version: VERSION, home, resources: APP_ROOT })
const calls = router.createCaller({ studio })
beforeAll(async () => {
  await calls.create({ dir, seed: '3' })
  await calls.open({ dir })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

it('the Studio and the command line give the same odds at any commit', async () => {
  const odds = await calls.odds({ as: 'Scuttle' })
  const commit = (await calls.present())?.head
  expect(odds.actors[0]).toMatchObject({ actor: 'Scuttle', saves: [{ stat: 'STR' }, { stat: 'DEX' }, { stat: 'WIL' }], journeys: [] })
  expect(odds.actors[0]?.attacks.map(({ target }) => target)).toEqual(expect.arrayContaining(['Pym', 'Tobit', 'Wren']))
  expect(odds.actors[0]?.attacks.every(({ counted }) => counted !== undefined)).toBe(true)
  expect(await calls.odds({ as: 'Scuttle', ...(commit === undefined ? {} : { at: commit }) })).toEqual(odds)
  const { reach, ...rest } = await oddsAt(dir, 'Scuttle', 'HEAD')
  expect(rest).toEqual(odds)
  expect(reach).toEqual(await calls.reach({ as: 'Scuttle' }))
  expect(reach.actors).toMatchObject([{ actor: 'Scuttle', why: 'never travels unless moved', places: [] }])
})

it('a missing actor has no odds', async () => {
  for (const answer of [calls.odds({ as: 'Nobody' }), calls.reach({ as: 'Nobody' }), calls.reachNear({ as: 'Nobody' })])
    expect(await answer.catch(problemFrom)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('There is nobody called "Nobody" here.') as string
    })
})

it('counting stops when the client has gone away', async () => {
  const stop = new AbortController()
  const answer = studio.reach({ as: 'Wren' }, stop.signal)
  stop.abort()
  await expect(answer).rejects.toMatchObject({ code: 'refused' })
})
