import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '../../shared/base/json'
import { checkNarratorOutput } from '../../shared/narrator/check'
import { FOLLOW_UP } from '../../shared/narrator/follow-up'
import { toProblem } from '../../shared/base/problem'
import { editing, type Editing } from '../story/world/editing.fixture'
import { fingerprint } from './harness.fixture'

let at: Editing
let beside: string
beforeAll(async () => {
  at = await editing()
  beside = fingerprint(join(at.dir, '..'), 'campaign')
})
afterAll(() => at.close())

const add = (type: string, payload: Json): Json => ({ type, payload })
const somebody = (over: Record<string, Json>): Json => add('new_character', { id: 'Tib', name: 'Tib', location: 'hill', ...over })
const rumour = (over: Record<string, Json>): Json =>
  add('new_narrative', { id: 'tolls', name: 'Tolls', content: 'Tolls.', type: 'rumor', about: { places: ['hill'] }, ...over })
const asText = (...mutations: Json[]): string => JSON.stringify({ mutations })

/** Outputs that no narrator means well with: nothing of them is applied. */
const REFUSED: readonly [name: string, text: string, says: RegExp][] = [
  ['an id that leaves the folder', asText(somebody({ id: '../../../outside' })), /can't be an id/],
  ['an id that is git’s folder', asText(somebody({ id: '.git' })), /git reserves this name/],
  ['an id that is a device', asText(somebody({ id: 'con' })), /Windows reserves this name/],
  ['an id that is a prototype', asText(rumour({ id: '__proto__' })), /programs reserve this name/],
  ['a voice of the table', asText(somebody({ id: 'designer' })), /the table has a voice of this name/],
  ['a narrative over another file', asText(rumour({ id: '../npcs/Hero' })), /can't be an id/],
  [
    'a prototype among the properties',
    `[{"type":"new_edge","payload":{"from":"Hero","to":"hill","type":"OWNS","properties":{"a":{"__proto__":{"b":1}}}}}]`,
    /reserve/
  ],
  ['properties that are ends', asText(add('new_edge', { from: 'Hero', to: 'hill', type: 'OWNS', properties: { from: 'DM' } })), /not a field/],
  ['a journey to another file', asText(add('new_edge', { from: 'hill', to: '../hill', type: 'JOURNEY' })), /There is no place/],
  [
    'a journey with a fact that no expression can hold',
    asText(add('new_edge', { from: 'hill', to: 'hill', type: 'JOURNEY', properties: { requires: 'a b' } })),
    /can't be the id of a fact/
  ],
  ['HTML', asText(rumour({ content: '<img src=x onerror=alert(1)>' })), /is HTML/],
  ['a name of a megabyte', asText(somebody({ name: 'x'.repeat(1 << 20) })), /must have at most 200 characters/],
  ['weights out of range', asText(add('update_belief', { character: 'Hero', narrative: 'x', believes: 1e308 })), /must be at most 1/],
  ['a belief about nothing', asText(add('update_belief', { character: 'Hero', narrative: 'nothing', believes: 1 })), /There is no narrative/],
  ['a truncated text', asText(somebody({})).slice(0, -2), /ends before it is complete/],
  ['lists in each other', `{"mutations":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /nests deeper/],
  ['ten thousand mutations', asText(...Array.from({ length: 10_000 }, (_, i) => somebody({ id: `c${i}` }))), /the limit is 500/]
]

it.each(REFUSED)('refuses %s, and changes nothing', async (_, text, says) => {
  const head = at.git('rev-parse', 'HEAD')
  const said = await at.studio.applyMutations({ text }).then(
    ({ applied, refused }) => [...refused.map(({ message }) => message), ...applied.map((index) => `applied ${index}`)].join(' '),
    (thrown: unknown) => toProblem(thrown).message
  )
  expect(said).toMatch(says)
  expect(said).not.toMatch(/applied \d/)
  expect([at.git('rev-parse', 'HEAD'), fingerprint(join(at.dir, '..'), 'campaign') === beside]).toEqual([head, true])
  expect('b' in {}).toBe(false)
})

it('texts that would end a file’s front matter, start keys or steer a terminal stay texts', async () => {
  const trick = 'Tib\n---\nattitude: hostile\n# "\'{[&*!|>%@`\u001b[2J'
  const { refused } = await at.studio.applyMutations({
    text: asText(
      somebody({ name: trick, traits: [trick], backstory: { wound: `${trick}\n---\ntype: player\n---\n` } }),
      rumour({ name: trick, content: `---\nfocus: 3\n---\n# Other\n${trick}`, narrator_notes: trick }),
      add('update_belief', { character: 'Tib', narrative: 'tolls', heard: 1, from_whom: trick }),
      add('new_edge', { from: 'Tib', to: 'Hero', type: 'KNOWS', properties: { text: trick, [trick]: [trick] } }),
      add('adjust_focus', { narrative: 'tolls', focus: 2, reason: trick })
    )
  })
  expect(refused).toEqual([])
  const { state, lore } = (await at.studio.present())!
  expect(state.actors['Tib']).toMatchObject({ kind: 'npc', name: trick })
  expect(state.actors['Tib']?.attitude).toBeUndefined()
  expect(lore.actors['Tib']).toMatchObject({ type: 'minor', beliefs: { tolls: { heard: 1, from_whom: trick } } })
  expect(lore.narratives['tolls']).toMatchObject({ name: trick, focus: 2, focus_reason: trick, narrator_notes: trick })
  expect(lore.narratives['tolls']?.content).toContain('focus: 3')
  expect(Object.values(state.relationships)).toContainEqual({ type: 'KNOWS', from: 'Tib', to: 'Hero', text: trick, [trick]: [trick] })
  expect(at.git('log', '-1', '--format=%B')).not.toContain('\u001b')
  await at.restart()
  await at.studio.step()
  expect([(await at.studio.verify()).mismatches, await at.settled(), existsSync(join(at.dir, '..', 'outside'))]).toEqual([[], '', false])
})

it('the check of outputs never throws, whatever it reads', () => {
  let seed = 7
  const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n
  const good = JSON.stringify({
    scene: { id: 'a', narration: [{ text: 'A rope.', clickable: { rope: { speaks: 'x', response: { text: 'y', [FOLLOW_UP]: { text: 'z' } } } } }] },
    mutations: [{ type: 'new_edge', payload: {} }]
  })
  for (let i = 0; i < 2000; i++) {
    const from = next(good.length)
    const junk = ['', '"', '{', ']', 'null', '1e999', '\\u0000', '[[', '{"__proto__":1}', '\u2028', '-'][next(11)] ?? ''
    const text = good.slice(0, from) + junk + good.slice(from + next(12))
    expect(checkNarratorOutput(text).violations.length).toBeGreaterThan(0)
  }
})
