import { expect, it } from 'vitest'
import { mayHaveNumbers, numbersIn } from './numbers'

const file = (path: string, text: string): [string, Buffer] => [path, Buffer.from(text)]

it('the numbers of the world and the rules are found by their keys, difficulties first, and a file that is no YAML has none', () => {
  expect(
    numbersIn([
      file('rules/tables/tide.yaml', 'price: 3\nrows: [1, 2]\n'),
      file('world/regions/a/journeys.yaml', "inn--משה's:\n  difficulty: 4\n  risks: [ice]\n  cost: { coins: 1.5 }\n"),
      file('world/players/Odd/STATS.yaml', 'stats: [unclosed\n')
    ])
  ).toEqual([
    { path: 'world/regions/a/journeys.yaml', keys: ["inn--משה's", 'difficulty'], value: 4 },
    { path: 'world/regions/a/journeys.yaml', keys: ["inn--משה's", 'cost', 'coins'], value: 1.5 },
    { path: 'rules/tables/tide.yaml', keys: ['price'], value: 3 }
  ])
  expect(['rules/manifest.yaml', 'world/STATE.yaml', 'tests/a.yaml', 'rules/actions/a.ts', 'table.yaml'].filter(mayHaveNumbers)).toEqual([
    'rules/manifest.yaml',
    'world/STATE.yaml'
  ])
})
