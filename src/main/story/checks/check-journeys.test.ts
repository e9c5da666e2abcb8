import { expect, it } from 'vitest'
import { groupOf } from '../../../shared/analysis/reports'
import type { GameState } from '../../../shared/story/state'
import { totmWorld } from '../../odds/totm.fixture'
import { bundledFiles } from '../../rules/bundled.fixture'
import { loadGame } from '../../rules/load-game'
import { journeyFindings } from './check-game'

const files = bundledFiles('totm')

/** Totm's climb with a cave below it that has no exit and a loft that no journey reaches, and the text of its journeys file. */
async function world(): Promise<{
  state: GameState
  lore: { story: []; actors: Record<string, never>; narratives: Record<string, never> }
  texts: Map<string, string>
}> {
  const game = await loadGame(files)
  const state = totmWorld(game)
  game.dispose()
  const place = (name: string) => ({ name, region: 'hill', features: {}, inventory: {}, tags: {} })
  const { 'foot--top': up, 'top--foot': down } = state.journeys
  const journeys = { 'foot--top': up!, 'top--foot': { ...down!, difficulty: 4 }, 'foot--cave': { ...down!, from: 'foot', to: 'cave' } }
  const players = Object.entries(state.actors).flatMap(([id, one]) =>
    one.kind === 'player' ? [[id, { ...one, location: id === 'Mage' ? 'top' : 'foot' }] as const] : []
  )
  return {
    state: {
      ...state,
      actors: Object.fromEntries(players),
      places: { foot: place('The Foot'), top: place('The Top'), cave: place('The Cave'), loft: place('The Loft') },
      journeys
    },
    lore: { story: [], actors: {}, narratives: {} },
    texts: new Map([['world/regions/hill/journeys.yaml', 'foot--top:\n  from: foot\ntop--foot:\n  from: top\nfoot--cave:\n  from: foot\n']])
  }
}

it('one-way routes are reported at their first journey, with the actors they apply to', async () => {
  const findings = await journeyFindings(files, await world())
  expect(findings.map(({ message, data }) => [data?.['file'], data?.['line'], message])).toEqual([
    ['world/regions/hill/journeys.yaml', 5, 'Once in The Cave, Cleric, Thief and Warrior can never get out again.'],
    ['world/regions/hill/journeys.yaml', 3, 'Mage can never reach The Foot, The Cave and The Loft from The Top.']
  ])
  expect(findings.every((one) => groupOf(one) === 'unreached')).toBe(true)
})

it('the search ends in any world, and names the actors that it left out', async () => {
  const [said, ...more] = await journeyFindings(files, await world(), undefined, 1)
  expect(more).toEqual([])
  expect(said).toMatchObject({
    data: { file: 'world', level: 'remark' },
    message: expect.stringMatching(/^Journeys were not checked for .*Mage/) as string
  })
})

it('a search that can’t end is not started: each kind of journey costs at least one step', async () => {
  const { state, ...rest } = await world()
  const [id, journey] = Object.entries(state.journeys)[0] ?? []
  const kinds = Array.from({ length: 30 }, (_, i) => [`${id}-${i}`, { ...journey!, duration: `${i + 1} minutes` }] as const)
  let pauses = 0
  const many = { ...rest, state: { ...state, journeys: { ...state.journeys, ...Object.fromEntries(kinds) } } }
  const said = await journeyFindings(files, many, async () => void pauses++, 20)
  expect(pauses).toBe(0)
  expect(said).toMatchObject([{ message: expect.stringMatching(/^Journeys were not checked for .*Cleric.*Warrior/) as string }])
})

it('a game that doesn’t load has no findings on journeys', async () => {
  expect(await journeyFindings(new Map([...files, ['manifest.yaml', 'game: [']]), await world())).toEqual([])
})

it('a soft-lock for one class is reported before any class is chosen', async () => {
  const { state, ...rest } = await world()
  const bare = (actor: GameState['actors'][string]) => ({ ...actor, location: 'foot', stats: {}, max: {}, inventory: {}, tags: {} })
  const actors = Object.fromEntries(Object.entries(state.actors).map(([id, one]) => [id, bare(one)]))
  const { 'foot--top': up, 'top--foot': down } = state.journeys
  const journeys = { 'foot--top': { ...up!, difficulty: 0, risks: [] }, 'top--foot': down! }
  const findings = await journeyFindings(files, { ...rest, state: { ...state, actors, journeys } })
  expect(findings.map(({ message }) => message)).toContain('Once in The Top, a mage can never get out again.')
})
