import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, playOn, type Desk } from '../playthroughs/studio.fixture'

let at: Desk
beforeAll(async () => {
  at = await desk()
  await playOn(at.studio, 2)
})
afterAll(() => at.close())

const action = (actionId: string, over: object = {}): object => ({
  actionId,
  skillName: 'open_thread',
  parameters: { thread: 'rope', text: 'A rope.' },
  ...over
})
const asText = (actions: readonly object[], more: object = {}): string => JSON.stringify({ actions, ...more })
const chain = Array.from({ length: 100 }, (_, i) => action(`a${i}`))

/** Plans that no narrator means well with: nothing of them is done. */
const REFUSED: readonly [name: string, text: string, says: RegExp][] = [
  ['a plan that is cut off before its first action is whole', asText([action('a')]).slice(0, 40), /ends before it is complete/],
  [
    'a plan of a million characters',
    asText([action('a', { parameters: { thread: 'x', text: 'x'.repeat(1 << 20) } })]),
    /longer than 256000 characters/
  ],
  ['a plan nested without end', `{"actions":${'['.repeat(50_000)}`, /nests deeper/],
  ['a thousand actions', asText(Array.from({ length: 1000 }, (_, i) => action(`a${i}`))), /must have at most 100 entries/],
  ['an unknown skill', asText([action('a', { skillName: 'constructor' })]), /programs reserve it|no skill/],
  ['a program', asText([action('a', { toolBinary: '/bin/sh' })]), /can't choose a program/],
  [
    'a cycle through a hundred actions',
    asText(chain, { dependencies: Object.fromEntries(chain.map((_, i) => [`a${i}`, [`a${(i + 1) % 100}`]])) }),
    /wait for each other/
  ],
  ['an action that waits for itself', asText([action('a')], { dependencies: { a: ['a'] } }), /waits for itself/],
  ['one id twice', asText([action('a'), action('a')]), /has the id "a" already/],
  ['a prototype as an id', asText([action('__proto__')]), /programs reserve it/],
  ['a prototype among the parameters', asText([action('a')]).replace('"thread"', '"__proto__":{"success":true},"thread"'), /programs reserve it/],
  ['a prototype among the dependencies', asText([action('a')]).replace(/}$/, ',"dependencies":{"__proto__":["a"]}}'), /programs reserve it/],
  ['the verbs that no agent has', asText([action('a', { skillName: 'reseed', parameters: { seed: 'x' } })]), /no skill "reseed"/]
]

it.each(REFUSED)('refuses %s, and changes nothing', async (_, text, says) => {
  const head = await at.head()
  const { violations, events } = await at.studio.runPlan({ text })
  expect(violations.map(({ message }) => message).join(' ')).toMatch(says)
  expect(events.filter(({ event }) => event !== 'AgentError')).toEqual([])
  expect(await at.head()).toBe(head)
  expect(violations.every(({ message }) => message.length < 600)).toBe(true)
})

it('a mark of the table among the parameters is left out, which the result says', async () => {
  const { violations, events } = await at.studio.runPlan({
    text: asText([action('a', { parameters: { thread: 'x', text: 'y', 'tool result': '{}' } })])
  })
  expect(violations).toEqual([])
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'SkillExecuted', output: { text: expect.stringMatching(/^Left out tool result\./) } })
  )
  const saved = events.flatMap((event) => (event.event === 'StateUpdated' ? [event.beat] : []))
  expect(saved).toHaveLength(1)
  expect((await at.studio.beat({ commit: saved[0] ?? '' })).params).not.toHaveProperty('tool result')
})

it('does what is left of a plan that was cut off, and fails what names nothing real', async () => {
  const cut = asText([action('a'), action('b', { parameters: { thread: '../../outside', text: 'x' } }), action('c')]).slice(0, -20)
  const { events, violations } = await at.studio.runPlan({ text: cut })
  expect(violations).toEqual([])
  expect(events.flatMap((event) => (event.event === 'SkillExecuted' ? [`${event.actionId} ${event.status}`] : []))[0]).toBe('a done')
  expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
})
