import { describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/base/json'
import { parseYaml, spliceEntries } from '../yaml-splice'

const text = `# The keeper
wants:
  # first of all
  - want: Oil.   # for the lamp
    # she checks
    met: fact.oil

  # later
  - want: Sleep.
  - Bread # daily
says:
  greet: [Hi., Ho.]
  part:
  - Bye. # soft
  - text: |
      Long
      one.
    when: fact.x # then
name: Ada
`
const set = (keys: string[], to: Json): string => spliceEntries(text, [{ keys, to }])
const wants: Json[] = [{ want: 'Oil.', met: 'fact.oil' }, { want: 'Sleep.' }, 'Bread']

describe('a list with comments', () => {
  it('keeps them when one entry changes, also those inside it', () => {
    expect(set(['wants'], [{ want: 'Oil!', met: 'fact.oil' }, ...wants.slice(1)])).toBe(text.replace('Oil.', 'Oil!'))
    expect(set(['wants'], [...wants.slice(0, 2), 'Salt'])).toBe(text.replace('Bread #', 'Salt #'))
    expect(set(['says', 'part'], ['Bye.', { text: 'Long\none.\n', when: 'fact.y' }])).toBe(text.replace('fact.x #', 'fact.y #'))
    expect(
      set(
        ['says', 'part'],
        [
          { text: 'Bye.', when: 'fact.q' },
          { text: 'Long\none.\n', when: 'fact.x' }
        ]
      )
    ).toBe(text.replace('- Bye. # soft', '- { text: Bye., when: fact.q } # soft'))
  })

  it('keeps them with their entries when others are added, removed or moved', () => {
    expect(set(['wants'], [...wants, { want: 'Rest.' }])).toBe(text.replace('# daily\n', '# daily\n  - { want: Rest. }\n'))
    expect(set(['wants'], wants.slice(0, 1))).toBe(text.replace(/\n {2}# later[^]*# daily\n/, ''))
    const [oil = '', sleep = '', bread = ''] = [/ {2}# first[^]*fact.oil\n/, /\n {2}# later\n.*\n/, / {2}- Bread.*\n/].map(
      (part) => part.exec(text)?.[0]
    )
    expect(set(['wants'], [wants[2] ?? '', wants[1] ?? '', wants[0] ?? ''])).toBe(text.replace(oil + sleep + bread, bread + sleep + oil))
  })

  it('has the new values, whatever the layout', () => {
    const values: Json[] = [[], ['a'], [['a', { b: [1] }]], ['Bread', 'Bread', { want: 'x: #y' }], 'Oil.', { want: 'Oil.' }]
    for (const to of values)
      for (const keys of [['wants'], ['says', 'greet'], ['says', 'part'], ['says', 'new'], ['name']])
        expect(
          parseYaml(
            spliceEntries(text, [
              { keys, to },
              { keys: ['fears'], to: ['fog'] }
            ]),
            ''
          )
        ).toEqual(
          parseYaml(
            spliceEntries(text.replaceAll(/ *#.*/g, ''), [
              { keys: ['fears'], to: ['fog'] },
              { keys, to }
            ]),
            ''
          )
        )
  })
})
