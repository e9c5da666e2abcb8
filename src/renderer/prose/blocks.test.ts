import { expect, it } from 'vitest'
import { state } from '../store/tiny.fixture'
import { blocksOf, lineWords, spansOf } from './blocks'
import { goalOf, goalOfFile } from './link-goal'

const text = (words: string) => ({ kind: 'text', text: words })

it('parses headings, paragraphs, lists, quotes and code', () => {
  const blocks = blocksOf('# Pym\n\nA clerk\nof thirty.\n- one\n  still one\n- two\n1. first\n> said\n```\n# no heading\n```\n## Done ##')
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, spans: [text('Pym')] },
    { kind: 'text', spans: [text('A clerk of thirty.')] },
    { kind: 'list', ordered: false, items: [[text('one'), text(' '), text('still one')], [text('two')]] },
    { kind: 'list', ordered: true, items: [[text('first')]] },
    { kind: 'quote', spans: [text('said')] },
    { kind: 'code', text: '# no heading' },
    { kind: 'heading', level: 2, spans: [text('Done')] }
  ])
})

it('parses links and emphasis without losing text', () => {
  expect(spansOf('To [[Throat Yard|the yard]] and [[Dilly#voice]], **now** *or* `never`, [see](https://example.org).')).toEqual([
    text('To '),
    { kind: 'link', target: 'Throat Yard', text: 'the yard' },
    text(' and '),
    { kind: 'link', target: 'Dilly', text: 'Dilly#voice' },
    text(', '),
    { kind: 'strong', spans: [text('now')] },
    text(' '),
    { kind: 'em', spans: [text('or')] },
    text(' '),
    { kind: 'code', text: 'never' },
    text(', '),
    text('see'),
    text('.')
  ])
  expect(spansOf('![[map.png]] by [the mill](Old%20Mill.md#Wheel) and ![a plan](plan.png)')).toEqual([
    { kind: 'picture', target: 'map.png' },
    text(' by '),
    { kind: 'link', target: 'Old Mill.md', text: 'the mill' },
    text(' and '),
    { kind: 'picture', target: 'plan.png', alt: 'a plan' }
  ])
  expect(spansOf('![[a b.webp|300]] ![[art/c.jpg|The quay]] ![](<d e.png> "Quay") ![x](https://a.b/c.png) ![y](z.svg) [](f.md)')).toEqual([
    { kind: 'picture', target: 'a b.webp' },
    text(' '),
    { kind: 'picture', target: 'art/c.jpg', alt: 'The quay' },
    text(' '),
    { kind: 'picture', target: 'd e.png' },
    text(' '),
    text('x'),
    text(' '),
    text('y'),
    text(' '),
    { kind: 'link', target: 'f.md', text: '' }
  ])
  expect(spansOf('2 * 3 * 4 and snake_case_name, [[')).toEqual([text('2 * 3 * 4 and snake_case_name, [[')])
})

it('a link leads to a character, a place, a region, a story event or a topic', () => {
  const lore = {
    story: [{ id: 'Soup', title: 'Soup for All' }],
    topics: [{ path: 'world/misc/tolls.md', title: 'The tolls', tags: [], body: '' }]
  } as unknown as Parameters<typeof goalOf>[2]
  const at = state()
  expect(goalOf('wren', at, lore)).toEqual({ what: 'actor', id: 'Wren' })
  expect(goalOf('world/players/Wren/ABOUT.md', at, lore)).toEqual({ what: 'actor', id: 'Wren' })
  expect(goalOf('the WELL', at, lore)).toEqual({ what: 'place', id: 'well' })
  expect(goalOf('soup for all', at, lore)).toEqual({ what: 'file', path: 'world/story/Soup/ABOUT.md' })
  expect(goalOf('misc/tolls', at, lore)).toEqual({ what: 'file', path: 'world/misc/tolls.md' })
  expect([goalOf('Beat 12', at, lore), goalOf('beat 12b', at, lore)]).toEqual([{ what: 'beat', n: 12 }, undefined])
  expect(goalOf('nothing', at, lore)).toBeUndefined()
  expect(goalOf('constructor', at, lore)).toBeUndefined()
})

it('the file of a place leads to its form, any other file to itself', () => {
  const at = state()
  expect(goalOfFile('world/regions/any/locations/well.yaml', at)).toEqual({ what: 'place', id: 'well' })
  expect(goalOfFile('world/regions/any/locations/gone.yaml', at)).toEqual({ what: 'file', path: 'world/regions/any/locations/gone.yaml' })
  expect(goalOfFile('rules/main.ts', at)).toEqual({ what: 'file', path: 'rules/main.ts' })
})

it('reads a line as plain words', () => {
  expect(lineWords('- He lied at the [[old mill]], **twice**; ask [[Hask#Debts|Mother Hask]] and `[[code]]`.')).toBe(
    'He lied at the old mill, twice; ask Mother Hask and [[code]].'
  )
  expect(lineWords('description: [[the ford]')).toBe('description: [[the ford]')
})
