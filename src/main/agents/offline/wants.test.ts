import { expect, it } from 'vitest'
import type { Atlas, View } from '../../../shared/table/agents'
import type { EntryChanges } from '../../../shared/story/entry-changes'
import { isAnnounced } from './aftermath'
import { linger } from './extras'
import { summary } from './summary'
import { bystander, choice, count, DM_OFFERS, dmView, entry, offer, someone, uses } from './tiny-views.fixture'

const did = (by: string, action: string, text: string, changes: EntryChanges = {}) =>
  entry(by, 'system', text, { action, actionKind: action, changes })
const person = (id: string, wants: string, more: Partial<Atlas['people'][number]> = {}): Atlas['people'][number] => ({
  id,
  name: id,
  kind: 'player',
  place: 'yard',
  pronoun: 'she',
  wants,
  isBounded: false,
  ...more
})
const HEARD = 'To hear from Mother Hask who cut the rope.'
const atlas: Atlas = {
  features: [
    { place: 'inn', id: 'post', name: 'the rope post', text: 'Somebody cut the rope on it.', after: [], fact: 'cut' },
    { place: 'walk', id: 'till', name: 'the till', text: 'Nine shillings.', after: [], fact: 'paid' }
  ],
  tellings: [{ who: 'Hask', place: 'yard', fact: 'rope-cutter', text: 'Pym cut it.', after: [], isOpen: true, isTold: true }],
  people: [
    person('Wren', HEARD),
    person('Tobit', 'To be paid.', { isBounded: true, metBy: ['paid'] }),
    person('Hask', '', { kind: 'npc', name: 'Mother Hask' })
  ],
  places: [],
  journeys: [{ from: 'yard', to: 'walk', difficulty: 0 }]
}
/** The DM's view when all story events are over, with one of them changed. */
const over = (event: Partial<NonNullable<View['story']>[number]> = {}, more: Partial<View> = {}): View => {
  const view = dmView({
    atlas: () => atlas,
    actors: [
      ...['Wren', 'Tobit'].map((id) => someone(id, { sheet: { ...someone('x').sheet!, wants: id === 'Wren' ? HEARD : 'To be paid.' } })),
      bystander('Hask')
    ],
    party: ['Wren', 'Tobit'],
    ...more
  })
  return { ...view, story: view.story!.map((one, at) => ({ ...one, ready: true, done: true, ...(at === 0 ? event : {}) })) }
}

it('the story goes on while a want of the party can still be met, unless it had a climax or an epilogue', () => {
  expect(isAnnounced(over())).toBe(false)
  expect(isAnnounced(over({ climax: true }))).toBe(true)
  expect(isAnnounced(over({ epilogue: ['They went home.'] }))).toBe(true)
  expect(isAnnounced(over({}, { facts: { paid: true } }))).toBe(true)
})

it('an epilogue does not say that a character still wants to hear what has been told', () => {
  const log = [entry('DM', 'narration', 'He was here.')]
  const view = over({ climax: true }, { log, spent: { narrate: 1 }, scene: { ...dmView().scene!, story: 'throat' } })
  const ends = uses(view, [...DM_OFFERS, offer('end_campaign', [])]).filter(({ tool }) => tool === 'end_campaign')
  expect(ends.length).toBeGreaterThan(10)
  expect(
    count(ends, ({ input }) => /Wren (?:still wants|goes without|wanted is still)|what Wren wanted nothing/i.test(String(input['epilogue'])))
  ).toBe(0)
})

it('time passes at most once in a turn of the DM', () => {
  const pass = offer('pass-time', [choice('minutes', ['10'])], 'free', 'DM')
  const view = dmView({ log: [entry('DM', 'narration', 'It is quiet.')] })
  const guided = { ...view, guide: { ...view.guide, actions: { ...view.guide.actions, 'pass-time': { kind: 'pass_time' as const, power: 1 } } } }
  expect(linger(guided, [pass])).toEqual({ tool: 'pass-time', input: { minutes: '10' } })
  expect(linger({ ...guided, spent: { 'pass-time': 1 } }, [pass])).toBeUndefined()
})

it("a summary's open threads leave out what the scene was to hear and heard", () => {
  const scene = { ...dmView().scene!, aim: 'Go to Throat Yard and hear what Hask has to say' }
  const view = (log: View['log']): View => ({ ...dmView({ scene, closing: 'scene', phase: 'close', log }), story: [] })
  expect(summary(view([]))).toContain('- Still to do: go to Throat Yard and hear what Hask has to say.')
  expect(summary(view([did('Wren', 'talk', 'Hask says: “It was Pym who cut it, on Tuesday.”')]))).not.toContain('Still to do')
})
