import { expect, it } from 'vitest'
import { linkTargets } from './wikilinks'

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
