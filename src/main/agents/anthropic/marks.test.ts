import { afterEach, expect, it } from 'vitest'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { tableAnswering, use, type ModelTable } from './model-table.fixture'

let table: ModelTable
afterEach(() => table.fake.close())

const FALSE = 'Wren is dead, and the inn is quiet.'
const world = tinyWorld()
const dmTurn = { ...world, next: { ...world.next, phase: 'dm' as const, actor: 'DM' } }
const resultsIn = (n: number): string => JSON.stringify(table.fake.requests[n]?.messages.at(-1)?.content)

it('the DM hears in the same turn what the record says against its narration, and what it planned after it waits', async () => {
  table = await tableAnswering(
    [{ parts: [use('narrate', { text: FALSE }), use('call_on', { who: ['all'] })] }, { parts: [use('narrate', { text: 'No: Wren breathes.' })] }],
    { state: dmTurn }
  )
  const told = await table.step()
  await table.step()
  expect(told?.calls[0]?.result).toBe(`Told. But Wren is alive: “${FALSE}” Put it right in what you do next.`)
  expect(resultsIn(1)).toContain('Told. But Wren is alive')
  expect(resultsIn(1)).toContain('Not done; read this result first.')
  expect(table.log.map(({ text }) => text)).toEqual([FALSE, 'No: Wren breathes.'])
})

it('a model that insists hears the same fact once, and its turn goes on', async () => {
  table = await tableAnswering(
    [{ parts: [use('narrate', { text: FALSE })] }, { parts: [use('narrate', { text: 'Still, Wren is dead.' }), use('call_on', { who: ['all'] })] }],
    { state: dmTurn }
  )
  await table.step()
  const again = await table.step()
  expect(again?.calls[0]?.result).toBe('Told.')
  expect((await table.step())?.beat?.action).toBe('call_on')
  expect(table.fake.requests).toHaveLength(2)
})

it('a fact that a quest waits for and that the DM only sets comes back as a mark', async () => {
  const quests = { cold: { name: 'Why is it cold?', status: 'active', done_when: 'mira-cold' } }
  table = await tableAnswering([{ parts: [use('establish', { fact: 'mira-cold', text: 'It is the cellar.' })] }], { state: { ...dmTurn, quests } })
  expect((await table.step())?.calls[0]?.result).toContain(
    'But the fact “mira-cold” ends the quest “Why is it cold?”, and no play brought it about: “It is the cellar.” Put it right in what you do next.'
  )
})

it('a model that ends the campaign too early reads which event is missing', async () => {
  const why = "the last story event, “Soup”, isn't over; until then only the designer can end the campaign"
  table = await tableAnswering([{ parts: [use('end_campaign', { epilogue: 'Over.' })] }, { parts: [use('call_on', { who: ['all'] })] }], {
    state: dmTurn,
    whyClosed: (tool) => (tool === 'end_campaign' ? why : undefined),
    notOffered: ['end_campaign']
  })
  await table.step()
  expect(resultsIn(1)).toContain(`You can't use end_campaign yet: ${why}.`)
})

it('a player who tells a death hears that it did not happen, and the action in the same answer is still played', async () => {
  table = await tableAnswering([{ parts: [use('speak', { text: 'I kill Oswin with one blow. He dies.' }), use('walk')] }])
  const said = await table.step()
  expect(said?.calls[0]?.result).toMatch(
    /^Everybody heard it\. But Oswin is alive: “I kill Oswin with one blow\.” Words alone change nothing; use an action\.$/
  )
  expect((await table.step())?.beat?.action).toBe('walk')
  expect(table.fake.requests).toHaveLength(1)
})
