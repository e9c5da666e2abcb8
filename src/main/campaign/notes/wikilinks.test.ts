import { expect, it } from 'vitest'
import { linkTargets, tagsIn, withLinkTargets } from './wikilinks'

it.each([
  ['a plain link', '[[The Well]]', ['the well']],
  ['an alias', '[[well|the old one]] [[a | b | c]]', ['well', 'a']],
  ['an escaped bar, as in tables', '| [[well\\|the old one]] |', ['well']],
  ['a heading', '[[well#Depth#Water]]', ['well']],
  ['a block', '[[well#^b1|there]]', ['well']],
  ['an embed', '![[well]] ![[map.png|200]]', ['well', 'map.png']],
  ['a heading of the same note', '[[#Depth]] [[#^b1]]', []],
  ['a path', '[[/places/Well.md]] [[places/well]]', ['places/well.md', 'places/well']],
  ['a path from here', '[[./Rope]] [[../misc/Bells]] [[../../../top]]', ['notes/places/rope', 'notes/misc/bells', 'top']],
  [
    'links of Markdown',
    '[a](Well.md) [b](<The Rope.md>) [c](The%20Bells.md#Low) ![d](../Old%20(lost)%20mill.md "Old")',
    ['well.md', 'the rope.md', 'the bells.md', 'notes/old (lost) mill.md']
  ],
  ['links of Markdown that lead elsewhere', '[a](https://example.org/Well.md) ![b](map.png) [c](#Depth) \\[d](Well.md) [e](two words.md)', []],
  ['each once', '[[Well]] [[well]] [[WELL#a]]', ['well']],
  ['nothing in brackets', '[[]] [[ ]] [[|x]] [well] [[a]b]]', []],
  ['over two lines', '[[the\nwell]]', []],
  ['escaped', '\\[[well]]', []],
  ['composed and decomposed', '[[Zoe\u0308]] [[Zoë]]', ['zoë']],
  ['a span of code', '`[[a]]` ``[[b]] ` `` [[c]]', ['c']],
  ['a lonely backtick', '` [[a]]\n\n[[b]] ` [[c]]', ['a', 'b', 'c']],
  ['fenced code', '```md\n[[a]]\n~~~\n[[b]]\n```\n[[c]]', ['c']],
  ['a longer fence', '~~~~\n[[a]]\n~~~\n[[b]]\n~~~~\n[[c]]', ['c']],
  ['a fence without end', '[[a]]\n```\n[[b]]', ['a']],
  ['no fence: a backtick behind it', '``` `x`\n[[a]]\n', ['a']],
  ['indented code', 'Text.\n\n    [[a]]\n\n    [[b]]\n[[c]]', ['c']],
  ['an indented line of a paragraph', 'Text\n    [[a]]', ['a']],
  ['an indented paragraph of a list', '- one\n\n    [[a]]\n    - [[b]]\n', ['a', 'b']]
])('%s', (_what, body, targets) => {
  expect(linkTargets(body, 'notes/places/well.md')).toEqual(targets)
})

it.each([
  ['#clue and (#no), #place/mill. #Ünder-way_2,', ['clue', 'place/mill', 'Ünder-way_2']],
  ['# Heading\n## Another\n#tag\n#1 #2024 #1a', ['tag', '1a']],
  ['`#code` [[Mill#Depth]] https://example.org/#part\n\n    #indented\n', []]
])('the tags of %j', (body, tags) => {
  expect(tagsIn(body)).toEqual(tags)
})

it('a link of Markdown leads to the new name as an address, and keeps its words, heading and title', () => {
  const body = 'Of [Mill.md](Mill.md), [the wheel](<Mill.md#Wheel>) and [it](../lore/Mill.md "Mill.md").'
  const to = (target: string): string | undefined => (target.endsWith('mill.md') ? 'Old (lost) Mill' : undefined)
  expect(withLinkTargets(body, 'world/misc/x.md', to)).toBe(
    'Of [Mill.md](Old%20%28lost%29%20Mill.md), [the wheel](<Old (lost) Mill.md#Wheel>) and [it](Old%20%28lost%29%20Mill.md "Mill.md").'
  )
})
