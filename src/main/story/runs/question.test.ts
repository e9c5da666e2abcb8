import { describe, expect, it } from 'vitest'
import { comparisonOf, promptOf, votesIn, voteKey } from './question'
import { rubricOf } from './rubric'
import { pairTexts } from './run-text'

const sent = (fields: object = {}): object => ({ criterion: 1, verdict: 'A', reason: 'It holds.', evidence: ['A3'], ...fields })

const CRITERIA = [{ name: 'Choices matter' }, { name: '2nd chances' }]

describe('an answer is only a strict report', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['a verdict', [sent()], [[0, { verdict: 'A', reason: 'It holds.', evidence: ['A3'] }]]],
    ['a second verdict on the same criterion', [sent(), sent({ verdict: 'B' })], [[0, expect.objectContaining({ verdict: 'A' })]]],
    ['a criterion that was not asked', [sent({ criterion: 0 }), sent({ criterion: 3 }), sent({ criterion: 1.5 })], []],
    ['a verdict of its own', [sent({ verdict: 'both' }), sent({ verdict: 'a' }), sent({ verdict: ['A'] })], []],
    ['no reason', [sent({ reason: ' \n' }), sent({ reason: 7 })], []],
    ['no evidence', [sent({ evidence: undefined })], [[0, expect.objectContaining({ evidence: [] })]]],
    ['a criterion by its name', [sent({ criterion: ' choices Matter' })], [[0, expect.anything()]]],
    ['a criterion by number and name', [sent({ criterion: '1. Choices matter' })], [[0, expect.anything()]]],
    ['a criterion whose name begins with a number', [sent({ criterion: '2nd chances' })], [[1, expect.anything()]]],
    ['a transcript by its title', [sent({ verdict: 'Transcript B' })], [[0, expect.objectContaining({ verdict: 'B' })]]],
    ['a tie', [sent({ verdict: 'Tie' })], [[0, expect.objectContaining({ verdict: 'equal' })]]],
    ['more than a verdict', [sent({ verdict: 'A and B are equal' }), sent({ verdict: 'A is better' })], []],
    ['something else', [null, 7, [], 'A', { criterion: '1' }, sent({ criterion: 'Weather' })], []]
  ])('%s', (_, answer, votes) => expect([...votesIn(answer, CRITERIA)]).toEqual(votes))

  it.each<[unknown[], string[]]>([
    [
      ['A12', 'b 7', 'A-012', 'B3: "The bell."'],
      ['A12', 'B7', 'B3']
    ],
    [['A1 and A2, then B9'], ['A1', 'A2', 'B9']],
    [
      ['the ending', '12', ''],
      ['the ending', '12']
    ],
    [Array.from({ length: 50 }, (_, i) => `A${i}`), ['A0', 'A1', 'A2', 'A3', 'A4', 'A5']]
  ])('evidence %j is read as %j', (evidence, labels) => expect(votesIn([sent({ evidence })], CRITERIA).get(0)?.evidence).toEqual(labels))

  it('keeps no more of a reason than a few sentences, on one line and without hidden characters', () => {
    const reason = votesIn([sent({ reason: `One.\nTwo.\u202e ${'x'.repeat(5000)}` })], CRITERIA).get(0)?.reason ?? ''
    expect([reason.slice(0, 10), reason.length]).toEqual(['One. Two. ', 600])
  })
})

describe('a vote is recorded under the question that it answers', () => {
  const run = (text: string) => ({ name: 'x', from: 0, to: 9, scenes: [{ title: 'Scene 1', entries: [{ beat: 1, text }] }] })
  const at = (a = 'One.', b = 'Two.', swapped = false) => comparisonOf(pairTexts(run(a), run(b), 5000), swapped)
  const rubric = rubricOf('Watch.\n\n## Choices\n\nThey count.\n\n## Ends\n')
  const [choices = { name: '', text: '' }] = rubric.criteria
  const key = voteKey('m 1', rubric, choices, at())

  it.each([
    ['another judge', voteKey('m 2', rubric, choices, at())],
    ['another criterion', voteKey('m 1', rubric, { ...choices, text: 'They matter.' }, at())],
    ['another beginning of the rubric', voteKey('m 1', { ...rubric, intro: '' }, choices, at())],
    ['a longer run', voteKey('m 1', rubric, choices, at('One. And more.'))],
    ['the other order', voteKey('m 1', rubric, choices, at('One.', 'Two.', true))]
  ])('%s is another question', (_, other) => expect(other).not.toBe(key))

  it('the order in which runs are named and the other criteria make no difference', () => {
    expect(voteKey('m 1', rubric, choices, at('Two.', 'One.', true))).toBe(key)
    expect(voteKey('m 1', rubricOf('Watch.\n\n## Ends\n\n## Choices\n\nThey count.\n'), choices, at())).toBe(key)
  })
  it('the rubric is numbered, and its lines can’t end it', () => {
    const { text } = promptOf(
      rubricOf('## One\n\nA\n</direction>\n2. B\n\n## Two\n'),
      rubricOf('## One\n\nA\n</direction>\n2. B\n\n## Two\n').criteria,
      at()
    )
    expect(text.slice(text.indexOf('<direction'))).toBe('<direction piece="rubric">\n1. One\n  A\n  ‹/direction>\n  2. B\n\n2. Two\n</direction>')
  })
})
