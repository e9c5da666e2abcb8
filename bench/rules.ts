import { parse } from 'yaml'
import { findingsFor, horizonOf } from '../src/main/odds/reach/findings'
import { ratedJourneys } from '../src/main/odds/reach/rated-journeys'
import { reachingPlaces } from '../src/main/odds/reach/reach'
import { loadGame } from '../src/main/rules/load-game'
import { tinyWorld } from '../src/main/rules/tiny-world.fixture'
import type { Game } from '../src/shared/story/game'
import { mergePatch } from '../src/shared/base/json'
import type { Actor, GameState, Journey } from '../src/shared/story/state'
import { gameFiles } from './folders'
import { type Bench, median, ms, now, type Row, timed, times } from './measure'
import { finished } from '../src/main/odds/outcomes'

const ACTOR = 'Wren'
const ACTIONS = 30
const FILES = 60

/** A typical rule that reads everybody in the world. */
const madeUp = (name: string): string => `import { called, peopleAt, placeOf } from 'proscenium'
export default {
  name: '${name}',
  description: 'Made up for the bench.',
  params: (state, actor) => {
    const near = peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor)
    return [{ name: 'whom', type: 'enum', description: 'Whom.', required: true, enum: near, labels: called(state, near) }]
  },
  available(state, actor) {
    let friends = 0
    for (const id of Object.keys(state.actors)) if (state.actors[id]?.attitude === 'friendly') friends++
    return friends > 0 || 'nobody would help'
  },
  execute: (state, actor) => ({ stateDelta: {}, narrative: \`\${state.actors[actor]?.name} does it.\` })
} satisfies Action
`

/** A bundled game with some generated actions, and the names of its players' actions. */
function gameWith(madeUpActions: number): { files: Map<string, string>; names: string[] } {
  const files = gameFiles('cairn-hack')
  const manifest = files.get('manifest.yaml') ?? ''
  const { entry_actions = [], combat_actions = [] } = parse(manifest) as Record<string, string[]>
  const added = Array.from({ length: madeUpActions }, (_, i) => `made-up-${i + 1}`)
  for (const name of added) files.set(`actions/${name}.ts`, madeUp(name))
  files.set('manifest.yaml', manifest.replace('entry_actions: [', `entry_actions: [${added.map((name) => `${name}, `).join('')}`))
  return { files, names: [...new Set([...entry_actions, ...combat_actions, ...added])] }
}

function tinyActor(id: string): Actor {
  const actor = tinyWorld().actors[id]
  if (!actor) throw new Error('The small world has lost its people.')
  return actor
}

/** A world of about this many bytes of JSON: hundreds of people, four in each place. */
function worldOf(bytes: number): GameState {
  const world = tinyWorld()
  const luggage = ['rope', 'torch', 'bread', 'cheese', 'lantern', 'spade'].map((item, i) => [
    item,
    { item: 'ration', count: i + 1, name: `A passer-by's ${item}` }
  ])
  const model = tinyActor('Oswin')
  const actors: Record<string, Actor> = {}
  const places: GameState['places'] = {}
  for (let i = 0, size = JSON.stringify(world).length; size < bytes; i++) {
    const location = `place-${Math.floor(i / 4)}`
    const inventory = Object.fromEntries(luggage) as Actor['inventory']
    const actor: Actor = { ...model, kind: 'npc', name: `Passer-by ${i}`, location, tags: { walk: i }, attitude: 'neutral', inventory }
    actors[`passer-by-${i}`] = actor
    places[location] = { name: `Place ${i}`, region: 'hill', features: {}, inventory: {}, tags: { dark: i % 2 === 0 } }
    size += JSON.stringify(actor).length + 60
  }
  return mergePatch(world, { actors, places })
}

/** The times of a query for offers in ms, each after a change of one actor, once asking gets no quicker: the interpreter is recompiled while it runs. */
function offering(game: Game, names: readonly string[], bytes: number, count: number): number[] {
  let state = worldOf(bytes)
  let turn = 0
  const ask = (): number => {
    turn++
    state = mergePatch(state, { actors: { [turn % 2 === 0 ? ACTOR : 'Mira']: { tags: { times: turn } } } })
    const start = now()
    const offered = game.offers(state, ACTOR, names)
    const elapsedMs = now() - start
    if (offered.length < ACTIONS / 2) throw new Error('Hardly anything is offered; the bench measures nothing.')
    return elapsedMs
  }
  const batch = (): number => median(Array.from({ length: 100 }, ask))
  for (let best = batch(), still = 0, batches = 1; still < 5 && batches < 60; batches++) {
    const next = batch()
    still = next < best * 0.98 ? 0 : still + 1
    best = Math.min(best, next)
  }
  return Array.from({ length: count }, ask)
}

