import { expect, it } from 'vitest'
import { LabTarget } from '../../shared/lab/solution'
import { shareOf } from '../../shared/lab/statistics'
import { balanceDraft, balanceFaults, choosing, curvePart, findNumbers, journeyOf, numberChoices, targetOf, type BalanceDraft } from './balance-draft'

const of = { path: 'world/regions/mine/journeys.yaml', keys: ['inn--mine', 'difficulty'] }
const draft: BalanceDraft = {
  ...balanceDraft('main'),
  of,
  holds: 'fact.jory-found',
  share: '62.5',
  least: '-1',
  most: '1',
  step: '0.5',
  sessions: '40'
}

it('a search becomes one that the core takes', () => {
  expect(balanceFaults(draft)).toEqual({})
  const target = targetOf(draft)
  expect(LabTarget.parse(target)).toEqual(target)
  expect(target).toMatchObject({ of, least: -1, most: 1, step: 0.5, goal: { holds: 'fact.jory-found' }, target: 0.625, plan: { sessions: 40 } })
  expect(targetOf({ ...draft, goal: 'lost' }).goal).toEqual({ ending: 'lost' })
})

it('a number of a journey can be looked for by the exact odds of a player there, whatever the other fields say', () => {
  const exact: BalanceDraft = { ...draft, goal: 'journey', sessions: 'many', holds: '' }
  expect(balanceFaults(exact)).toEqual({ players: 'Choose at least one player.' })
  const target = targetOf({ ...exact, players: ['Wren'] })
  expect(target.goal).toEqual({ journey: 'inn--mine', who: ['Wren'], need: 'all' })
  expect(LabTarget.parse(target)).toEqual(target)
  expect([journeyOf(of), journeyOf({ path: 'world/STATE.yaml', keys: ['clock'] })]).toEqual(['inn--mine', undefined])
  const odds = { count: 0, of: 0, share: 0.625, low: 0.625, high: 0.625 }
  expect(curvePart([{ value: 3, share: odds }], 0.6)).toMatchObject({ columns: ['Value', 'Chance'], rows: [{ cells: ['62.5%'], tip: '3\n62.5%' }] })
})

it('the range of a search includes the present value of its number', () => {
  const range = { least: '0', most: '10' }
  expect(choosing({ ...of, value: 5 }, range)).toEqual({ of: { ...of, value: 5 } })
  expect(choosing({ ...of, value: 12 }, range)).toMatchObject({ most: '12' })
  expect(choosing({ ...of, value: -3 }, range)).toMatchObject({ least: '-3' })
})

it('an action and a row of a table are looked for by exact odds, too', () => {
  const action: BalanceDraft = {
    ...draft,
    goal: 'action',
    action: 'attack',
    by: "Ada's 🪔",
    args: 'target=Ghoul, with = rope',
    holds: 'actor.Ghoul.hp == 0'
  }
  expect(balanceFaults(action)).toEqual({})
  expect(targetOf(action).goal).toEqual({ action: 'attack', by: "Ada's 🪔", with: { target: 'Ghoul', with: 'rope' }, holds: 'actor.Ghoul.hp == 0' })
  expect(LabTarget.parse(targetOf(action))).toEqual(targetOf(action))
  expect(balanceFaults({ ...action, args: 'Ghoul', by: '' })).toEqual({
    args: 'Enter each as name=value, with commas between them.',
    by: 'Choose a character.'
  })
  const row: BalanceDraft = { ...draft, goal: 'row', table: 'mishap', row: ' 3-5 ' }
  expect(targetOf(row).goal).toEqual({ table: 'mishap', row: '3-5' })
  expect(balanceFaults({ ...row, row: '' })).toEqual({ row: 'Enter a row as the table names it, such as 3-5.' })
})

it('each field that does not fit has its fault', () => {
  expect(balanceFaults(balanceDraft(' '))).toMatchObject({ of: 'Choose a number.', holds: expect.any(String) as string })
  expect(balanceFaults({ ...draft, goal: 'ended', holds: '' })).toEqual({})
  expect(balanceFaults({ ...draft, least: '1', most: '1.4' })).toEqual({ most: 'Enter at least one step more than From.' })
  expect(balanceFaults({ ...draft, least: 'a', step: '0', share: '101' })).toEqual({
    least: 'Enter a number.',
    step: 'Enter a number above 0.',
    share: 'Enter a number from 0 to 100.'
  })
})

it('numbers are named by what they belong to, and found by its name, a key or the path', () => {
  const place = (name: string) => ({ name }) as never
  const state = {
    places: { inn: place("Ada's משה inn"), mine: place('The mine 🪨') },
    journeys: { 'inn--mine': { from: 'inn', to: 'mine' } as never },
    actors: { Pym: { name: 'Pym' } as never }
  }
  const numbers = [
    { ...of, value: 4 },
    { path: 'world/players/Pym/STATS.yaml', keys: ['stats', 'hp'], value: 3 },
    { path: 'world/regions/mine/locations/mine.yaml', keys: ['inventory', 'lamp'], value: 1 },
    { path: 'rules/tables/tide.yaml', keys: ['price'], value: 2 }
  ]
  const choices = numberChoices(numbers, state)
  expect(choices.map(({ label }) => label)).toEqual([
    "Ada's משה inn → The mine 🪨: difficulty",
    'Pym: stats → hp',
    'The mine 🪨: inventory → lamp',
    'rules/tables/tide: price'
  ])
  expect(findNumbers(choices, 'MINE diff').map(({ number }) => number.value)).toEqual([4])
  expect(findNumbers(choices, 'tables').map(({ detail }) => detail)).toEqual(['2'])
  expect(numberChoices(numbers.slice(0, 1), undefined)[0]?.label).toBe('world/regions/mine/journeys: inn--mine → difficulty')
})

it('the curve has a point with its interval for each value, and the share that is looked for', () => {
  const share = shareOf(5, 20)
  const { rows, chart } = curvePart([{ value: 2, share }], 0.6)
  expect(chart).toEqual({ kind: 'steps', x: 'Value', level: 0.6 })
  expect(rows).toEqual([
    {
      label: '2',
      cells: [share],
      at: { x: 2, y: 0.25, low: share.low, high: share.high },
      tip: '2\n5 of 20 sessions; 95% interval 11%–47%'
    }
  ])
})
