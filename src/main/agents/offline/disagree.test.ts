import { expect, it } from 'vitest'
import type { ToolUse, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { concessions } from './disagree'
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
const claim = entry('Wren', 'speech', 'Tobit, I am for the stone trough before the chained windlass, because I want to find my brother.')
const objection = entry('Tobit', 'speech', 'Not the stone trough, Wren: I would sooner look at the chained windlass, because I want my wall.')
const BEGINS = /^Tobit, (?:I am for|let it be|I say|I would begin with|we should take|give me|my vote is for|if I may choose,) .+/
/** How a want follows what is said. */
const wantWords = (want: string): string => `(?:, (?:because|for|since) I want|; what I want is) ${want}`
/** Different last words of the DM, after each of which another player begins. */
const NARRATIONS = ['They stand there.', 'It is quiet.', 'A dog barks.', 'Nothing stirs.'].map((text) => entry('DM', 'narration', text))

it('a player says what comes first to another one, with a reason from what they want, and leaves it to the others', () => {
  const said = NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [last])))
  expect(said.length).toBeGreaterThan(0)
  for (const text of said) expect([text, BEGINS.test(text) && new RegExp(`${wantWords('to find my brother')}\\.$`).test(text)]).toEqual([text, true])
  const after = turnsOf(asSeenBy('Wren', [claim], { spent: { speak: 1 } }), PLAYER_OFFERS)
  expect(new Set(after.map(({ tool }) => tool))).toEqual(new Set(['pass']))
  const later = [claim, entry('Tobit', 'system', 'Tobit searches.', { action: 'search' })]
  expect(spoken(asSeenBy('Wren', later)).filter((text) => BEGINS.test(text))).toEqual([])
})

it("the reason is a belief if there is one, or in the authors' words, and it begins with what was done last", () => {
  const begun = (sheet: object, log: readonly LogEntry[] = []): string[] => {
    const me = { ...WREN, sheet: { ...WREN.sheet!, ...sheet } }
    return NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [...log, last], { actors: [me, someone('Tobit', { pronoun: 'he' })] })))
  }
  const belief = { beliefs: { lake: { text: 'The water is alive.', believes: 0.9 } } }
  for (const text of begun(belief)) expect(text).toMatch(/, because I believe this: The water is alive\.$/)
  for (const text of begun({ wants: '', says: { want: ['He is somewhere.'] } })) expect(text).toMatch(/\. He is somewhere\.$/)
  const searched = entry('Tobit', 'system', 'Tobit searches.', { action: 'search', changes: { places: { yard: { searched: ['the old pail'] } } } })
  for (const text of begun({}, [searched])) expect(text).toMatch(/^Tobit, now that we have seen to the old pail, /)
  expect(begun({ wants: '' })).toEqual([])
})

it('another player objects with what they want or deny, and gives way at once if the other thing is here', () => {
  const said = spoken(asSeenBy('Tobit', [claim]))
  expect(said.length).toBeGreaterThan(0)
  const why = wantWords('my wall')
  const insists = new RegExp(`: I would sooner look at the chained windlass${why}\\.$`)
  const yields = new RegExp(
    `: I would sooner go on to Marget's Taproom${why}; but .*(?:2 minutes away.*|after the stone trough), so the stone trough first, then\\.$`
  )
  for (const text of said) expect([text, text.includes('the stone trough') && (insists.test(text) || yields.test(text))]).toEqual([text, true])
  const creed = entry('Wren', 'speech', 'Tobit, I am for the stone trough before the chained windlass, because I believe this: The water is alive.')
  const denier = { ...TOBIT, sheet: { ...TOBIT.sheet!, beliefs: { lake: { text: 'The water is alive.', denies: 0.9 } } } }
  const denied = spoken(asSeenBy('Tobit', [creed], { actors: [someone('Wren'), denier] }))
  expect(denied.filter((text) => !text.includes(', because I do not believe it'))).toEqual([])
})

it('the first one gives way to an objection, with a reason, and does what the other asked for', () => {
  const said = spoken(asSeenBy('Wren', [claim, objection]))
  expect(said.length).toBeGreaterThan(1)
  for (const text of said) expect(text).toMatch(/, Tobit, so the chained windlass first, then\.$/)
  expect(said.filter((text) => /you want your wall more than I want to look at the stone trough, /i.test(text)).length).toBeGreaterThan(0)
  // What nobody argued for is no reason.
  expect(said.filter((text) => text.includes('Taproom'))).toEqual([])
  const agreed = entry('Wren', 'speech', said[0] ?? '')
  const done = turnsOf(asSeenBy('Wren', [claim, objection, agreed], { spent: { speak: 1 } }), PLAYER_OFFERS)
  expect(count(done, ({ input }) => input['feature'] === 'windlass')).toBeGreaterThan(done.length * 0.8)
  expect(concessions(asSeenBy('Wren', [claim, objection, agreed]))).toEqual(['Wren gave way to Tobit: the chained windlass first.'])
})

it("an event has one disagreement: its next scenes don't argue again", () => {
  const argued = { scenes: ['In “The Counting” the party was at Throat Yard. Wren gave way to Tobit: the chained windlass first.'] }
  const scene = (title: string) => ({ ...viewOf().scene!, title })
  const begun = (title: string): number =>
    NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [last], { summaries: argued, scene: scene(title) }))).filter((text) => BEGINS.test(text))
      .length
  expect([begun('The Counting, from the Ropewalk'), begun('The Counting'), begun('Soup') > 0, begun('What Wren wants, still')]).toEqual([
    0,
    0,
    true,
    0
  ])
})

it('players who were called on together begin no argument, and an argument ends once one of the two has acted', () => {
  expect(NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [last], { calledTogether: true }))).filter((text) => BEGINS.test(text))).toEqual([])
  const done = entry('Wren', 'system', 'Wren looks into the stone trough.', { action: 'search' })
  expect(spoken(asSeenBy('Tobit', [claim, done])).filter((text) => text.includes('I would sooner'))).toEqual([])
})

it('a player who came for a character gives no reason for that once the character is here', () => {
  const me = wanting('Wren', 'she', 'To take her brother home to Corrie.')
  const corrie = someone('Corrie', { kind: 'npc' })
  const begun = (actors: View['actors']): number =>
    NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [last], { actors }))).filter((text) => BEGINS.test(text)).length
  expect([begun([me, TOBIT]) > 0, begun([me, TOBIT, corrie])]).toEqual([true, 0])
})

it('the DM calls alone on the one who begins, and then on the one who has to answer', () => {
  const called = (said: readonly LogEntry[], more: Partial<View> = {}): unknown[] => {
    const view = dmView({ party: ['Wren', 'Tobit'], actors: [WREN, TOBIT], spent: { narrate: 1 }, log: [told, acted, ...said], ...more })
    const calls = uses(view, DM_OFFERS).filter(({ tool }) => tool === 'call_on')
    return [...new Set(calls.map(({ input }) => String(input['who'])))]
  }
  const begun = NARRATIONS.map((last) => called([last]).join())
  expect(new Set(begun)).toEqual(new Set(['Wren', 'Tobit']))
  expect(called([claim])).toEqual(['Tobit'])
  expect(called([claim, objection])).toEqual(['Wren'])
})

it('nobody argues while a companion is down, in a fight, or next to a hostile character', () => {
  const down = someone('Pym', { canAct: false, conditions: { critical: 'Critical' } })
  expect(
    NARRATIONS.flatMap((last) => spoken(asSeenBy('Wren', [last], { party: ['Wren', 'Tobit', 'Pym'], actors: [WREN, someone('Tobit'), down] })))
  ).toEqual([])
})
