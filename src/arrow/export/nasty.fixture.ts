import type { ArrowDocument } from '../document'
import { documentOf } from '../made.fixture'

/**
 * A small story with everything that other tools stumble over: quotes, markup, HTML, their own syntax, empty lines, unset tags, a jump to a frame.
 */
export const nasty: ArrowDocument = {
  ...documentOf(
    {
      0: {
        name: "The O'Hara inn",
        nodes: {
          1: { type: 'entry', to: [2], data: { plaque: 'x' }, name: 'start' },
          2: {
            type: 'content',
            to: [3],
            data: {
              title: "D'Arcy's <b>inn</b>: see https://x.org/*y*/",
              content:
                "A line with [b]bold[/b] words & an <img src=x onerror=alert(1)>.\n\n-> not a divert <- \\ {gold} of {coins}, {O'Hara.mood}{O'Hara.never}.\n* no choice\n- no gather\n=== no knot ===\n:: no passage\n~ no code // no comment /* none */ <> # no tag | no bar\nVAR x = 1\nTODO: nothing <<print 1>> [[no link]] $gold _temp @@ !!head\n''stay'' '''' 20~~30 2^^nd == __ /% %/\n----\nan em--dash\n\"\"\"raw\"\"\" // `code`\n'{gold}' \"{gold}\" -{gold}-"
            },
            name: 'END'
          },
          3: { type: 'monolog', to: [4], data: { character: 60, monolog: '' }, name: 'done' },
          4: { type: 'variable_update', to: [5], data: { variable: 50, operator: 'add', with: [0, 3] }, name: 'gold' },
          5: {
            type: 'variable_update',
            to: [6],
            data: { variable: 51, operator: 'ins', with: [0, ' "so" {gold} \\n http://x.org /* y */ <b>|#~'] },
            name: '5'
          },
          6: { type: 'variable_update', to: [7], data: { variable: 52, operator: 'neg', with: [0, false] }, name: '6 | [x]' },
          7: { type: 'condition', to: [19, 8], data: { variable: 50, operator: 'gte', with: [0, 5] }, name: 'VAR' },
          8: { type: 'condition', to: [19, 9], data: { variable: 52, operator: 'eq', with: [0, true] }, name: 'true' },
          9: {
            type: 'tag_pass',
            to: [10, 19],
            data: {
              character: 60,
              pass: [
                1,
                [
                  ['mood', null],
                  ['never', 'x']
                ]
              ]
            },
            name: 'pass'
          },
          10: { type: 'tag_edit', to: [11], data: { character: 60, edit: [2, 'mood', 'glad "so" <b>'] }, name: 'edit' },
          11: { type: 'tag_match', to: [19, 12], data: { character: 60, tag_key: 'mood', patterns: ['calm', 'glad "so" <b>'] }, name: 'match' },
          12: { type: 'macro_use', to: [13], data: { macro: 70 }, name: 'use' },
          13: {
            type: 'dialog',
            to: [14, 19, undefined],
            data: { character: 60, lines: ["Don't [go]!", 'Well, <i>{gold}</i> -> "no" | {name}', '{ } + - * # ~'], playable: true },
            name: 'say'
          },
          14: { type: 'interaction', to: [15, 19], data: { actions: ['Pay {gold} * 2 = all', "# ''Leave'' -- [it] $gold"] }, name: 'do' },
          15: { type: 'dialog', to: [16], data: { character: -1, lines: ['Only {name} & one line'] }, name: 'one' },
          16: { type: 'jump', data: { target: 30, reason: '' }, name: 'over' },
          17: { type: 'frame', data: { label: 'F', color: '00ff00ff', rect: [300, 300] }, name: 'frame' },
          18: { type: 'content', to: [19], data: { content: '' }, name: 'empty' },
          19: { type: 'content', data: { title: 'Wrong', content: 'This is never reached.' }, name: 'wrong' }
        }
      },
      29: {
        name: 'Cellar "two"',
        nodes: {
          30: { type: 'entry', to: [31], name: 'cellar' },
          31: { type: 'content', to: [32], data: { content: 'Down here.', clear: true }, name: 'story_title' },
          32: { type: 'hub', to: [33], data: { slots: 2 }, name: 'hub' },
          33: { type: 'content', to: [34], data: { content: 'Skipped.' }, skip: true, name: 'skipped' },
          34: { type: 'marker', to: [35], data: { label: '*[end]', color: '00ff00ff' }, name: 'marker' },
          35: { type: 'content', to: [36], data: { content: 'The end is near.', auto: true }, name: 'auto' },
          36: { type: 'jump', data: { target: 17, reason: 'a frame' }, name: 'to frame' }
        }
      },
      70: {
        name: 'Macro',
        macro: true,
        nodes: {
          71: { type: 'entry', to: [72], name: 'm' },
          72: { type: 'content', to: [73], data: { content: 'In the macro.\r\nA second line.' }, name: 'inside' },
          73: { type: 'variable_update', data: { variable: 50, operator: 'mul', with: [1, 50] }, name: 'double' }
        }
      }
    },
    {
      variables: {
        50: { name: 'gold', type: 'num', init: 2 },
        51: { name: 'name', type: 'str', init: 'Ann "A"' },
        52: { name: 'not', type: 'bool', init: false }
      },
      characters: { 60: { name: "O'Hara", color: '00ff00', tags: { mood: 'calm' } } }
    }
  ),
  title: "O'Hara's </script> <!-- # inn"
}
