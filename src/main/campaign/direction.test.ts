import { describe, expect, it } from 'vitest'
import { directionFindings } from '../story/checks/check-game'
import { directionTexts, readDirection } from './direction'
import { checkSchema, TableFile } from './file-schemas'
import { parseYaml } from './yaml-splice'

const FILES: Readonly<Record<string, string>> = {
  'direction/plain.md': '---\nname: Plain\n---\nPlain words.\n',
  'direction/bare.md': 'Only words.',
  'direction/tactician.md': '---\nname: Tactician\nweights: { attack: 2, talk: 0.5 }\n---\nPlay to win.\n',
  'direction/odd.md': '---\nweights: { dance: 2 }\n---\nDance.\n',
  'direction/much.md': '---\nweights: { talk: 11 }\n---\nTalk.\n',
  'direction/empty.md': '---\nname: Empty\n---\n',
  'direction/long.md': 'A word and another one. '.repeat(200)
}
const read = (path: string): string | undefined => FILES[path]
const table = (direction: string) => checkSchema(TableFile, parseYaml(`direction: ${direction}\n`, 'table.yaml'), 'table.yaml').direction

describe('direction files', () => {
  it('have a name, a text and weights', () => {
    expect(readDirection(FILES['direction/tactician.md'] ?? '', 'direction/tactician.md')).toEqual({
      path: 'direction/tactician.md',
      name: 'Tactician',
      text: 'Play to win.',
      weights: { attack: 2, talk: 0.5 }
    })
    expect(readDirection('Only words.', 'direction/bare.md')).toMatchObject({ name: 'bare', text: 'Only words.', weights: {} })
  })

  it.each([
    ['../etc/passwd', '{ tone: ../etc/passwd }'],
    ['an absolute path', '{ tone: /etc/passwd }'],
    ['a folder above', '{ dm: direction/../ABOUT.md }'],
    ['git', '{ dm: .git/config }'],
    ['another kind of file', '{ personas: { Wren: world/npcs/Mira/ABOUT.md } }'],
    ['a note of a player', '{ personas: { Wren: player-notes/Tobit/x.md } }'],
    ['a folder within', '{ tone: direction/deep/x.md }'],
    ['no Markdown', '{ tone: direction/x.yaml }'],
    ['a device', '{ tone: direction/con.md }'],
    ['a stream', '{ tone: "direction/x.md:y.md" }']
  ])('lie in direction/ alone: %s is refused', (_what, direction) => {
    expect(() => table(direction)).toThrow(/must be a Markdown file in direction\/, such as direction\/tone\.md/)
  })

  it("that can't be used say why, and the others are used", () => {
    const direction = table('{ tone: direction/gone.md, dm: direction/odd.md, personas: { Wren: direction/tactician.md, Pym: direction/much.md } }')
    const { tone, dm, personas } = directionTexts(direction ?? { personas: {} }, read)
    expect(tone).toMatchObject({
      text: '',
      problem: 'direction/gone.md is missing, though table.yaml names it. Write it, or choose another file in Settings.'
    })
    expect(dm?.problem).toMatch(/^direction\/odd\.md line 2: .*weights.*dance/)
    expect(personas['Pym']?.problem).toMatch(/^direction\/much\.md line 2: .*talk/)
    expect(personas['Wren']).toMatchObject({ name: 'Tactician' })
  })

  it('are checked: missing, wrong, empty and too long', () => {
    const direction = table(
      '{ tone: direction/gone.md, dm: direction/odd.md, personas: { Wren: direction/empty.md, Pym: direction/long.md, Tobit: direction/plain.md } }'
    )
    const findings = directionFindings(direction, read)
    expect(findings.map(({ data }) => [data?.['file'], data?.['level']])).toEqual([
      ['direction/gone.md', undefined],
      ['direction/odd.md', undefined],
      ['direction/empty.md', 'remark'],
      ['direction/long.md', 'remark']
    ])
    expect(findings[3]?.message).toMatch(/takes about \d+ tokens, and a context has room for 500\. Shorten it/)
    expect(directionFindings(undefined, read)).toEqual([])
    const rubric = directionFindings(undefined, (path) => (path === 'direction/rubric.md' ? 'Be good.\n' : undefined))
    expect(rubric.map(({ message, data }) => [data?.['file'], data?.['level'], message])).toEqual([
      ['direction/rubric.md', undefined, expect.stringMatching(/^direction\/rubric\.md has no criterion\./)]
    ])
  })
})
