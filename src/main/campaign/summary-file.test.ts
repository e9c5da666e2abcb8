import { expect, it } from 'vitest'
import type { RuleUse } from '../engine/exercised'
import { exercisedIn, recapIn, summaryBody, summaryText, summaryTexts } from './summary-file'

const none = new Map<string, RuleUse>()
const used = (times: number, outcomes: Record<string, number> = {}): RuleUse => ({ times, outcomes: new Map(Object.entries(outcomes)) })
const counts = new Map([
  ['walk', used(2)],
  ['omen (table)', used(2)],
  ['bite', used(11, { failure: 3, 'partial success': 3, success: 4 })]
])
const written = '## Recap\n\nAll saw it.\n\n'
const whole = '## Key events\n\n- They met.\n\n## People met\n\nOswin.\n\n## Unresolved threads\n\nNone.'

it('a summary has the five headings, with the most used rules first', () => {
  expect(summaryText(`${whole}\n`, ' All saw it.\n', counts)).toBe(
    `${written}${whole}\n\n## Rules exercised\n\n- bite × 11 (4 success, 3 failure, 3 partial success)\n- omen (table) × 2\n- walk × 2\n`
  )
  expect(summaryText('They went down.', 'All saw it.', none)).toBe(
    '## Recap\n\nAll saw it.\n\n## Key events\n\nThey went down.\n\n## People met\n\nNothing was written down.\n\n## Unresolved threads\n\nNothing was written down.\n\n## Rules exercised\n\nNone.\n'
  )
  expect(summaryText('# The night\n\n### key EVENTS ##\n- A.\n\n## Unresolved threads\nB.', 'All saw it.', none)).toBe(
    '## Recap\n\nAll saw it.\n\n# The night\n\n### key EVENTS ##\n- A.\n\n## Unresolved threads\nB.\n\n## People met\n\nNothing was written down.\n\n## Rules exercised\n\nNone.\n'
  )
})

it.each([
  whole,
  'They went down.',
  'Nothing was written down.',
  '## People met\n\nNothing was written down.',
  '## Key events\n\nNothing was written down.',
  '## Key events\n\nA.\n\n## Else\n\nNothing was written down.',
  'Two.\n\n## Else\n\nB.\n\n## Key events\n\nC.'
])('what was given is found again in it: %j', (text) => {
  const file = summaryText(text, 'They went.\n\nThey came back.', counts)
  expect(summaryTexts(file)).toContain(text)
  expect(summaryTexts(file)).toContain('They went.\n\nThey came back.')
  expect(recapIn(file)).toBe('They went.\n\nThey came back.')
  expect(summaryBody(file)).not.toContain('Rules exercised')
})

it('the counts of a summary are read back', () => {
  expect(exercisedIn(summaryText('- bite × 99\n\n- walk × 3', '- bite × 98', counts))).toEqual(counts)
  expect([exercisedIn('- bite × 99'), exercisedIn('')]).toEqual([none, none])
  const older = summaryText('They went.', 'All saw it.', none).replace('None.', '- bite × 11\n- omen (table) × 2')
  expect(exercisedIn(older)).toEqual(
    new Map([
      ['bite', used(11)],
      ['omen (table)', used(2)]
    ])
  )
})

it.each([
  ['a summary of an older version is read whole', `${whole}\n\n## Rules exercised\n\nNone.\n`, whole],
  ['a recap may stand anywhere', `# So far\n\n${whole}\n\n### recap ##\nThey went.\n#\nIt was Mira.`, 'They went.'],
  ['an empty recap is empty', '## Recap\n\n## Key events\n\nIt was Mira.', '']
])('what players read: %s', (_what, file, recap) => expect(recapIn(file)).toBe(recap))
