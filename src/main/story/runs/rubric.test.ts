import { expect, it } from 'vitest'
import { rubricOf } from './rubric'

it('has four criteria if the campaign has no file, and the same ones once that is saved', () => {
  const { path, intro, criteria, text } = rubricOf(undefined)
  expect([path, criteria.map(({ name }) => name)]).toEqual([
    undefined,
    ['Choices matter', 'The story moves', 'The people are themselves', 'The telling holds']
  ])
  expect(rubricOf(text)).toMatchObject({ path: 'direction/rubric.md', intro, criteria })
})

it.each<[string, string, { intro?: string; criteria: [string, string][] }]>([
  [
    'headings of the second level',
    '# Rubric\n\nLook.\n\n## A\n\nOne.\n\n### Detail\n\nTwo.\n## B ##\n',
    {
      intro: 'Look.',
      criteria: [
        ['A', 'One.\n\n### Detail\n\nTwo.'],
        ['B', '']
      ]
    }
  ],
  [
    'headings of the first level if there are no others',
    '# A\nOne.\n# B\nTwo.\n',
    {
      criteria: [
        ['A', 'One.'],
        ['B', 'Two.']
      ]
    }
  ],
  ['front matter and Windows line ends', '---\r\nname: Mine\r\n---\r\n## A\r\nOne.\r\n', { criteria: [['A', 'One.']] }],
  ['headings in code', '## A\n```\n## not one\n```\n', { criteria: [['A', '```\n## not one\n```']] }],
  ['a word after a number sign', '## A\n##B\n', { criteria: [['A', '##B']] }]
])('reads %s', (_, file, { intro = '', criteria }) =>
  expect(rubricOf(file)).toMatchObject({ intro, criteria: criteria.map(([name, text]) => ({ name, text })) })
)

it.each([
  ['', /^direction\/rubric\.md has no criterion\. Write each as a heading/],
  ['Be good.\n', /has no criterion/],
  ['## A\n\n## a\n', /two criteria called “a”\. Rename one of them\.$/],
  ['---\nname: X\n---\n\n## \nText.\n', /^Line 5 of direction\/rubric\.md is a heading without text\. Name the criterion there\.$/],
  [`## ${'x'.repeat(101)}\n`, /^The criterion in line 1 of direction\/rubric\.md is longer than 100 characters\./],
  [Array.from({ length: 13 }, (_, i) => `## C${i}\n`).join(''), /has 13 criteria\. Keep at most 12\.$/],
  [`## A\n\n${'x'.repeat(20_001)}`, /longer than 20,000 characters\. Shorten it\.$/],
  ['---\nname: [\n---\n## A\n', /direction\/rubric\.md/]
])('says in a sentence what is wrong with %j', (file, says) => {
  expect(() => rubricOf(file)).toThrow(expect.objectContaining({ code: 'bad-file', message: expect.stringMatching(says) }))
})
