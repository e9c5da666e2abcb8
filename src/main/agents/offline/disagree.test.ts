import { expect, it } from 'vitest'
import type { ToolUse, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { count, DM_OFFERS, dmView, entry, PLAYER_OFFERS, someone, turnsOf, uses, viewOf } from './tiny-views.fixture'

const wanting = (id: string, pronoun: 'she' | 'he', wants: string) => someone(id, { pronoun, sheet: { ...someone(id).sheet!, wants } })
const WREN = wanting('Wren', 'she', 'To find her brother, before dark.')
const TOBIT = wanting('Tobit', 'he', 'His wall, taken down.')
const told = entry('DM', 'narration', 'They stand there.')
const acted = entry('Tobit', 'system', 'Tobit looks about.', { action: 'explore' })
/** The yard as one of the two sees it, where nobody has seen the inn, with what was said so far. */
const asSeenBy = (who: 'Wren' | 'Tobit', said: readonly LogEntry[], more: Partial<View> = {}): View =>
  viewOf({
    who,
    party: ['Wren', 'Tobit'],
    actors: [who === 'Wren' ? WREN : someone('Wren'), who === 'Tobit' ? TOBIT : someone('Tobit', { pronoun: 'he' })],
    log: [told, acted, ...said],
    ...more
  })
const spoken = (view: View): string[] => [...new Set(uses(view, PLAYER_OFFERS).flatMap(sayOf))]
const sayOf = ({ tool, input }: ToolUse): string[] => (tool === 'speak' ? [String(input['text'])] : [])
const claim = entry('Wren', 'speech', 'I am for the stone trough before the chained windlass, because I want to find my brother.')

it('a player says once in a scene what comes first, with a reason from what they want, and leaves it to the others', () => {
  const said = spoken(asSeenBy('Wren', []))
  expect(said.length).toBeGreaterThan(0)
  for (const text of said) expect(text).toMatch(/^I am for .+ before .+, because I want to find my brother\.$/)
  const after = turnsOf(asSeenBy('Wren', [claim], { spent: { speak: 1 } }), PLAYER_OFFERS)
  expect(new Set(after.map(({ tool }) => tool))).toEqual(new Set(['pass']))
  const later = [claim, entry('Tobit', 'system', 'Tobit searches.', { action: 'search' })]
  expect(spoken(asSeenBy('Wren', later)).filter((text) => text.startsWith('I am for'))).toEqual([])
})

it('another player objects with what they want, and gives way at once if the other thing is here', () => {
  const said = spoken(asSeenBy('Tobit', [claim]))
  expect(said.length).toBeGreaterThan(0)
  for (const text of said)
    expect(text).toMatch(
      /^I would sooner (?:look at the chained windlass|go on to Marget's Taproom), Wren, because I want my wall(?:\.$|; but the stone trough is here, and Marget's Taproom is 2 minutes away, so the stone trough first, then\.$)/
    )
})

it('the first one gives way to an objection, with a reason, and does what the other asked for', () => {
  const objection = entry('Tobit', 'speech', 'I would sooner look at the chained windlass, Wren, because I want my wall.')
  const said = spoken(asSeenBy('Wren', [claim, objection]))
  expect(said).toEqual(['It is twenty to six in the afternoon, and we have no time to argue about it, Tobit, so the chained windlass first, then.'])
  const agreed = entry('Wren', 'speech', said[0] ?? '')
  const done = turnsOf(asSeenBy('Wren', [claim, objection, agreed], { spent: { speak: 1 } }), PLAYER_OFFERS)
  expect(count(done, ({ input }) => input['feature'] === 'windlass')).toBeGreaterThan(done.length * 0.8)
})

it('the DM calls on the one who has to answer before anybody else', () => {
  const called = (said: readonly LogEntry[]): unknown[] => {
    const view = dmView({ party: ['Wren', 'Tobit'], actors: [WREN, TOBIT], spent: { narrate: 1 }, log: [told, acted, ...said] })
    const calls = uses(view, DM_OFFERS).filter(({ tool }) => tool === 'call_on')
    return [...new Set(calls.map(({ input }) => String(input['who'])))]
  }
  expect(called([claim])).toEqual(['Tobit'])
  expect(called([claim, entry('Tobit', 'speech', 'I would sooner look at the chained windlass, Wren, because I want my wall.')])).toEqual(['Wren'])
})

it('nobody argues while a companion is down, in a fight, or next to a hostile character', () => {
  const down = someone('Pym', { canAct: false, conditions: { critical: 'Critical' } })
  expect(spoken(asSeenBy('Wren', [], { party: ['Wren', 'Tobit', 'Pym'], actors: [WREN, someone('Tobit'), down] }))).toEqual([])
})