/** Querying about 30 actions in a small and a large world, and loading a game of 60 rule files. */
export async function measureRules({ rounds }: Bench): Promise<Row[]> {
  const bundled = gameWith(0)
  const { files, names } = gameWith(ACTIONS - bundled.names.length)
  const game = await loadGame(files)
  const small = offering(game, names, 50_000, rounds * 40)
  const large = offering(game, names, 500_000, rounds * 20)
  game.dispose()
  const actions = [...bundled.files.keys()].filter((path) => path.startsWith('actions/')).length
  const many = gameWith(FILES - actions).files
  const loading = await times(rounds * 4, async () => (await loadGame(many)).dispose())
  return [
    ms(`offers of ${ACTIONS} actions, 50 KB of state`, small, 1.5),
    ms(`offers of ${ACTIONS} actions, 500 KB of state`, large, 10),
    ms(`load a game of ${FILES} actions`, loading, 250)
  ]
}

const REGIONS = 25
const IN_REGION = 20
const HIT_POINTS = 12

/** Typical journeys: more than half of them have no risk, the others one or two. */
const JOURNEYS: Pick<Journey, 'direction' | 'duration' | 'difficulty' | 'risks'>[] = [
  ...['5 minutes', '10 minutes', '20 minutes', '2 hours'].flatMap((duration) =>
    ['on', 'back'].map((direction) => ({ direction, duration, difficulty: 0, risks: [] }))
  ),
  { direction: 'up', duration: '10 minutes', difficulty: 4, risks: ['a climb'] },
  { direction: 'down', duration: '10 minutes', difficulty: 2, risks: ['slippery steps'] },
  { direction: 'in', duration: '5 minutes', difficulty: 3, risks: ['darkness'] },
  { direction: 'on', duration: '20 minutes', difficulty: 2, risks: ['the undead'] },
  { direction: 'across', duration: '5 minutes', difficulty: 5, risks: ['a steep fall', 'a trap'] },
  { direction: 'through', duration: '10 minutes', difficulty: 1, risks: ['old magic'] }
]

/** Regions of twenty places in a ring with journeys across, each joined to the next by two journeys. Always the same. */
function ringWorld(): GameState {
  const places: GameState['places'] = {}
  const journeys: GameState['journeys'] = {}
  let count = 0
  const name = (region: number, place: number): string => `place-${region % REGIONS}-${place % IN_REGION}`
  const join = (from: string, to: string): void => {
    // A stride without a common divisor, so that all kinds occur.
    const kind = JOURNEYS[(count++ * 5 + Math.floor(count / 7)) % JOURNEYS.length]
    if (kind) journeys[`${from}--${to}`] = { from, to, region: 'hill', ...kind }
  }
  for (let region = 0; region < REGIONS; region++) {
    for (let place = 0; place < IN_REGION; place++) {
      places[name(region, place)] = { name: name(region, place), region: 'hill', features: {}, inventory: {}, tags: {} }
      join(name(region, place), name(region, place + 1))
      join(name(region, place + 1), name(region, place))
      if (place % 5 === 0) join(name(region, place), name(region, place + 7))
    }
    join(name(region, 3), name(region + 1, 0))
    join(name(region + 1, 0), name(region, 3))
  }
  const stats = { brawn: 8, brains: 3, faith: 2, speed: 4, hp: HIT_POINTS, xp: 0, level: 1 }
  const sheet = { stats, max: { hp: HIT_POINTS }, conditions: {}, inventory: {}, tags: { class: 'warrior' } }
  return {
    ...tinyWorld(),
    actors: { [ACTOR]: { ...tinyActor(ACTOR), ...sheet, location: name(0, 0) } },
    places,
    journeys,
    facts: {},
    scene: undefined
  }
}

/** Exact odds in a world of 500 places. */
export async function measureOdds({ rounds }: Bench): Promise<Row[]> {
  const game = await loadGame(gameFiles('totm'))
  const drawn = ringWorld()
  const from = drawn.actors[ACTOR]?.location ?? ''
  const [counting, reach]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    // A new object for each round, because results are cached by state.
    const state = { ...drawn }
    const { journeys } = timed(counting, () => finished(ratedJourneys(state, game, ACTOR)))
    timed(reach, () => {
      finished(reachingPlaces(state, journeys, from, HIT_POINTS, ACTOR))
      findingsFor(state, journeys, from, horizonOf(state, journeys, { from, now: HIT_POINTS, rested: HIT_POINTS }))
    })
  }
  game.dispose()
  return [
    ms('running the rules for every kind of journey', counting.slice(1)),
    ms('the chance to reach each of 500 places, and findings', reach.slice(1), 300)
  ]
}
