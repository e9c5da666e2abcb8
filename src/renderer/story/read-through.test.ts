import { expect, it } from 'vitest'
import { Lore, StoryEvent } from '../../shared/story/lore'
import { readThrough, wordsIn, wordsOfCampaign } from './read-through'

const event = StoryEvent.parse({
  id: 'fog',
  title: 'The fog',
  place: 'quay',
  aim: 'Light the lamp',
  opening: ['Fog comes in.', { text: 'A bell rings twice.', when: 'fact.bell' }],
  stakes: '',
  outcomes: [{ facts: ['lamp-lit'], closes: { ship: 'The ship is in.' }, reactions: { Ada: ['At last!', { text: 'Too late.', by: 'Mara' }] } }],
  epilogue: ['Nobody asks.']
})
const lore = Lore.parse({
  title: 'Tallow',
  premise: 'A lamp must burn.',
  places: { quay: { description: 'Tar and rope.', senses: ['gulls'] } },
  journeys: { 'a--b': 'Steep steps.' },
  actors: { Ada: { public: 'A keeper.', wants: [{ want: 'Her boat', met: 'fact.boat-found' }], says: { greet: ['Evening.'] } } },
  story: [event],
  topics: []
})

it("an event's prose is read in the order of play, each passage with the field that it comes from", () => {
  const parts = readThrough(event, { lore, nameOf: (id) => `<${id}>`, document: undefined })
  expect(parts.map(({ key, passages }) => [key, ...passages.map(({ text, by, source }) => [by ?? '', text, source])])).toEqual([
    ['place', ['', 'Tar and rope.', { field: 'place:quay/description' }]],
    ['opening', ['', 'Fog comes in.', { field: 'event:fog/opening/0/text' }], ['', 'A bell rings twice.', { field: 'event:fog/opening/1/text' }]],
    [
      'outcomes',
      ['<ship>', 'The ship is in.', { field: 'event:fog/outcomes/0/closes/ship' }],
      ['<Ada>', 'At last!', { field: 'event:fog/outcomes/0/reactions/Ada/0/text' }],
      ['<Ada>', 'Too late.', { field: 'event:fog/outcomes/0/reactions/Ada/1/text' }]
    ],
    ['epilogue', ['', 'Nobody asks.', { field: 'event:fog/epilogue/0/text' }]]
  ])
  expect(wordsIn(parts)).toBe(20)
})

it('the words of a campaign are those of its prose, without conditions and ids', () => {
  expect(wordsOfCampaign(lore)).toBe(4 + 4 + 2 + 5 + 3 + 7 + 8 + 2)
})

it('an event without prose has nothing to read', () => {
  const bare = StoryEvent.parse({ id: 'bare', title: 'Bare', place: 'constructor', aim: '' })
  expect(readThrough(bare, { lore, nameOf: String, document: undefined })).toEqual([])
})
