import type { GameState } from '../../shared/state'
import { tinyWorld } from '../rules/tiny-world'

const TRAVERSE = `import { Draft, minutesOf, statOf } from 'proscenium'
export default {
  name: 'traverse',
  description: 'Take a way.',
  params: (state, actor) => [{
    name: 'journey', type: 'enum', description: 'Which', required: true,
    enum: Object.keys(state.journeys).filter((id) => state.journeys[id].from === state.actors[actor]?.location)
  }],
  available: () => true,
  execute(state, actor, { journey }) {
    const draft = new Draft(state)
    const way = state.journeys[String(journey)]
    const value = (stat) => statOf(state.actors[actor], stat, game)
    const called = way.risks.flatMap((risk) => Object.entries(game.manifest.risks).flatMap(([word, stat]) => (risk.includes(word) ? [stat] : [])))
    const stat = (called.length > 0 ? called : ['brawn', 'brains', 'faith', 'speed']).toSorted((a, b) => (called.length > 0 ? 1 : -1) * (value(a) - value(b)))[0]
    const short = way.difficulty - roll('d' + Math.max(1, value(stat)), { label: stat, target: actor }).total
    const status = short <= 0 ? 'success' : short === 1 ? 'partial_success' : 'failure'
    const row = status === 'partial_success' ? table('mishap') : {}
    const damage = status === 'success' ? 0 : short + (row.damage ?? 0)
    draft.setStat(actor, 'hp', draft.base(actor, 'hp') - damage)
    if (status !== 'failure') draft.put(['actors', actor, 'location'], way.to)
    draft.passTime(minutesOf(way.duration) + (row.minutes ?? 0))
    draft.say('Goes.')
    return draft.result([], { status, damage, stat })
  }
}`

/** A game with the traversal of totm and nothing else. */
export const totmFiles = (): Map<string, string> =>
  new Map([
    [
      'manifest.yaml',
      `game: Ways
version: "1"
entry_actions: [traverse]
stats:
  brawn: { label: Brawn }
  brains: { label: Brains }
  faith: { label: Faith }
  speed: { label: Speed }
  hp: { label: Hit points, has_max: true }
risks: { slippery: speed, climb: brawn, darkness: brains, undead: faith }
odds: { travel: traverse }
`
    ],
    [
      'tables/mishap.yaml',
      'name: Mishap\ndice: d6\nrows:\n  1-2: { text: a bruise, damage: 1 }\n  3: { text: a detour, minutes: 10 }\n  4-6: nothing\n'
    ],
    ['actions/traverse.ts', TRAVERSE]
  ])

/** A warrior, a mage and a thief at the foot of a climb, with other ways around them. */
export function totmWorld(): GameState {
  const person = (name: string, stats: Record<string, number>, kit: string) => ({
    kind: 'player' as const,
    name,
    location: 'foot',
    stats: { ...stats, xp: 0, level: 1 },
    max: { hp: stats['hp'] ?? 1 },
    conditions: {},
    inventory: { bread: { item: 'bread' } },
    tags: { class: kit }
  })
  const way = (from: string, to: string, difficulty: number, ...risks: string[]) => ({
    from,
    to,
    region: 'hill',
    direction: 'up',
    duration: '10 minutes',
    difficulty,
    risks
  })
  const place = (name: string) => ({ name, region: 'hill', features: {}, inventory: {}, tags: {} })
  return {
    ...tinyWorld(),
    actors: {
      Bram: person('Bram', { brawn: 8, brains: 3, faith: 2, speed: 4, hp: 12 }, 'warrior'),
      Maud: person('Maud', { brawn: 2, brains: 8, faith: 3, speed: 4, hp: 6 }, 'mage'),
      Tess: person('Tess', { brawn: 3, brains: 5, faith: 2, speed: 8, hp: 7 }, 'thief')
    },
    places: { foot: place('The Foot'), top: place('The Top'), crypt: place('The Crypt') },
    journeys: {
      'foot--top': way('foot', 'top', 4, 'a climb'),
      'foot--crypt': way('foot', 'crypt', 3, 'darkness', 'undead', 'slippery steps'),
      'top--foot': way('top', 'foot', 0),
      'crypt--top': way('crypt', 'top', 5),
      'crypt--foot': way('crypt', 'foot', 9, 'slippery')
    },
    scene: undefined
  }
}
